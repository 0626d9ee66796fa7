(*** zip ***)
ListPair.zip ([1, 2, 3], ["a", "b"]);
ListPair.zip ([] : string list, [1]);
(*=
val it = [(1,"a"),(2,"b")] : (int * string) list
val it = [] : (string * int) list
*)

(*** zipEq ***)
ListPair.zipEq ([1, 2], ["a", "b"]);
ListPair.zipEq ([1, 2], ["a"]) handle ListPair.UnequalLengths => [];
(*=
val it = [(1,"a"),(2,"b")] : (int * string) list
val it = [] : (int * string) list
*)

(*** unzip ***)
ListPair.unzip [(1, "a"), (2, "b")];
(*=
val it = ([1,2],["a","b"]) : int list * string list
*)

(*** app ***)
ListPair.app (fn (a, b) => print (a ^ b ^ "\n")) (["x", "y"], ["1", "2", "3"]);
(*=
x1
y2
val it = () : unit
*)

(*** appEq ***)
ListPair.appEq (fn (a, b) => print (a ^ b ^ "\n")) (["x"], ["1", "2"]) handle ListPair.UnequalLengths => print "unequal\n";
(*=
x1
unequal
val it = () : unit
*)

(*** map ***)
ListPair.map (op +) ([1, 2], [10, 20, 30]);
(*=
val it = [11,22] : int list
*)

(*** mapEq ***)
ListPair.mapEq (op * ) ([1, 2], [10, 20]);
ListPair.mapEq (op * ) ([1, 2], [10]) handle ListPair.UnequalLengths => [];
(*=
val it = [10,40] : int list
val it = [] : int list
*)

(*** foldl ***)
ListPair.foldl (fn (a, b, s) => s ^ a ^ b) "" (["a", "b"], ["1", "2"]);
(*=
val it = "a1b2" : string
*)

(*** foldr ***)
ListPair.foldr (fn (a, b, s) => s ^ a ^ b) "" (["a", "b"], ["1", "2"]);
(*=
val it = "b2a1" : string
*)

(*** foldlEq foldrEq ***)
ListPair.foldlEq (fn (a, b, s) => s + a * b) 0 ([1, 2], [3, 4]);
ListPair.foldrEq (fn (a, b, s) => s + a * b) 0 ([1], [3, 4]) handle ListPair.UnequalLengths => ~1;
(*=
val it = 11 : int
val it = ~1 : int
*)

(*** all and exists ***)
ListPair.all (op <) ([1, 2], [2, 3]);
ListPair.all (op <) ([1, 2, 0], [2, 3]);
ListPair.exists (op =) ([1, 2], [3, 2]);
ListPair.exists (op =) ([1, 2], [3]);
(*=
val it = true : bool
val it = true : bool
val it = true : bool
val it = false : bool
*)

(*** allEq ***)
ListPair.allEq (op <) ([1, 2], [2, 3]);
ListPair.allEq (op <) ([1, 2, 0], [2, 3]);
(*=
val it = true : bool
val it = false : bool
*)

(*** types ***)
ListPair.map;
ListPair.foldl;
ListPair.unzip;
(*=
val it = fn : ('a * 'b -> 'c) -> 'a list * 'b list -> 'c list
val it = fn : ('a * 'b * 'c -> 'c) -> 'c -> 'a list * 'b list -> 'c
val it = fn : ('a * 'b) list -> 'a list * 'b list
*)

(*** dot product ***)
fun dot (a, b) = foldl (op +) 0 (ListPair.map (op * ) (a, b));
dot ([1, 2, 3], [4, 5, 6]);
(*=
val dot = fn : int list * int list -> int
val it = 32 : int
*)
