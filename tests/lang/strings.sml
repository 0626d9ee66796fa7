(*** string constants ***)
"";
"abc";
"with blanks and 'quotes'";
(*=
val it = "" : string
val it = "abc" : string
val it = "with blanks and 'quotes'" : string
*)

(*** concatenation ***)
"ab" ^ "cd";
"a" ^ "b" ^ "c";
"" ^ "";
(*=
val it = "abcd" : string
val it = "abc" : string
val it = "" : string
*)

(*** size ***)
size "";
size "hello";
(*=
val it = 0 : int
val it = 5 : int
*)

(*** escapes ***)
"tab\there";
"line\nbreak";
"quote \" and backslash \\";
(*=
val it = "tab\there" : string
val it = "line\nbreak" : string
val it = "quote \" and backslash \\" : string
*)

(*** escapes by code ***)
"\065\066\067";
"\007\008\013";
"\255";
(*=
val it = "ABC" : string
val it = "\a\b\r" : string
val it = "\255" : string
*)

(*** control escapes ***)
"\^A\^@";
size "\^A\^@";
(*=
val it = "\^A\^@" : string
val it = 2 : int
*)

(*** string over several lines ***)
"one \
  \two";
size "ab\
     \cd";
(*=
val it = "one two" : string
val it = 4 : int
*)

(*** comparison ***)
"abc" < "abd";
"abc" < "ab";
"" < "a";
"a" >= "A";
"x" = "x";
"x" <> "y";
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
val it = true : bool
val it = true : bool
*)

(*** explode and implode ***)
explode "abc";
implode [#"x", #"y"];
implode (rev (explode "stressed"));
(*=
val it = [#"a",#"b",#"c"] : char list
val it = "xy" : string
val it = "desserts" : string
*)

(*** str and chr ***)
str #"a" ^ str (chr 98);
(*=
val it = "ab" : string
*)

(*** substring ***)
substring ("hello world", 6, 5);
substring ("abc", 0, 0);
substring ("abc", 3, 0);
(*=
val it = "world" : string
val it = "" : string
val it = "" : string
*)

(*** substring out of range ***)
substring ("abc", 1, 3) handle Subscript => "no";
substring ("abc", ~1, 1) handle Subscript => "no";
(*=
val it = "no" : string
val it = "no" : string
*)

(*** concat ***)
concat [];
concat ["a", "bc", "", "def"];
(*=
val it = "" : string
val it = "abcdef" : string
*)

(*** palindromes ***)
fun palindrome s = let val cs = List.filter Char.isAlpha (explode (String.map Char.toLower s)) in cs = rev cs end;
map palindrome ["Anna", "Never odd or even", "Petri"];
(*=
val palindrome = fn : string -> bool
val it = [true,true,false] : bool list
*)

(*** repeat a string ***)
fun repeat (_, 0) = "" | repeat (s, n) = s ^ repeat (s, n - 1);
repeat ("ab", 3);
repeat ("ab", 0);
(*=
val repeat = fn : string * int -> string
val it = "ababab" : string
val it = "" : string
*)

(*** building a string from a list ***)
fun show xs = "[" ^ String.concatWith "; " (map Int.toString xs) ^ "]";
show [1, ~2, 3];
show [];
(*=
val show = fn : int list -> string
val it = "[1; ~2; 3]" : string
val it = "[]" : string
*)

(*** counting words ***)
fun words s = length (String.tokens Char.isSpace s);
words "  the quick  brown\tfox\n";
(*=
val words = fn : string -> int
val it = 4 : int
*)

(*** join lines ***)
foldr (fn (line, text) => line ^ "\n" ^ text) "" ["a", "b"];
(*=
val it = "a\nb\n" : string
*)

(*** decimal conversion by hand ***)
fun number s = foldl (fn (c, n) => 10 * n + ord c - ord #"0") 0 (explode s);
number "90210" + 1;
(*=
val number = fn : string -> int
val it = 90211 : int
*)

(*** binary string ***)
fun binary 0 = "0" | binary 1 = "1" | binary n = binary (n div 2) ^ binary (n mod 2);
map binary [0, 5, 10, 255];
(*=
val binary = fn : int -> string
val it = ["0","101","1010","11111111"] : string list
*)

(*** printing ***)
print "hello\n";
print ("1 + 1 = " ^ Int.toString (1 + 1) ^ "\n");
(*=
hello
val it = () : unit
1 + 1 = 2
val it = () : unit
*)

(*** printing in a list ***)
app (fn s => print (s ^ "\n")) ["a", "b", "c"];
(*=
a
b
c
val it = () : unit
*)
