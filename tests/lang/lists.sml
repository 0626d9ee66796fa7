(*** list constants ***)
[1, 2, 3];
["a"];
[[1], [], [2, 3]];
[(1, true), (2, false)];
(*=
val it = [1,2,3] : int list
val it = ["a"] : string list
val it = [[1],[],[2,3]] : int list list
val it = [(1,true),(2,false)] : (int * bool) list
*)

(*** empty list ***)
[];
nil;
[] = [1];
(*=
val it = [] : 'a list
val it = [] : 'a list
val it = false : bool
*)

(*** cons ***)
1 :: 2 :: [];
1 :: [2, 3];
[1] :: [[2]];
(*=
val it = [1,2] : int list
val it = [1,2,3] : int list
val it = [[1],[2]] : int list list
*)

(*** append ***)
[1, 2] @ [3, 4];
[] @ [1];
[1] @ [];
[1] @ [2] @ [3];
(*=
val it = [1,2,3,4] : int list
val it = [1] : int list
val it = [1] : int list
val it = [1,2,3] : int list
*)

(*** cons and append associate to the right ***)
0 :: [1] @ [2];
(*=
val it = [0,1,2] : int list
*)

(*** hd and tl ***)
hd [1, 2, 3];
tl [1, 2, 3];
hd (tl [1, 2, 3]);
(*=
val it = 1 : int
val it = [2,3] : int list
val it = 2 : int
*)

(*** hd of an empty list ***)
hd [] handle Empty => 0;
tl [] handle Empty => [99];
(*=
val it = 0 : int
val it = [99] : int list
*)

(*** null and length ***)
null [];
null [1];
length [];
length [[], [1]];
(*=
val it = true : bool
val it = false : bool
val it = 0 : int
val it = 2 : int
*)

(*** rev ***)
rev [1, 2, 3];
rev (explode "abc");
(*=
val it = [3,2,1] : int list
val it = [#"c",#"b",#"a"] : char list
*)

(*** map ***)
map (fn x => x + 1) [1, 2, 3];
map size ["a", "bcd", ""];
map (fn x => [x]) [1, 2];
(*=
val it = [2,3,4] : int list
val it = [1,3,0] : int list
val it = [[1],[2]] : int list list
*)

(*** folds ***)
foldl (op +) 0 [1, 2, 3, 4];
foldr (op ::) [] [1, 2, 3];
foldl (fn (x, acc) => x :: acc) [] [1, 2, 3];
foldr (op -) 0 [1, 2, 3];
foldl (op -) 0 [1, 2, 3];
(*=
val it = 10 : int
val it = [1,2,3] : int list
val it = [3,2,1] : int list
val it = 2 : int
val it = 2 : int
*)

(*** equality of lists ***)
[1, 2] = [1, 2];
[1, 2] = [2, 1];
["a"] <> [];
[[1]] = [[1]];
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
*)

(*** own append ***)
fun append ([], ys) = ys | append (x :: xs, ys) = x :: append (xs, ys);
append ([1, 2], [3]);
(*=
val append = fn : 'a list * 'a list -> 'a list
val it = [1,2,3] : int list
*)

(*** own reverse ***)
fun reverse xs = let fun go ([], acc) = acc | go (x :: xs, acc) = go (xs, x :: acc) in go (xs, []) end;
reverse [1, 2, 3];
(*=
val reverse = fn : 'a list -> 'a list
val it = [3,2,1] : int list
*)

(*** range ***)
fun range (a, b) = if a > b then [] else a :: range (a + 1, b);
range (1, 5);
range (2, 1);
(*=
val range = fn : int * int -> int list
val it = [1,2,3,4,5] : int list
val it = [] : int list
*)

(*** take and drop while ***)
fun takeWhile p [] = [] | takeWhile p (x :: xs) = if p x then x :: takeWhile p xs else [];
fun dropWhile p [] = [] | dropWhile p (x :: xs) = if p x then dropWhile p xs else x :: xs;
takeWhile (fn x => x < 3) [1, 2, 3, 1];
dropWhile (fn x => x < 3) [1, 2, 3, 1];
(*=
val takeWhile = fn : ('a -> bool) -> 'a list -> 'a list
val dropWhile = fn : ('a -> bool) -> 'a list -> 'a list
val it = [1,2] : int list
val it = [3,1] : int list
*)

(*** flatten ***)
fun flatten xss = foldr (op @) [] xss;
flatten [[1], [2, 3], []];
(*=
val flatten = fn : 'a list list -> 'a list
val it = [1,2,3] : int list
*)

(*** group equal neighbours ***)
fun group [] = []
  | group (x :: xs) =
      case group xs of
        (y :: ys) :: rest => if x = y then (x :: y :: ys) :: rest else [x] :: (y :: ys) :: rest
      | rest => [x] :: rest;
group [1, 1, 2, 3, 3, 3];
(*=
val group = fn : ''a list -> ''a list list
val it = [[1,1],[2],[3,3,3]] : int list list
*)

(*** run length encoding ***)
fun encode [] = []
  | encode (x :: xs) =
      case encode xs of
        (y, n) :: rest => if x = y then (y, n + 1) :: rest else (x, 1) :: (y, n) :: rest
      | [] => [(x, 1)];
encode (explode "aaabcc");
(*=
val encode = fn : ''a list -> (''a * int) list
val it = [(#"a",3),(#"b",1),(#"c",2)] : (char * int) list
*)

(*** transpose ***)
fun transpose [] = [] | transpose ([] :: _) = [] | transpose rows = map hd rows :: transpose (map tl rows);
transpose [[1, 2, 3], [4, 5, 6]];
(*=
val transpose = fn : 'a list list -> 'a list list
val it = [[1,4],[2,5],[3,6]] : int list list
*)

(*** maximum ***)
fun maximum [] = raise Empty | maximum (x :: xs) = foldl Int.max x xs;
maximum [3, 9, 2];
maximum [] handle Empty => ~1;
(*=
val maximum = fn : int list -> int
val it = 9 : int
val it = ~1 : int
*)

(*** association list ***)
fun lookup (_, []) = NONE | lookup (k, (k', v) :: rest) = if k = k' then SOME v else lookup (k, rest);
lookup ("b", [("a", 1), ("b", 2)]);
lookup ("c", [("a", 1), ("b", 2)]);
(*=
val lookup = fn : ''a * (''a * 'b) list -> 'b option
val it = SOME 2 : int option
val it = NONE : int option
*)

(*** long list has its length ***)
length (List.tabulate (100000, fn i => i));
foldl (op +) 0 (List.tabulate (100001, fn i => i));
(*=
val it = 100000 : int
val it = 5000050000 : int
*)
