(*** getOpt isSome valOf ***)
Option.getOpt (SOME 1, 2);
Option.isSome (SOME 1);
Option.valOf (SOME 1);
(*=
val it = 1 : int
val it = true : bool
val it = 1 : int
*)

(*** filter ***)
Option.filter (fn x => x > 2) 3;
Option.filter (fn x => x > 2) 1;
(*=
val it = SOME 3 : int option
val it = NONE : int option
*)

(*** join ***)
Option.join (SOME (SOME 1));
Option.join (SOME (NONE : int option));
Option.join (NONE : int option option);
(*=
val it = SOME 1 : int option
val it = NONE : int option
val it = NONE : int option
*)

(*** app ***)
Option.app (fn s => print (s ^ "\n")) (SOME "x");
Option.app (fn s => print (s ^ "\n")) NONE;
(*=
x
val it = () : unit
val it = () : unit
*)

(*** map ***)
Option.map (fn x => x + 1) (SOME 1);
Option.map (fn x => x + 1) NONE;
(*=
val it = SOME 2 : int option
val it = NONE : int option
*)

(*** mapPartial ***)
Option.mapPartial (fn x => if x > 0 then SOME (x * 2) else NONE) (SOME 4);
Option.mapPartial (fn x => if x > 0 then SOME (x * 2) else NONE) (SOME ~4);
(*=
val it = SOME 8 : int option
val it = NONE : int option
*)

(*** compose ***)
Option.compose (fn x => x * 2, Int.fromString) "21";
Option.compose (fn x => x * 2, Int.fromString) "x";
(*=
val it = SOME 42 : int option
val it = NONE : int option
*)

(*** composePartial ***)
Option.composePartial (fn x => if x > 5 then SOME x else NONE, Int.fromString) "7";
Option.composePartial (fn x => if x > 5 then SOME x else NONE, Int.fromString) "3";
(*=
val it = SOME 7 : int option
val it = NONE : int option
*)

(*** types ***)
Option.map;
Option.mapPartial;
Option.compose;
Option.filter;
(*=
val it = fn : ('a -> 'b) -> 'a option -> 'b option
val it = fn : ('a -> 'b option) -> 'a option -> 'b option
val it = fn : ('a -> 'b) * ('c -> 'a option) -> 'c -> 'b option
val it = fn : ('a -> bool) -> 'a -> 'a option
*)
