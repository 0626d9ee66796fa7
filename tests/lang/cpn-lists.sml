(*** append ***)
[1, 2] ^^ [3];
[] ^^ [1] ^^ [2, 3];
(*=
val it = [1,2,3] : int list
val it = [1,2,3] : int list
*)

(*** append with the other operator ***)
[1, 2] @ [3];
(*=
val it = [1,2,3] : int list
*)

(*** mem ***)
mem [1, 2, 3] 2;
mem ["a"] "b";
mem [] 1;
(*=
val it = true : bool
val it = false : bool
val it = false : bool
*)

(*** remdupl ***)
remdupl [1, 2, 3, 2, 4, 2, 5, 3];
remdupl [1, 2, 3];
remdupl ["a", "a"];
(*=
val it = [1,4,2,5,3] : int list
val it = [1,2,3] : int list
val it = ["a"] : string list
*)

(*** rm ***)
rm 3 [1, 2, 3, 4, 3, 5];
rm 9 [1, 2];
(*=
val it = [1,2,4,3,5] : int list
val it = [1,2] : int list
*)

(*** rmall ***)
rmall 3 [1, 2, 3, 4, 3, 5];
rmall 9 [1, 2];
(*=
val it = [1,2,4,5] : int list
val it = [1,2] : int list
*)

(*** pos ***)
pos 7 [5, 7, 7];
pos 9 [5] handle Match => ~1;
(*=
val it = 1 : int
val it = ~1 : int
*)

(*** contains ***)
contains [1, 2, 3] [3, 2];
contains [1, 2, 3] [3, 2, 3];
contains [1, 2, 3] [3, 4];
contains [1] [];
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** contains_all ***)
contains_all [1, 2, 3] [3, 2];
contains_all [1, 2, 3] [3, 2, 3];
contains_all [3, 2, 3] [3, 3];
(*=
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** intersect ***)
intersect [1, 2, 3] [2, 3, 4];
intersect [1, 2, 2, 3] [2, 2, 2];
intersect [1] [2];
(*=
val it = [2,3] : int list
val it = [2,2] : int list
val it = [] : int list
*)

(*** union ***)
union [1, 2] [2, 3];
(*=
val it = [1,2,2,3] : int list
*)

(*** listsub ***)
listsub [1, 2, 3, 2] [2];
listsub [1, 2, 3] [3, 1];
listsub [1] [2] handle Subtract => [];
(*=
val it = [1,3,2] : int list
val it = [2] : int list
val it = [] : int list
*)

(*** ins ***)
ins [1, 2] 3;
ins [] "a";
(*=
val it = [1,2,3] : int list
val it = ["a"] : string list
*)

(*** ins_new ***)
ins_new [1, 2] 3;
ins_new [1, 2] 2;
(*=
val it = [1,2,3] : int list
val it = [1,2] : int list
*)

(*** fmap ***)
fmap (fn n => [n, n * n]) [2, 3];
(*=
val it = [2,4,3,9] : int list
*)

(*** mapfilter ***)
mapfilter (ref (fn n => (n > 1, n * n)), [1, 2, 3]);
(*=
val it = [4,9] : int list
*)

(*** predlist ***)
predlist (fn n => n > 2) [1, 2, 3];
predlist (fn n => n > 3) [1, 2, 3];
(*=
val it = true : bool
val it = false : bool
*)

(*** split ***)
split (2, [1, 2, 3, 4], []);
split (0, [1], []);
split (2, [1], []) handle Match => ([], []);
(*=
val it = ([3,4],[1,2]) : int list * int list
val it = ([1],[]) : int list * int list
val it = ([],[]) : int list * int list
*)

(*** sort ***)
sort (op <) [3, 1, 2, 1];
sort (op >) [3, 1, 2, 1];
sort (op <) ["b", "a"];
sort (fn ((a, _), (b, _)) => a < b) [(2, "x"), (1, "y"), (2, "z")];
(*=
val it = [1,1,2,3] : int list
val it = [3,2,1,1] : int list
val it = ["a","b"] : string list
val it = [(1,"y"),(2,"x"),(2,"z")] : (int * string) list
*)

(*** sort a long list ***)
fun ascending (a :: b :: rest) = a <= b andalso ascending (b :: rest) | ascending (_ : int list) = true;
ascending (sort (op <) (List.tabulate (100000, fn i => (i * 7919) mod 100003)));
(*=
val ascending = fn : int list -> bool
val it = true : bool
*)

(*** sort_int_list ***)
sort_int_list [3, ~1, 2];
sort_int_list [];
(*=
val it = [~1,2,3] : int list
val it = [] : int list
*)

(*** inc and dec ***)
val r = ref 5;
inc r;
!r;
(dec r; dec r; !r);
(*=
val r = ref 5 : int ref
val it = () : unit
val it = 6 : int
val it = 4 : int
*)

(*** types ***)
mem;
rm;
listsub;
sort;
(*=
val it = fn : ''a list -> ''a -> bool
val it = fn : ''a -> ''a list -> ''a list
val it = fn : ''a list -> ''a list -> ''a list
val it = fn : ('a * 'a -> bool) -> 'a list -> 'a list
*)
