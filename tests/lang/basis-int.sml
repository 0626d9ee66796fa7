(*** conversions ***)
Int.toInt 3;
Int.fromInt 3;
Int.toLarge 3;
Int.fromLarge (IntInf.fromInt 4);
Int.fromLarge (IntInf.pow (10, 40)) handle Overflow => 0;
(*=
val it = 3 : int
val it = 3 : int
val it = 3 : IntInf.int
val it = 4 : int
val it = 0 : int
*)

(*** operators ***)
Int.+ (1, 2);
Int.- (1, 2);
Int.* (3, 4);
Int.div (~7, 2);
Int.mod (~7, 2);
Int.~ 4;
(*=
val it = 3 : int
val it = ~1 : int
val it = 12 : int
val it = ~4 : int
val it = 1 : int
val it = ~4 : int
*)

(*** quot and rem ***)
Int.quot (7, 2);
Int.quot (~7, 2);
Int.quot (7, ~2);
Int.rem (7, 2);
Int.rem (~7, 2);
Int.rem (7, ~2);
Int.quot (1, 0) handle Div => 0;
Int.rem (1, 0) handle Div => 0;
(*=
val it = 3 : int
val it = ~3 : int
val it = ~3 : int
val it = 1 : int
val it = ~1 : int
val it = 1 : int
val it = 0 : int
val it = 0 : int
*)

(*** compare ***)
Int.compare (1, 2);
Int.compare (2, 2);
Int.compare (3, 2);
(*=
val it = LESS : order
val it = EQUAL : order
val it = GREATER : order
*)

(*** comparison operators ***)
Int.< (1, 2);
Int.<= (2, 2);
Int.> (1, 2);
Int.>= (2, 1);
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** min max abs ***)
Int.min (1, 2);
Int.max (1, 2);
Int.abs ~3;
(*=
val it = 1 : int
val it = 2 : int
val it = 3 : int
*)

(*** sign sameSign ***)
map Int.sign [~5, 0, 5];
Int.sameSign (~1, ~2);
Int.sameSign (1, ~2);
Int.sameSign (0, 0);
(*=
val it = [~1,0,1] : int list
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** toString ***)
Int.toString 42;
Int.toString ~42;
Int.toString 0;
(*=
val it = "42" : string
val it = "~42" : string
val it = "0" : string
*)

(*** fromString ***)
Int.fromString "42";
Int.fromString "~42";
Int.fromString "-42";
Int.fromString "  7 dwarfs";
Int.fromString "x";
Int.fromString "";
(*=
val it = SOME 42 : int option
val it = SOME ~42 : int option
val it = SOME ~42 : int option
val it = SOME 7 : int option
val it = NONE : int option
val it = NONE : int option
*)

(*** fmt ***)
Int.fmt StringCvt.BIN 10;
Int.fmt StringCvt.OCT 64;
Int.fmt StringCvt.DEC ~5;
Int.fmt StringCvt.HEX 48879;
Int.fmt StringCvt.HEX ~255;
Int.fmt StringCvt.BIN 0;
(*=
val it = "1010" : string
val it = "100" : string
val it = "~5" : string
val it = "BEEF" : string
val it = "~FF" : string
val it = "0" : string
*)

(*** bounds ***)
isSome Int.minInt;
isSome Int.maxInt;
isSome Int.precision;
valOf Int.minInt + valOf Int.maxInt;
(*=
val it = true : bool
val it = true : bool
val it = true : bool
val it = ~1 : int
*)

(*** overflow ***)
(valOf Int.maxInt + 1) handle Overflow => 0;
(valOf Int.minInt - 1) handle Overflow => 0;
(valOf Int.maxInt * 2) handle Overflow => 0;
~ (valOf Int.minInt) handle Overflow => 0;
abs (valOf Int.minInt) handle Overflow => 0;
(valOf Int.minInt div ~1) handle Overflow => 0;
(*=
val it = 0 : int
val it = 0 : int
val it = 0 : int
val it = 0 : int
val it = 0 : int
val it = 0 : int
*)
