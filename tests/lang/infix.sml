(*** infix operator ***)
infix 6 plus;
fun a plus b = a + b;
1 plus 2;
1 plus 2 * 3;
(*=
val plus = fn : int * int -> int
val it = 3 : int
val it = 7 : int
*)

(*** infixr operator ***)
infixr 5 +++;
fun xs +++ ys = xs @ ys;
[1] +++ [2] +++ [3];
(*=
val +++ = fn : 'a list * 'a list -> 'a list
val it = [1,2,3] : int list
*)

(*** left association ***)
infix 6 minus;
fun a minus b = a - b;
10 minus 3 minus 2;
(*=
val minus = fn : int * int -> int
val it = 5 : int
*)

(*** right association ***)
infixr 6 minus;
fun a minus b = a - b;
10 minus 3 minus 2;
(*=
val minus = fn : int * int -> int
val it = 9 : int
*)

(*** precedence of user operators ***)
infix 7 times; infix 6 plus;
fun a times b = a * b;
fun a plus b = a + b;
2 plus 3 times 4;
2 times 3 plus 4;
(*=
val times = fn : int * int -> int
val plus = fn : int * int -> int
val it = 14 : int
val it = 10 : int
*)

(*** default precedence is 0 ***)
infix then';
fun a then' b = b - a;
1 + 2 then' 3 * 4;
(*=
val then' = fn : int * int -> int
val it = 9 : int
*)

(*** op ***)
op + (1, 2);
(op ::) (1, [2]);
val add = op +;
add (3, 4);
(*=
val it = 3 : int
val it = [1,2] : int list
val add = fn : int * int -> int
val it = 7 : int
*)

(*** op before a name in a definition ***)
infix 4 ~~;
fun op ~~ (a, b) = abs (a - b) < 2;
3 ~~ 4;
3 ~~ 5;
(*=
val ~~ = fn : int * int -> bool
val it = true : bool
val it = false : bool
*)

(*** nonfix ***)
infix 6 plus;
fun a plus b = a + b;
nonfix plus;
plus (1, 2);
(*=
val plus = fn : int * int -> int
val it = 3 : int
*)

(*** infix functions with constructors ***)
infix 5 :+:;
datatype e = N of int | :+: of e * e;
fun eval (N n) = n | eval (a :+: b) = eval a + eval b;
eval (N 1 :+: N 2 :+: N 3);
(*=
val eval = fn : e -> int
val it = 6 : int
*)

(*** curried infix ***)
infix 3 on;
fun (f on g) (x, y) = f (g x, g y);
(op + on size) ("ab", "cde");
(*=
val on = fn : ('a * 'a -> 'b) * ('c -> 'a) -> 'c * 'c -> 'b
val it = 5 : int
*)

(*** symbolic operators ***)
infix 4 <=>;
fun a <=> b = Int.compare (a, b);
1 <=> 2;
3 <=> 3;
infix 7 |*|;
fun (a, b) |*| k = (a * k, b * k);
(1, 2) |*| 3;
(*=
val <=> = fn : int * int -> order
val it = LESS : order
val it = EQUAL : order
val |*| = fn : (int * int) * int -> int * int
val it = (3,6) : int * int
*)

(*** comparison binds weaker than cons ***)
1 :: [2] = [1, 2];
(*=
val it = true : bool
*)

(*** negation binds to its argument ***)
~1 + 2;
2 - ~1;
~ (1 + 2);
(*=
val it = 1 : int
val it = 3 : int
val it = ~3 : int
*)

(*** before and o ***)
(1 before ());
(size o str) #"a";
(*=
val it = 1 : int
val it = 1 : int
*)

(*** local fixity ***)
infix 6 **;
fun a ** b = a * b + 1;
let nonfix ** in ** (2, 3) end;
2 ** 3;
(*=
val ** = fn : int * int -> int
val it = 7 : int
val it = 7 : int
*)
