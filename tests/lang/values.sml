(*** integer constant ***)
val x = 3;
(*=
val x = 3 : int
*)

(*** negative integer constant ***)
val x = ~3;
~0;
(*=
val x = ~3 : int
val it = 0 : int
*)

(*** several bindings at once ***)
val x = 1 and y = 2;
(*=
val x = 1 : int
val y = 2 : int
*)

(*** simultaneous bindings do not see each other ***)
val x = 1;
val x = 2 and y = x;
(*=
val x = 1 : int
val x = 2 : int
val y = 1 : int
*)

(*** later binding hides the earlier one ***)
val x = 1;
val x = x + 1;
x;
(*=
val x = 1 : int
val x = 2 : int
val it = 2 : int
*)

(*** closure keeps the old binding ***)
val n = 10;
fun addN x = x + n;
val n = 20;
addN 1;
(*=
val n = 10 : int
val addN = fn : int -> int
val n = 20 : int
val it = 11 : int
*)

(*** it is the last expression ***)
1 + 2;
it * 10;
(*=
val it = 3 : int
val it = 30 : int
*)

(*** unit ***)
();
val u = ();
(*=
val it = () : unit
val u = () : unit
*)

(*** type constraint on an expression ***)
val x = 3 : int;
(1 : int, "a" : string);
(*=
val x = 3 : int
val it = (1,"a") : int * string
*)

(*** type constraint on a pattern ***)
val x : real = 2.5;
val (a : int, b : string) = (1, "z");
(*=
val x = 2.5 : real
val a = 1 : int
val b = "z" : string
*)

(*** wildcard binding prints nothing ***)
val _ = 3;
val x = 4;
(*=
val x = 4 : int
*)

(*** primes and underscores in names ***)
val x' = 1;
val x'' = x' + 1;
val a_long_name1 = x'';
(*=
val x' = 1 : int
val x'' = 2 : int
val a_long_name1 = 2 : int
*)

(*** symbolic names ***)
val !! = 3;
val $ = !! + 1;
fun <+> (a, b) = a * b + 1;
<+> (3, 4);
(*=
val !! = 3 : int
val $ = 4 : int
val <+> = fn : int * int -> int
val it = 13 : int
*)

(*** boolean constants ***)
true;
false;
(*=
val it = true : bool
val it = false : bool
*)

(*** hexadecimal constants ***)
0xFF;
~0x10;
0xdeadbeef;
(*=
val it = 255 : int
val it = ~16 : int
val it = 3735928559 : int
*)
