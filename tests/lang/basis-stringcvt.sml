(*** padLeft ***)
StringCvt.padLeft #"0" 5 "42";
StringCvt.padLeft #"0" 2 "12345";
(*=
val it = "00042" : string
val it = "12345" : string
*)

(*** padRight ***)
StringCvt.padRight #"." 5 "ab";
StringCvt.padRight #"." 0 "ab";
(*=
val it = "ab..." : string
val it = "ab" : string
*)

(*** table with columns ***)
fun row (name, n) = StringCvt.padRight #" " 8 name ^ StringCvt.padLeft #" " 4 (Int.toString n) ^ "|\n";
app (print o row) [("places", 12), ("arcs", 1234)];
(*=
val row = fn : string * int -> string
places    12|
arcs    1234|
val it = () : unit
*)
