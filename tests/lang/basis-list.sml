(*** null length hd tl ***)
List.null [];
List.length [1, 2];
List.hd [1, 2];
List.tl [1, 2];
(*=
val it = true : bool
val it = 2 : int
val it = 1 : int
val it = [2] : int list
*)

(*** last ***)
List.last [1, 2, 3];
List.last [] handle Empty => 0;
(*=
val it = 3 : int
val it = 0 : int
*)

(*** getItem ***)
List.getItem [1, 2];
List.getItem ([] : int list);
(*=
val it = SOME (1,[2]) : (int * int list) option
val it = NONE : (int * int list) option
*)

(*** nth ***)
List.nth ([10, 20, 30], 0);
List.nth ([10, 20, 30], 2);
List.nth ([10], ~1) handle Subscript => 0;
(*=
val it = 10 : int
val it = 30 : int
val it = 0 : int
*)

(*** take ***)
List.take ([1, 2, 3], 0);
List.take ([1, 2, 3], 2);
List.take ([1, 2, 3], 3);
List.take ([1], 2) handle Subscript => [];
List.take ([1], ~1) handle Subscript => [];
(*=
val it = [] : int list
val it = [1,2] : int list
val it = [1,2,3] : int list
val it = [] : int list
val it = [] : int list
*)

(*** drop ***)
List.drop ([1, 2, 3], 0);
List.drop ([1, 2, 3], 2);
List.drop ([1, 2, 3], 3);
List.drop ([1], 2) handle Subscript => [9];
(*=
val it = [1,2,3] : int list
val it = [3] : int list
val it = [] : int list
val it = [9] : int list
*)

(*** rev and revAppend ***)
List.rev [1, 2, 3];
List.revAppend ([1, 2], [3]);
(*=
val it = [3,2,1] : int list
val it = [2,1,3] : int list
*)

(*** concat ***)
List.concat [[1], [2, 3], []];
List.concat ([] : int list list);
(*=
val it = [1,2,3] : int list
val it = [] : int list
*)

(*** map app ***)
List.map (fn x => x + 1) [1, 2];
List.app (fn x => print (Int.toString x ^ "\n")) [1, 2];
(*=
val it = [2,3] : int list
1
2
val it = () : unit
*)

(*** mapPartial ***)
List.mapPartial (fn x => if x > 1 then SOME (x * x) else NONE) [1, 2, 3];
(*=
val it = [4,9] : int list
*)

(*** find ***)
List.find (fn x => x > 1) [1, 2, 3];
List.find (fn x => x > 9) [1, 2, 3];
(*=
val it = SOME 2 : int option
val it = NONE : int option
*)

(*** filter ***)
List.filter (fn x => x mod 2 = 0) [1, 2, 3, 4];
(*=
val it = [2,4] : int list
*)

(*** partition ***)
List.partition (fn x => x < 3) [1, 4, 2, 5];
(*=
val it = ([1,2],[4,5]) : int list * int list
*)

(*** foldl foldr ***)
List.foldl (fn (x, s) => s ^ Int.toString x) "" [1, 2, 3];
List.foldr (fn (x, s) => s ^ Int.toString x) "" [1, 2, 3];
(*=
val it = "123" : string
val it = "321" : string
*)

(*** exists all ***)
List.exists (fn x => x = 2) [1, 2];
List.exists (fn x => x = 2) [];
List.all (fn x => x > 0) [1, 2];
List.all (fn x => x > 0) [];
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
*)

(*** exists stops early ***)
List.exists (fn x => (print (Int.toString x ^ "\n"); x = 2)) [1, 2, 3];
(*=
1
2
val it = true : bool
*)

(*** tabulate ***)
List.tabulate (5, fn i => i * i);
List.tabulate (0, fn i => i);
List.tabulate (~1, fn i => i) handle Size => [~1];
(*=
val it = [0,1,4,9,16] : int list
val it = [] : int list
val it = [~1] : int list
*)

(*** collate ***)
List.collate Int.compare ([1, 2], [1, 3]);
List.collate Int.compare ([1], [1, 0]);
List.collate Int.compare ([2], [1, 9]);
List.collate Int.compare ([], []);
(*=
val it = LESS : order
val it = LESS : order
val it = GREATER : order
val it = EQUAL : order
*)

(*** types of the list functions ***)
List.map;
List.foldl;
List.partition;
List.collate;
List.tabulate;
List.getItem;
List.mapPartial;
List.nth;
(*=
val it = fn : ('a -> 'b) -> 'a list -> 'b list
val it = fn : ('a * 'b -> 'b) -> 'b -> 'a list -> 'b
val it = fn : ('a -> bool) -> 'a list -> 'a list * 'a list
val it = fn : ('a * 'a -> order) -> 'a list * 'a list -> order
val it = fn : int * (int -> 'a) -> 'a list
val it = fn : 'a list -> ('a * 'a list) option
val it = fn : ('a -> 'b option) -> 'a list -> 'b list
val it = fn : 'a list * int -> 'a
*)

(*** order of effects in map and tabulate ***)
List.map (fn x => (print (Int.toString x ^ "\n"); x)) [1, 2, 3];
List.tabulate (2, fn x => (print (Int.toString x ^ "\n"); x));
(*=
1
2
3
val it = [1,2,3] : int list
0
1
val it = [0,1] : int list
*)
