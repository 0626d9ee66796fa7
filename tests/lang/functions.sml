(*** simple function ***)
fun double x = 2 * x;
double 21;
(*=
val double = fn : int -> int
val it = 42 : int
*)

(*** anonymous function ***)
(fn x => x * x) 7;
val square = fn x => x * x;
square 9;
(*=
val it = 49 : int
val square = fn : int -> int
val it = 81 : int
*)

(*** factorial ***)
fun fact 0 = 1 | fact n = n * fact (n - 1);
fact 10;
fact 20;
(*=
val fact = fn : int -> int
val it = 3628800 : int
val it = 2432902008176640000 : int
*)

(*** fibonacci ***)
fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2);
map fib [0, 1, 2, 10, 20];
(*=
val fib = fn : int -> int
val it = [0,1,1,55,6765] : int list
*)

(*** recursion through val rec ***)
val rec fact = fn 0 => 1 | n => n * fact (n - 1);
fact 5;
(*=
val fact = fn : int -> int
val it = 120 : int
*)

(*** currying ***)
fun add x y = x + y;
add 1 2;
val inc = add 1;
inc 41;
(*=
val add = fn : int -> int -> int
val it = 3 : int
val inc = fn : int -> int
val it = 42 : int
*)

(*** three curried arguments ***)
fun f a b c = a * 100 + b * 10 + c;
f 1 2 3;
val g = f 1;
val h = g 2;
h 3;
(*=
val f = fn : int -> int -> int -> int
val it = 123 : int
val g = fn : int -> int -> int
val h = fn : int -> int
val it = 123 : int
*)

(*** curry and uncurry ***)
fun curry f x y = f (x, y);
fun uncurry f (x, y) = f x y;
curry (op +) 1 2;
uncurry (curry (op * )) (6, 7);
(*=
val curry = fn : ('a * 'b -> 'c) -> 'a -> 'b -> 'c
val uncurry = fn : ('a -> 'b -> 'c) -> 'a * 'b -> 'c
val it = 3 : int
val it = 42 : int
*)

(*** application associates to the left ***)
fun f x y = x - y;
f 10 3;
(f 10) 3;
(*=
val f = fn : int -> int -> int
val it = 7 : int
val it = 7 : int
*)

(*** application binds tighter than operators ***)
fun f x = x + 1;
f 2 * 3;
f (2 * 3);
(*=
val f = fn : int -> int
val it = 9 : int
val it = 7 : int
*)

(*** local functions ***)
fun sumSquares n = let fun go (i, acc) = if i > n then acc else go (i + 1, acc + i * i) in go (1, 0) end;
sumSquares 10;
(*=
val sumSquares = fn : int -> int
val it = 385 : int
*)

(*** mutual recursion ***)
fun even 0 = true | even n = odd (n - 1)
and odd 0 = false | odd n = even (n - 1);
even 10;
odd 7;
(*=
val even = fn : int -> bool
val odd = fn : int -> bool
val it = true : bool
val it = true : bool
*)

(*** mutual recursion with val rec ***)
val rec ping = fn 0 => "ping" | n => pong (n - 1)
and pong = fn 0 => "pong" | n => ping (n - 1);
ping 3;
(*=
val ping = fn : int -> string
val pong = fn : int -> string
val it = "pong" : string
*)

(*** three mutually recursive functions ***)
fun a n = if n <= 0 then ["a"] else "a" :: b (n - 1)
and b n = if n <= 0 then ["b"] else "b" :: c (n - 1)
and c n = if n <= 0 then ["c"] else "c" :: a (n - 1);
a 4;
(*=
val a = fn : int -> string list
val b = fn : int -> string list
val c = fn : int -> string list
val it = ["a","b","c","a","b"] : string list
*)

(*** ackermann ***)
fun ack (0, n) = n + 1 | ack (m, 0) = ack (m - 1, 1) | ack (m, n) = ack (m - 1, ack (m, n - 1));
ack (2, 3);
(*=
val ack = fn : int * int -> int
val it = 9 : int
*)

(*** functions returning functions ***)
fun adder n = fn x => x + n;
map (adder 10) [1, 2];
(*=
val adder = fn : int -> int -> int
val it = [11,12] : int list
*)

(*** clauses with several curried patterns ***)
fun zipWith f (x :: xs) (y :: ys) = f (x, y) :: zipWith f xs ys | zipWith _ _ _ = [];
zipWith (op +) [1, 2, 3] [10, 20];
(*=
val zipWith = fn : ('a * 'b -> 'c) -> 'a list -> 'b list -> 'c list
val it = [11,22] : int list
*)

(*** typed parameters and results ***)
fun f (x : int) : string = Int.toString x;
f 3;
(*=
val f = fn : int -> string
val it = "3" : string
*)

(*** evaluation order is left to right ***)
fun say s = (print (s ^ "\n"); 1);
say "a" + say "b";
(say "x", say "y");
[say "1", say "2"];
(*=
val say = fn : string -> int
a
b
val it = 2 : int
x
y
val it = (1,1) : int * int
1
2
val it = [1,1] : int list
*)

(*** argument is evaluated before the call ***)
fun f _ = print "f\n";
f (print "arg\n");
(*=
val f = fn : 'a -> unit
arg
f
val it = () : unit
*)

(*** functions are values in data ***)
val table = [("inc", fn x => x + 1), ("dbl", fn x => x * 2)];
map (fn (name, f) => (name, f 10)) table;
(*=
val table = [("inc",fn),("dbl",fn)] : (string * (int -> int)) list
val it = [("inc",11),("dbl",20)] : (string * int) list
*)

(*** hofstadter ***)
fun f 0 = 1 | f n = n - m (f (n - 1)) and m 0 = 0 | m n = n - f (m (n - 1));
List.tabulate (10, f);
List.tabulate (10, m);
(*=
val f = fn : int -> int
val m = fn : int -> int
val it = [1,1,2,2,3,3,4,5,5,6] : int list
val it = [0,0,1,2,2,3,4,4,5,6] : int list
*)
