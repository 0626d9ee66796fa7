(*** bounds ***)
Char.minChar = chr 0;
Char.maxChar;
Char.maxOrd;
(*=
val it = true : bool
val it = #"\255" : char
val it = 255 : int
*)

(*** ord chr succ pred ***)
Char.ord #"A";
Char.chr 66;
Char.succ #"a";
Char.pred #"b";
Char.succ Char.maxChar handle Chr => #"!";
Char.pred Char.minChar handle Chr => #"!";
(*=
val it = 65 : int
val it = #"B" : char
val it = #"b" : char
val it = #"a" : char
val it = #"!" : char
val it = #"!" : char
*)

(*** compare ***)
Char.compare (#"a", #"b");
Char.compare (#"b", #"b");
Char.compare (#"c", #"b");
(*=
val it = LESS : order
val it = EQUAL : order
val it = GREATER : order
*)

(*** operators ***)
Char.< (#"a", #"b");
Char.<= (#"a", #"a");
Char.> (#"a", #"b");
Char.>= (#"a", #"a");
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** contains ***)
Char.contains "abc" #"b";
Char.contains "abc" #"d";
Char.notContains "abc" #"d";
(*=
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** isAscii isAlpha isAlphaNum ***)
map Char.isAscii [#"a", #"\127", #"\128"];
map Char.isAlpha [#"a", #"Z", #"1", #"_"];
map Char.isAlphaNum [#"a", #"Z", #"1", #"_"];
(*=
val it = [true,true,false] : bool list
val it = [true,true,false,false] : bool list
val it = [true,true,true,false] : bool list
*)

(*** isCntrl isDigit isGraph ***)
map Char.isCntrl [#"\n", #"\127", #" ", #"a"];
map Char.isDigit [#"0", #"9", #"a"];
map Char.isGraph [#"!", #" ", #"~", #"\n"];
(*=
val it = [true,true,false,false] : bool list
val it = [true,true,false] : bool list
val it = [true,false,true,false] : bool list
*)

(*** isHexDigit isLower isUpper ***)
map Char.isHexDigit [#"0", #"a", #"F", #"g"];
map Char.isLower [#"a", #"A"];
map Char.isUpper [#"a", #"A"];
(*=
val it = [true,true,true,false] : bool list
val it = [true,false] : bool list
val it = [false,true] : bool list
*)

(*** isPrint isPunct isSpace ***)
map Char.isPrint [#" ", #"a", #"\n"];
map Char.isPunct [#"!", #"a", #" ", #"_"];
map Char.isSpace [#" ", #"\t", #"\n", #"\r", #"\v", #"\f", #"a"];
(*=
val it = [true,true,false] : bool list
val it = [true,false,false,true] : bool list
val it = [true,true,true,true,true,true,false] : bool list
*)

(*** toLower toUpper ***)
map Char.toLower [#"A", #"z", #"5"];
map Char.toUpper [#"A", #"z", #"5"];
(*=
val it = [#"a",#"z",#"5"] : char list
val it = [#"A",#"Z",#"5"] : char list
*)

(*** toString ***)
map Char.toString [#"a", #"\n", #"\"", #"\\", #"\t", #"\001", #"\200"];
(*=
val it = ["a","\\n","\\\"","\\\\","\\t","\\^A","\\200"] : string list
*)

(*** fromString ***)
Char.fromString "a";
Char.fromString "\\n";
Char.fromString "\\065";
Char.fromString "";
(*=
val it = SOME #"a" : char option
val it = SOME #"\n" : char option
val it = SOME #"A" : char option
val it = NONE : char option
*)

(*** all letters ***)
implode (List.filter Char.isAlpha (List.tabulate (128, chr)));
(*=
val it = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" : string
*)

(*** number of characters of each kind ***)
fun count p = length (List.filter p (List.tabulate (256, chr)));
map count [Char.isAscii, Char.isAlpha, Char.isAlphaNum, Char.isCntrl, Char.isDigit, Char.isGraph];
map count [Char.isHexDigit, Char.isLower, Char.isUpper, Char.isPrint, Char.isPunct, Char.isSpace];
(*=
val count = fn : (char -> bool) -> int
val it = [128,52,62,33,10,94] : int list
val it = [22,26,26,95,32,6] : int list
*)
