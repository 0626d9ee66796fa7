(*** conversions ***)
IntInf.toInt 3;
IntInf.fromInt 3;
IntInf.toLarge 3;
IntInf.fromLarge 3;
(*=
val it = 3 : int
val it = 3 : IntInf.int
val it = 3 : IntInf.int
val it = 3 : IntInf.int
*)

(*** operators ***)
IntInf.+ (1, 2);
IntInf.- (1, 2);
IntInf.* (3, 4);
IntInf.div (~7, 2);
IntInf.mod (~7, 2);
IntInf.~ 4;
(*=
val it = 3 : IntInf.int
val it = ~1 : IntInf.int
val it = 12 : IntInf.int
val it = ~4 : IntInf.int
val it = 1 : IntInf.int
val it = ~4 : IntInf.int
*)

(*** quot rem ***)
IntInf.quot (~7, 2);
IntInf.rem (~7, 2);
IntInf.quot (1, 0) handle Div => 0;
(*=
val it = ~3 : IntInf.int
val it = ~1 : IntInf.int
val it = 0 : IntInf.int
*)

(*** divMod quotRem ***)
IntInf.divMod (~7, 2);
IntInf.quotRem (~7, 2);
IntInf.divMod (1, 0) handle Div => (0, 0);
(*=
val it = (~4,1) : IntInf.int * IntInf.int
val it = (~3,~1) : IntInf.int * IntInf.int
val it = (0,0) : IntInf.int * IntInf.int
*)

(*** pow ***)
IntInf.pow (2, 0);
IntInf.pow (2, 70);
IntInf.pow (~3, 3);
IntInf.pow (5, ~1);
IntInf.pow (1, ~5);
IntInf.pow (~1, ~5);
IntInf.pow (0, ~1) handle Div => 99;
(*=
val it = 1 : IntInf.int
val it = 1180591620717411303424 : IntInf.int
val it = ~27 : IntInf.int
val it = 0 : IntInf.int
val it = 1 : IntInf.int
val it = ~1 : IntInf.int
val it = 99 : IntInf.int
*)

(*** log2 ***)
IntInf.log2 1;
IntInf.log2 1023;
IntInf.log2 (IntInf.pow (2, 100));
IntInf.log2 0 handle Domain => ~1;
(*=
val it = 0 : int
val it = 9 : int
val it = 100 : int
val it = ~1 : int
*)

(*** compare and operators ***)
IntInf.compare (1, 2);
IntInf.< (1, 2);
IntInf.<= (2, 2);
IntInf.> (1, 2);
IntInf.>= (2, 1);
(*=
val it = LESS : order
val it = true : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** min max abs sign sameSign ***)
IntInf.min (1, 2);
IntInf.max (1, 2);
IntInf.abs ~3;
map IntInf.sign [~5, 0, 5];
IntInf.sameSign (~1, ~2);
(*=
val it = 1 : IntInf.int
val it = 2 : IntInf.int
val it = 3 : IntInf.int
val it = [~1,0,1] : int list
val it = true : bool
*)

(*** toString fromString ***)
IntInf.toString ~42;
IntInf.fromString "42x";
IntInf.fromString "x";
(*=
val it = "~42" : string
val it = SOME 42 : IntInf.int option
val it = NONE : IntInf.int option
*)

(*** fmt ***)
IntInf.fmt StringCvt.HEX (IntInf.pow (2, 68));
IntInf.fmt StringCvt.BIN 5;
IntInf.fmt StringCvt.OCT ~8;
IntInf.fmt StringCvt.DEC 10;
(*=
val it = "100000000000000000" : string
val it = "101" : string
val it = "~10" : string
val it = "10" : string
*)

(*** bounds ***)
isSome IntInf.minInt;
isSome IntInf.maxInt;
isSome IntInf.precision;
(*=
val it = false : bool
val it = false : bool
val it = false : bool
*)
