(*** real constants ***)
1.5;
~2.25;
0.001;
(*=
val it = 1.5 : real
val it = ~2.25 : real
val it = 0.001 : real
*)

(*** exponents ***)
1E3;
1.5e2;
2E~3;
1.0E10;
1E100;
(*=
val it = 1000.0 : real
val it = 150.0 : real
val it = 0.002 : real
val it = 10000000000.0 : real
val it = 1E100 : real
*)

(*** arithmetic ***)
1.5 + 2.25;
1.0 - 0.25;
1.5 * 4.0;
1.0 / 4.0;
(*=
val it = 3.75 : real
val it = 0.75 : real
val it = 6.0 : real
val it = 0.25 : real
*)

(*** top level shows twelve digits ***)
1.0 / 3.0;
2.0 / 3.0;
100.0 / 3.0;
(*=
val it = 0.333333333333 : real
val it = 0.666666666667 : real
val it = 33.3333333333 : real
*)

(*** comparison ***)
1.0 < 2.0;
2.0 <= 1.0;
1.5 > 1.25;
1.5 >= 1.5;
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
*)

(*** negative zero ***)
~0.0;
0.0;
(*=
val it = ~0.0 : real
val it = 0.0 : real
*)

(*** infinities and nan ***)
1.0 / 0.0;
~1.0 / 0.0;
Real.isNan (0.0 / 0.0);
(*=
val it = inf : real
val it = ~inf : real
val it = true : bool
*)

(*** rounding ***)
floor 2.7;
ceil 2.2;
trunc 2.9;
round 2.5;
round 3.5;
(*=
val it = 2 : int
val it = 3 : int
val it = 2 : int
val it = 2 : int
val it = 4 : int
*)

(*** rounding negative numbers ***)
floor ~2.7;
ceil ~2.2;
trunc ~2.9;
round ~2.5;
(*=
val it = ~3 : int
val it = ~2 : int
val it = ~2 : int
val it = ~2 : int
*)

(*** from int ***)
real 3;
real ~4 / 2.0;
(*=
val it = 3.0 : real
val it = ~2.0 : real
*)

(*** negation and abs ***)
~ 2.5;
abs ~2.5;
(*=
val it = ~2.5 : real
val it = 2.5 : real
*)

(*** average of a list ***)
fun average xs = foldl (op +) 0.0 xs / real (length xs);
average [1.0, 2.0, 4.5];
(*=
val average = fn : real list -> real
val it = 2.5 : real
*)

(*** newton square root ***)
fun root x =
  let fun improve g = if abs (g * g - x) < 1E~9 then g else improve ((g + x / g) / 2.0)
  in improve 1.0 end;
root 2.0;
root 144.0;
(*=
val root = fn : real -> real
val it = 1.41421356237 : real
val it = 12.0 : real
*)

(*** large and small numbers ***)
123456789.0;
1234567890123.0;
0.0001;
0.00001;
1E~10;
(*=
val it = 123456789.0 : real
val it = 1.23456789012E12 : real
val it = 0.0001 : real
val it = 0.00001 : real
val it = 1E~10 : real
*)

(*** mixed with conversion ***)
fun half n = real n / 2.0;
map half [1, 2, 3];
(*=
val half = fn : int -> real
val it = [0.5,1.0,1.5] : real list
*)

(*** equality through the structure ***)
Real.== (0.1 + 0.2, 0.3);
Real.== (0.5 + 0.25, 0.75);
Real.!= (1.0, 2.0);
(*=
val it = false : bool
val it = true : bool
val it = true : bool
*)

(*** the sign of a zero is kept, also inside of values ***)
val z = ~0.0;
(z, [z], SOME z, {a = z});
(1.0 / z, 1.0 / #1 (z, 1), 1.0 / hd [z], 1.0 / (case SOME z of SOME y => y | NONE => 0.0));
fun held x = (fn () => x);
1.0 / held z ();
(Real.signBit z, Real.copySign (2.0, z), Real.== (z, 0.0), Real.!= (z, 0.0), Real.compare (z, 0.0));
[0.0 * ~1.0, ~ 0.0, ~1.0 / (1.0 / 0.0), z + 0.0, z - 0.0, Real.abs z];
valOf (Real.fromString "~0.0");
(*=
val z = ~0.0 : real
val it = (~0.0,[~0.0],SOME ~0.0,{a=~0.0}) : real * real list * real option * {a:real}
val it = (~inf,~inf,~inf,~inf) : real * real * real * real
val held = fn : 'a -> unit -> 'a
val it = ~inf : real
val it = (true,~2.0,true,false,EQUAL) : bool * real * bool * bool * order
val it = [~0.0,~0.0,~0.0,0.0,~0.0,0.0] : real list
val it = ~0.0 : real
*)

(*** nan is not equal to itself ***)
val inf = 1.0 / 0.0;
val n = inf - inf;
(Real.== (n, n), Real.!= (n, n), n < n, n >= n, Real.isNan (#1 (n, 1)), Real.?= (n, 1.0));
(*=
val inf = inf : real
val n = nan : real
val it = (false,true,false,false,true,true) : bool * bool * bool * bool * bool * bool
*)
