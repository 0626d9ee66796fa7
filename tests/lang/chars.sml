(*** character constants ***)
#"a";
#"Z";
#" ";
#"0";
(*=
val it = #"a" : char
val it = #"Z" : char
val it = #" " : char
val it = #"0" : char
*)

(*** escaped characters ***)
#"\n";
#"\t";
#"\\";
#"\"";
(*=
val it = #"\n" : char
val it = #"\t" : char
val it = #"\\" : char
val it = #"\"" : char
*)

(*** by code ***)
#"\065";
#"\127";
#"\200";
(*=
val it = #"A" : char
val it = #"\127" : char
val it = #"\200" : char
*)

(*** control characters ***)
#"\^A";
#"\^Z";
#"\000";
(*=
val it = #"\^A" : char
val it = #"\^Z" : char
val it = #"\^@" : char
*)

(*** ord and chr ***)
ord #"a";
chr 98;
chr (ord #"a" + 25);
(*=
val it = 97 : int
val it = #"b" : char
val it = #"z" : char
*)

(*** comparison ***)
#"a" < #"b";
#"a" >= #"b";
#"a" = #"a";
#"A" < #"a";
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
*)

(*** chr out of range ***)
chr 256 handle Chr => #"?";
chr ~1 handle Chr => #"!";
(*=
val it = #"?" : char
val it = #"!" : char
*)

(*** classification ***)
fun kind c = if Char.isDigit c then "digit" else if Char.isAlpha c then "letter" else "other";
map kind [#"7", #"x", #"-"];
(*=
val kind = fn : char -> string
val it = ["digit","letter","other"] : string list
*)

(*** upper and lower case ***)
Char.toUpper #"q";
Char.toLower #"Q";
Char.toUpper #"1";
(*=
val it = #"Q" : char
val it = #"q" : char
val it = #"1" : char
*)

(*** character patterns ***)
fun vowel #"a" = true | vowel #"e" = true | vowel #"i" = true | vowel #"o" = true | vowel #"u" = true | vowel _ = false;
map vowel [#"a", #"b", #"u"];
(*=
val vowel = fn : char -> bool
val it = [true,false,true] : bool list
*)

(*** caesar cipher ***)
fun shift n c = if Char.isLower c then chr ((ord c - ord #"a" + n) mod 26 + ord #"a") else c;
String.map (shift 3) "hello, world";
String.map (shift ~3) "khoor, zruog";
(*=
val shift = fn : int -> char -> char
val it = "khoor, zruog" : string
val it = "hello, world" : string
*)
