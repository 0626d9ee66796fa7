(*** zero has no sign, whatever it comes from ***)
~0.0;
[0.0 * ~1.0, ~ (1.0 - 1.0), ~1.0 / (1.0 / 0.0), Real.realRound ~0.2, real 0 * ~3.0];
(1.0 / ~0.0, Real.signBit (~ 0.0), Real.copySign (2.0, ~0.0));
Real.fromString "~0.0";
(*=
val it = 0.0 : real
val it = [0.0,0.0,0.0,0.0,0.0] : real list
val it = (inf,false,2.0) : real * bool * real
val it = SOME 0.0 : real option
*)

(*** equal reals are equal inside of every value ***)
val (a, b) = (0.0, ~0.0);
(a = b, a <> b, Real.== (a, b));
((a, 1) = (b, 1), [a] = [b], SOME a = SOME b, {x = a} = {x = b}, (a, b) <> (b, a));
(1`a == 1`b, 1`a <<= 1`b, 1`a ++ 1`b, size (1`a ++ 1`b), cf (a, 1`b));
(1`(a, 1) == 1`(b, 1), 1`(a, 1) ++ 1`(b, 1), 1`[a] -- 1`[b]);
(mem [b] a, List.exists (fn x => x = a) [b], rm a [b], union [a] [b]);
(*=
val a = 0.0 : real
val b = 0.0 : real
val it = (true,false,true) : bool * bool * bool
val it = (true,true,true,true,false) : bool * bool * bool * bool * bool
val it = (true,true,2`0.0,2,1) : bool * bool * real ms * int * int
val it = (true,2`(0.0,1),empty) : bool * (real * int) ms * real list ms
val it = (true,true,[],[0.0,0.0]) : bool * bool * real list * real list
*)

(*** there is one nan, equal to itself as a value ***)
val inf = 1.0 / 0.0;
val (a, b) = (inf - inf, 0.0 * ~inf);
(a = b, a <> b, Real.== (a, b), a < b, a >= b, Real.isNan a);
((a, 1) = (b, 1), [a] = [b], 1`a == 1`b, 1`a ++ 1`b, 1`(a, 1) ++ 1`(b, 1));
(Real.signBit a, Real.signBit (~ b), [Math.sqrt ~1.0] = [Math.ln ~1.0]);
(*=
val inf = inf : real
val a = nan : real
val b = nan : real
val it = (true,false,false,false,false,true) : bool * bool * bool * bool * bool * bool
val it = (true,true,true,2`nan,2`(nan,1)) : bool * bool * bool * real ms * (real * int) ms
val it = (false,false,true) : bool * bool * bool
*)

(*** reals of a colour set ***)
colset R = real with ~1.0..1.0;
colset Z = real with 0.0..0.0;
colset S = subset R with [~0.0, 0.5, 0.0];
(Z.legal ~0.0, S.legal 0.0, S.all (), R.legal (0.0 / 0.0));
(*=
val it = (true,true,1`0.0++1`0.5,false) : bool * bool * real ms * bool
*)
