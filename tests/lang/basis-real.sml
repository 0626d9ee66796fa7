(*** operators ***)
Real.+ (1.5, 2.0);
Real.- (1.5, 2.0);
Real.* (1.5, 2.0);
Real./ (1.5, 2.0);
Real.~ 1.5;
(*=
val it = 3.5 : real
val it = ~0.5 : real
val it = 3.0 : real
val it = 0.75 : real
val it = ~1.5 : real
*)

(*** comparison ***)
Real.< (1.0, 2.0);
Real.<= (1.0, 1.0);
Real.> (1.0, 2.0);
Real.>= (1.0, 2.0);
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = false : bool
*)

(*** equality ***)
Real.== (1.0, 1.0);
Real.!= (1.0, 1.0);
Real.== (0.0, ~0.0);
let val nan = 0.0 / 0.0 in Real.== (nan, nan) end;
Real.?= (1.0, 0.0 / 0.0);
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** abs min max ***)
Real.abs ~1.5;
Real.min (1.0, 2.0);
Real.max (1.0, 2.0);
Real.min (0.0 / 0.0, 1.0);
Real.max (1.0, 0.0 / 0.0);
(*=
val it = 1.5 : real
val it = 1.0 : real
val it = 2.0 : real
val it = 1.0 : real
val it = 1.0 : real
*)

(*** sign ***)
map Real.sign [~1.5, 0.0, 2.5];
Real.sign (0.0 / 0.0) handle Domain => 99;
(*=
val it = [~1,0,1] : int list
val it = 99 : int
*)

(*** signBit sameSign copySign ***)
map Real.signBit [1.0, ~1.0, 0.0, ~0.0];
Real.sameSign (1.0, 2.0);
Real.sameSign (1.0, ~2.0);
Real.copySign (1.0, ~2.0);
(*=
val it = [false,true,false,true] : bool list
val it = true : bool
val it = false : bool
val it = ~1.0 : real
*)

(*** compare ***)
Real.compare (1.0, 2.0);
Real.compare (1.0, 1.0);
Real.compare (2.0, 1.0);
Real.compare (1.0, 0.0 / 0.0) handle IEEEReal.Unordered => EQUAL;
(*=
val it = LESS : order
val it = EQUAL : order
val it = GREATER : order
val it = EQUAL : order
*)

(*** classification ***)
Real.isNan (0.0 / 0.0);
Real.isNan 1.0;
Real.isFinite 1.0;
Real.isFinite (1.0 / 0.0);
Real.isNormal 1.0;
Real.isNormal 0.0;
Real.unordered (1.0, 0.0 / 0.0);
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = false : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** infinities ***)
Real.posInf;
Real.negInf;
Real.posInf + 1.0;
Real.isNan (Real.posInf + Real.negInf);
(*=
val it = inf : real
val it = ~inf : real
val it = inf : real
val it = true : bool
*)

(*** rounding to int ***)
map Real.floor [1.5, ~1.5, 2.0];
map Real.ceil [1.5, ~1.5, 2.0];
map Real.trunc [1.5, ~1.5, 2.0];
map Real.round [1.5, ~1.5, 2.5];
(*=
val it = [1,~2,2] : int list
val it = [2,~1,2] : int list
val it = [1,~1,2] : int list
val it = [2,~2,2] : int list
*)

(*** rounding of what is too large ***)
Real.floor 1E30 handle Overflow => 0;
Real.round Real.posInf handle Overflow => 0;
Real.trunc (0.0 / 0.0) handle Domain => 0;
(*=
val it = 0 : int
val it = 0 : int
val it = 0 : int
*)

(*** rounding to real ***)
map Real.realFloor [1.5, ~1.5];
map Real.realCeil [1.5, ~1.5];
map Real.realTrunc [1.5, ~1.5];
map Real.realRound [1.5, 2.5, ~2.5];
Real.realFloor 1E300;
(*=
val it = [1.0,~2.0] : real list
val it = [2.0,~1.0] : real list
val it = [1.0,~1.0] : real list
val it = [2.0,2.0,~2.0] : real list
val it = 1E300 : real
*)

(*** toInt ***)
map (Real.toInt IEEEReal.TO_NEAREST) [2.5, 3.5, ~2.4];
map (Real.toInt IEEEReal.TO_NEGINF) [2.5, ~2.4];
map (Real.toInt IEEEReal.TO_POSINF) [2.5, ~2.4];
map (Real.toInt IEEEReal.TO_ZERO) [2.5, ~2.4];
(*=
val it = [2,4,~2] : int list
val it = [2,~3] : int list
val it = [3,~2] : int list
val it = [2,~2] : int list
*)

(*** large integers ***)
IntInf.toString (Real.toLargeInt IEEEReal.TO_NEAREST 1E20);
Real.fromLargeInt (IntInf.pow (2, 70));
(*=
val it = "100000000000000000000" : string
val it = 1.18059162072E21 : real
*)

(*** fromInt ***)
Real.fromInt 3;
Real.fromInt ~3;
(*=
val it = 3.0 : real
val it = ~3.0 : real
*)

(*** toString ***)
map Real.toString [1.0, ~1.5, 0.1, 1.0 / 3.0, 1E20, 1E~7, 123456.789];
Real.toString Real.posInf;
(*=
val it = ["1.0","~1.5","0.1","0.333333333333","1E20","1E~7","123456.789"] : string list
val it = "inf" : string
*)

(*** fromString ***)
Real.fromString "1.5";
Real.fromString "~1.5e2";
Real.fromString "  3";
Real.fromString "abc";
Real.fromString "1E3x";
(*=
val it = SOME 1.5 : real option
val it = SOME ~150.0 : real option
val it = SOME 3.0 : real option
val it = NONE : real option
val it = SOME 1000.0 : real option
*)

(*** fmt FIX ***)
Real.fmt (StringCvt.FIX (SOME 2)) 3.14159;
Real.fmt (StringCvt.FIX (SOME 0)) 2.5;
Real.fmt (StringCvt.FIX NONE) 1.0;
Real.fmt (StringCvt.FIX (SOME 1)) ~0.25;
(*=
val it = "3.14" : string
val it = "2" : string
val it = "1.000000" : string
val it = "~0.2" : string
*)

(*** fmt SCI ***)
Real.fmt (StringCvt.SCI (SOME 3)) 12345.678;
Real.fmt (StringCvt.SCI (SOME 0)) 12345.678;
Real.fmt (StringCvt.SCI NONE) 0.001;
(*=
val it = "1.235E4" : string
val it = "1E4" : string
val it = "1.000000E~3" : string
*)

(*** fmt GEN ***)
Real.fmt (StringCvt.GEN (SOME 4)) 12345.678;
Real.fmt (StringCvt.GEN NONE) 0.1;
(*=
val it = "1.235E4" : string
val it = "0.1" : string
*)

(*** fmt EXACT ***)
Real.fmt StringCvt.EXACT 0.1;
Real.fmt StringCvt.EXACT 1234.5;
(*=
val it = "0.1" : string
val it = "0.12345E4" : string
*)

(*** rem ***)
Real.rem (5.5, 2.0);
Real.rem (~5.5, 2.0);
(*=
val it = 1.5 : real
val it = ~1.5 : real
*)

(*** split and realMod ***)
#whole (Real.split 3.25);
#frac (Real.split ~3.25);
Real.realMod 2.75;
(*=
val it = 3.0 : real
val it = ~0.25 : real
val it = 0.75 : real
*)

(*** representation ***)
Real.radix;
Real.precision;
Real.maxFinite * 2.0;
Real.minPos > 0.0;
Real.minPos / 2.0;
Real.minNormalPos > Real.minPos;
(*=
val it = 2 : int
val it = 53 : int
val it = inf : real
val it = true : bool
val it = 0.0 : real
val it = true : bool
*)
