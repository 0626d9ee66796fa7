(*** not ***)
Bool.not true;
Bool.not false;
(*=
val it = false : bool
val it = true : bool
*)

(*** toString ***)
Bool.toString true;
Bool.toString false;
(*=
val it = "true" : string
val it = "false" : string
*)

(*** fromString ***)
Bool.fromString "true";
Bool.fromString "  FALSE!";
Bool.fromString "tru";
Bool.fromString "";
(*=
val it = SOME true : bool option
val it = SOME false : bool option
val it = NONE : bool option
val it = NONE : bool option
*)
