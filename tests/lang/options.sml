(*** constants ***)
SOME 1;
NONE;
SOME "a";
SOME (SOME 3);
[SOME 1, NONE];
(*=
val it = SOME 1 : int option
val it = NONE : 'a option
val it = SOME "a" : string option
val it = SOME (SOME 3) : int option option
val it = [SOME 1,NONE] : int option list
*)

(*** patterns ***)
fun get (SOME x) = x | get NONE = 0;
get (SOME 3);
get NONE;
(*=
val get = fn : int option -> int
val it = 3 : int
val it = 0 : int
*)

(*** valOf isSome getOpt ***)
valOf (SOME 3);
isSome NONE;
isSome (SOME ());
getOpt (NONE, 5);
getOpt (SOME 4, 5);
(*=
val it = 3 : int
val it = false : bool
val it = true : bool
val it = 5 : int
val it = 4 : int
*)

(*** valOf of nothing ***)
valOf NONE handle Option => ~1;
(*=
val it = ~1 : int
*)

(*** uncaught Option ***)
valOf (NONE : int option);
(*=
uncaught exception Option
*)

(*** equality ***)
SOME 1 = SOME 1;
SOME 1 = NONE;
NONE = (NONE : string option);
(*=
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** chained lookups ***)
fun find k xs = Option.map #2 (List.find (fn (k', _) => k = k') xs);
val phone = [("ann", "12"), ("bob", "34")];
val room = [("12", 7), ("99", 8)];
fun roomOf name = Option.mapPartial (fn p => find p room) (find name phone);
map roomOf ["ann", "bob", "eve"];
(*=
val find = fn : ''a -> (''a * 'b) list -> 'b option
val phone = [("ann","12"),("bob","34")] : (string * string) list
val room = [("12",7),("99",8)] : (string * int) list
val roomOf = fn : string -> int option
val it = [SOME 7,NONE,NONE] : int option list
*)

(*** safe head ***)
fun head [] = NONE | head (x :: _) = SOME x;
head [[1]];
Option.join (SOME (head [1, 2]));
(*=
val head = fn : 'a list -> 'a option
val it = SOME [1] : int list option
val it = SOME 1 : int option
*)
