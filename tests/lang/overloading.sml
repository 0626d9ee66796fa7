(*** default is int ***)
fun add (a, b) = a + b;
fun neg x = ~x;
fun less (a, b) = a < b;
(*=
val add = fn : int * int -> int
val neg = fn : int -> int
val less = fn : int * int -> bool
*)

(*** constrained to real ***)
fun add (a : real, b) = a + b;
add (1.5, 2.5);
(*=
val add = fn : real * real -> real
val it = 4.0 : real
*)

(*** result type decides ***)
fun square x : real = x * x;
square 1.5;
(*=
val square = fn : real -> real
val it = 2.25 : real
*)

(*** literal decides ***)
fun inc x = x + 1.0;
fun dec x = x - 1;
(inc 1.5, dec 1);
(*=
val inc = fn : real -> real
val dec = fn : int -> int
val it = (2.5,0) : real * int
*)

(*** comparison of strings and characters ***)
fun before' (a : string, b) = a < b;
before' ("a", "b");
fun later (a, b : char) = a > b;
later (#"a", #"b");
(*=
val before' = fn : string * string -> bool
val it = true : bool
val later = fn : char * char -> bool
val it = false : bool
*)

(*** abs and negation at both types ***)
(abs ~1, abs ~1.0);
(~ 1, ~ 1.0);
(*=
val it = (1,1.0) : int * real
val it = (~1,~1.0) : int * real
*)

(*** operators passed as functions ***)
foldl (op +) 0 [1, 2];
foldl (op +) 0.0 [1.0, 2.0];
ListPair.map (op <) (["a"], ["b"]);
ListPair.map (op * ) ([1.5], [2.0]);
(*=
val it = 3 : int
val it = 3.0 : real
val it = [true] : bool list
val it = [3.0] : real list
*)

(*** overloading inside a local function ***)
fun norm (x, y) = let fun sq (a : real) = a * a in Math.sqrt (sq x + sq y) end;
norm (3.0, 4.0);
(*=
val norm = fn : real * real -> real
val it = 5.0 : real
*)

(*** large integers ***)
fun cube (n : IntInf.int) = n * n * n;
cube 10000000;
(*=
val cube = fn : IntInf.int -> IntInf.int
val it = 1000000000000000000000 : IntInf.int
*)

(*** equality is not overloaded on reals but on all else ***)
(1 = 1, "a" = "a", #"a" = #"b", [1] = [1], (1, "x") = (1, "x"), SOME 1 = NONE);
(*=
val it = (true,true,false,true,true,false) : bool * bool * bool * bool * bool * bool
*)
