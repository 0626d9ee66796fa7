(*** size sub ***)
String.size "abc";
String.sub ("abc", 0);
String.sub ("abc", 2);
String.sub ("abc", 3) handle Subscript => #"?";
(*=
val it = 3 : int
val it = #"a" : char
val it = #"c" : char
val it = #"?" : char
*)

(*** extract ***)
String.extract ("hello", 2, NONE);
String.extract ("hello", 0, SOME 4);
String.extract ("hello", 5, NONE);
String.extract ("hello", 6, NONE) handle Subscript => "no";
String.extract ("hello", 3, SOME 3) handle Subscript => "no";
(*=
val it = "llo" : string
val it = "hell" : string
val it = "" : string
val it = "no" : string
val it = "no" : string
*)

(*** substring ***)
String.substring ("hello", 1, 3);
(*=
val it = "ell" : string
*)

(*** concat concatWith ***)
String.concat ["a", "b"];
String.concatWith ", " ["a", "b", "c"];
String.concatWith ", " ["a"];
String.concatWith ", " [];
(*=
val it = "ab" : string
val it = "a, b, c" : string
val it = "a" : string
val it = "" : string
*)

(*** str implode explode ***)
String.str #"a";
String.implode [#"a", #"b"];
String.explode "ab";
(*=
val it = "a" : string
val it = "ab" : string
val it = [#"a",#"b"] : char list
*)

(*** map ***)
String.map Char.toUpper "abc1";
String.map (fn c => if c = #"a" then #"b" else c) "banana";
(*=
val it = "ABC1" : string
val it = "bbnbnb" : string
*)

(*** translate ***)
String.translate (fn c => if c = #"a" then "" else str c) "banana";
String.translate (fn c => str c ^ str c) "abc";
(*=
val it = "bnn" : string
val it = "aabbcc" : string
*)

(*** tokens ***)
String.tokens Char.isSpace "  a b  c ";
String.tokens (fn c => c = #",") "a,,b";
String.tokens (fn c => c = #",") "";
(*=
val it = ["a","b","c"] : string list
val it = ["a","b"] : string list
val it = [] : string list
*)

(*** fields ***)
String.fields (fn c => c = #",") "a,,b";
String.fields (fn c => c = #",") "";
String.fields (fn c => c = #",") ",";
(*=
val it = ["a","","b"] : string list
val it = [""] : string list
val it = ["",""] : string list
*)

(*** isPrefix ***)
String.isPrefix "ab" "abc";
String.isPrefix "" "abc";
String.isPrefix "abc" "ab";
String.isPrefix "b" "abc";
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = false : bool
*)

(*** isSuffix ***)
String.isSuffix "bc" "abc";
String.isSuffix "" "";
String.isSuffix "ab" "abc";
(*=
val it = true : bool
val it = true : bool
val it = false : bool
*)

(*** isSubstring ***)
String.isSubstring "nan" "banana";
String.isSubstring "nab" "banana";
String.isSubstring "" "";
String.isSubstring "a" "";
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = false : bool
*)

(*** compare ***)
String.compare ("abc", "abd");
String.compare ("abc", "abc");
String.compare ("b", "abc");
String.compare ("ab", "abc");
(*=
val it = LESS : order
val it = EQUAL : order
val it = GREATER : order
val it = LESS : order
*)

(*** collate ***)
String.collate (fn (a, b) => Char.compare (Char.toLower a, Char.toLower b)) ("ABC", "abc");
String.collate Char.compare ("ABC", "abc");
(*=
val it = EQUAL : order
val it = LESS : order
*)

(*** operators ***)
String.< ("a", "b");
String.<= ("a", "a");
String.> ("a", "b");
String.>= ("b", "a");
String.^ ("a", "b");
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = true : bool
val it = "ab" : string
*)

(*** toString ***)
String.toString "a\nb";
String.toString "\"quoted\"";
String.toString "\001\127\200";
(*=
val it = "a\\nb" : string
val it = "\\\"quoted\\\"" : string
val it = "\\^A\\127\\200" : string
*)

(*** fromString ***)
String.fromString "a\\nb";
String.fromString "\\065\\066";
String.fromString "";
(*=
val it = SOME "a\nb" : string option
val it = SOME "AB" : string option
val it = SOME "" : string option
*)

(*** types ***)
String.tokens;
String.translate;
String.collate;
String.extract;
(*=
val it = fn : (char -> bool) -> string -> string list
val it = fn : (char -> string) -> string -> string
val it = fn : (char * char -> order) -> string * string -> order
val it = fn : string * int * int option -> string
*)

(*** title case ***)
fun title s = case explode s of [] => "" | c :: cs => implode (Char.toUpper c :: map Char.toLower cs);
String.concatWith " " (map title (String.tokens Char.isSpace "coloured PETRI nets"));
(*=
val title = fn : string -> string
val it = "Coloured Petri Nets" : string
*)
