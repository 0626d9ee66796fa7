(*** identity ***)
fun id x = x;
id 3;
id "a";
(id id) true;
(*=
val id = fn : 'a -> 'a
val it = 3 : int
val it = "a" : string
val it = true : bool
*)

(*** pair of different types ***)
fun pair x y = (x, y);
pair 1 "a";
pair [1] (pair true ());
(*=
val pair = fn : 'a -> 'b -> 'a * 'b
val it = (1,"a") : int * string
val it = ([1],(true,())) : int list * (bool * unit)
*)

(*** polymorphic list functions ***)
fun first (x :: _) = SOME x | first [] = NONE;
first [1];
first ["a"];
(*=
val first = fn : 'a list -> 'a option
val it = SOME 1 : int option
val it = SOME "a" : string option
*)

(*** equality types ***)
fun member (x, ys) = List.exists (fn y => x = y) ys;
member (3, [1, 2, 3]);
member ("a", ["b"]);
(*=
val member = fn : ''a * ''a list -> bool
val it = true : bool
val it = false : bool
*)

(*** equality on pairs of type variables ***)
fun same (a, b) = a = b;
same ((1, "a"), (1, "a"));
same ([true], [false]);
(*=
val same = fn : ''a * ''a -> bool
val it = true : bool
val it = false : bool
*)

(*** composition type ***)
fun compose (f, g) x = f (g x);
compose (size, fn n => Int.toString n) 100;
(*=
val compose = fn : ('a -> 'b) * ('c -> 'a) -> 'c -> 'b
val it = 3 : int
*)

(*** S and K ***)
fun K x y = x;
fun S f g x = f x (g x);
S K K 42;
(*=
val K = fn : 'a -> 'b -> 'a
val S = fn : ('a -> 'b -> 'c) -> ('a -> 'b) -> 'a -> 'c
val it = 42 : int
*)

(*** let polymorphism ***)
let fun id x = x in (id 1, id "x") end;
(*=
val it = (1,"x") : int * string
*)

(*** explicit type variables ***)
fun 'a wrap (x : 'a) = [x];
wrap 1;
val 'b k = fn (x : 'b) => (x, x);
k "s";
(*=
val wrap = fn : 'a -> 'a list
val it = [1] : int list
val k = fn : 'a -> 'a * 'a
val it = ("s","s") : string * string
*)

(*** constrained polymorphism ***)
fun f (x : 'a, y : 'a) = [x, y];
f (1, 2);
(*=
val f = fn : 'a * 'a -> 'a list
val it = [1,2] : int list
*)

(*** instance by constraint ***)
val intId : int -> int = fn x => x;
intId 3;
(*=
val intId = fn : int -> int
val it = 3 : int
*)

(*** polymorphic constants ***)
val none = NONE;
val nothing = [];
1 :: nothing;
"a" :: nothing;
(*=
val none = NONE : 'a option
val nothing = [] : 'a list
val it = [1] : int list
val it = ["a"] : string list
*)

(*** polymorphic datatype ***)
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree;
fun size Leaf = 0 | size (Node (l, _, r)) = size l + 1 + size r;
size (Node (Leaf, "x", Node (Leaf, "y", Leaf)));
size (Node (Leaf, 1, Leaf));
(*=
val size = fn : 'a tree -> int
val it = 2 : int
val it = 1 : int
*)

(*** two type parameters ***)
datatype ('a, 'b) either = Left of 'a | Right of 'b;
fun lefts xs = List.mapPartial (fn Left x => SOME x | Right _ => NONE) xs;
lefts [Left 1, Right "a", Left 2];
Right 3;
(*=
val lefts = fn : ('a, 'b) either list -> 'a list
val it = [1,2] : int list
val it = Right 3 : ('a, int) either
*)

(*** value restriction safe by abstraction ***)
fun rmap f = map f;
val eta = fn xs => map (fn x => x) xs;
eta [1];
eta ["a"];
(*=
val rmap = fn : ('a -> 'b) -> 'a list -> 'b list
val eta = fn : 'a list -> 'a list
val it = [1] : int list
val it = ["a"] : string list
*)

(*** polymorphic exceptions of fixed type ***)
exception Found of int;
fun search p xs = (app (fn x => if p x then raise Found x else ()) xs; NONE) handle Found x => SOME x;
search (fn x => x > 2) [1, 2, 3, 4];
(*=
val search = fn : (int -> bool) -> int list -> int option
val it = SOME 3 : int option
*)

(*** functions in tuples keep their types ***)
val (f, g) = (fn x => x, fn x => x + 1);
f "s";
g 1;
(*=
val f = fn : 'a -> 'a
val g = fn : int -> int
val it = "s" : string
val it = 2 : int
*)

(*** several polymorphic variables of one pattern ***)
val (f, g) = (fn x => (x, x), fn y => [y]);
(f 1, g "a", f "b", g 2.0, map g [1, 2]);
let val (h, k) = (fn x => SOME x, fn y => (y, 0)) in (h 1, k "s", h (k "t")) end;
(*=
val f = fn : 'a -> 'a * 'a
val g = fn : 'a -> 'a list
val it = ((1,1),["a"],("b","b"),[2.0],[[1],[2]]) : (int * int) * string list * (string * string) * real list * int list list
val it = (SOME 1,("s",0),SOME ("t",0)) : int option * (string * int) * (string * int) option
*)
