(*** tail call in a long loop ***)
fun loop (0, acc) = acc | loop (n, acc) = loop (n - 1, acc + 1);
loop (1000000, 0);
(*=
val loop = fn : int * int -> int
val it = 1000000 : int
*)

(*** mutual tail calls ***)
fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1);
even 1000000;
(*=
val even = fn : int -> bool
val odd = fn : int -> bool
val it = true : bool
*)

(*** deep recursion that is not tail ***)
fun count 0 = 0 | count n = 1 + count (n - 1);
count 100000;
(*=
val count = fn : int -> int
val it = 100000 : int
*)

(*** deep recursion building a list ***)
fun upto (a, b) = if a > b then [] else a :: upto (a + 1, b);
length (upto (1, 100000));
(*=
val upto = fn : int * int -> int list
val it = 100000 : int
*)

(*** deep fold to the right ***)
foldr (op +) 0 (List.tabulate (100000, fn i => i));
(*=
val it = 4999950000 : int
*)

(*** deep append ***)
length (List.tabulate (100000, fn i => i) @ [1]);
(*=
val it = 100001 : int
*)

(*** deep map ***)
List.last (map (fn x => x + 1) (List.tabulate (100000, fn i => i)));
(*=
val it = 100000 : int
*)

(*** tail call through andalso ***)
fun all 0 = true | all n = n > 0 andalso all (n - 1);
all 300000;
(*=
val all = fn : int -> bool
val it = true : bool
*)

(*** tail call through case and let ***)
fun f n = let val m = n - 1 in case m of 0 => "done" | _ => f m end;
f 300000;
(*=
val f = fn : int -> string
val it = "done" : string
*)

(*** tail call of a function argument ***)
val rec g = fn (_, 0) => 7 | (h, n) => g (h, n - 1);
g ((), 300000);
(*=
val g = fn : 'a * int -> int
val it = 7 : int
*)

(*** continuation passing ***)
fun factk (0, k) = k 1 | factk (n, k) = factk (n - 1, fn r => k (n * r));
factk (10, fn r => r);
(*=
val factk = fn : int * (int -> 'a) -> 'a
val it = 3628800 : int
*)

(*** continuation passing, deep ***)
fun sumk ([], k) = k 0 | sumk (x :: xs, k) = sumk (xs, fn r => k (x + r));
sumk (List.tabulate (50000, fn i => i), fn r => r);
(*=
val sumk = fn : int list * (int -> 'a) -> 'a
val it = 1249975000 : int
*)

(*** deep tree ***)
datatype t = Leaf | Node of t;
fun build (0, t) = t | build (n, t) = build (n - 1, Node t);
fun depth Leaf = 0 | depth (Node t) = 1 + depth t;
depth (build (100000, Leaf));
(*=
val build = fn : int * t -> t
val depth = fn : t -> int
val it = 100000 : int
*)

(*** equality of long lists ***)
fun numbers n = List.tabulate (n, fn i => i);
numbers 50000 = numbers 50000;
numbers 50000 = numbers 49999 @ [0];
(*=
val numbers = fn : int -> int list
val it = true : bool
val it = false : bool
*)
