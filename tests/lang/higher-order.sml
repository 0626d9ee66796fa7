(*** composition ***)
(size o Int.toString) 12345;
(Int.toString o (fn x => x + 1) o size) "abc";
(*=
val it = 5 : int
val it = "4" : string
*)

(*** twice ***)
fun twice f x = f (f x);
twice (fn x => x * x) 3;
twice twice (fn x => x + 1) 0;
(*=
val twice = fn : ('a -> 'a) -> 'a -> 'a
val it = 81 : int
val it = 4 : int
*)

(*** iterate ***)
fun iterate 0 _ x = x | iterate n f x = iterate (n - 1) f (f x);
iterate 10 (fn x => 2 * x) 1;
(*=
val iterate = fn : int -> ('a -> 'a) -> 'a -> 'a
val it = 1024 : int
*)

(*** map with a section made by currying ***)
fun add x y = x + y;
map (add 5) [1, 2, 3];
(*=
val add = fn : int -> int -> int
val it = [6,7,8] : int list
*)

(*** filter and map ***)
List.filter (fn x => x mod 2 = 0) (map (fn x => x * 3) [1, 2, 3, 4]);
(*=
val it = [6,12] : int list
*)

(*** fold building a function ***)
fun compose fs = foldr (op o) (fn x => x) fs;
compose [fn x => x + 1, fn x => x * 2] 10;
(*=
val compose = fn : ('a -> 'a) list -> 'a -> 'a
val it = 21 : int
*)

(*** list of functions ***)
map (fn f => f 3) [fn x => x, fn x => x * x, ~];
(*=
val it = [3,9,~3] : int list
*)

(*** op as a function ***)
foldl (op * ) 1 [1, 2, 3, 4];
map (op ^) [("a", "b"), ("c", "d")];
(*=
val it = 24 : int
val it = ["ab","cd"] : string list
*)

(*** flip ***)
fun flip f (x, y) = f (y, x);
flip (op -) (1, 10);
(*=
val flip = fn : ('a * 'b -> 'c) -> 'b * 'a -> 'c
val it = 9 : int
*)

(*** church numerals ***)
fun zero f x = x;
fun succ n f x = f (n f x);
fun toInt n = n (fn x => x + 1) 0;
toInt (succ (succ (succ zero)));
(*=
val zero = fn : 'a -> 'b -> 'b
val succ = fn : (('a -> 'b) -> 'c -> 'a) -> ('a -> 'b) -> 'c -> 'b
val toInt = fn : ((int -> int) -> int -> 'a) -> 'a
val it = 3 : int
*)

(*** apply ***)
fun apply (f, x) = f x;
apply (rev, [1, 2]);
(*=
val apply = fn : ('a -> 'b) * 'a -> 'b
val it = [2,1] : int list
*)

(*** pipeline ***)
infix |>;
fun x |> f = f x;
[3, 1, 2] |> map (fn x => x * 10) |> rev |> hd;
(*=
val |> = fn : 'a * ('a -> 'b) -> 'b
val it = 20 : int
*)

(*** fixpoint by a datatype ***)
datatype 'a self = Roll of 'a self -> 'a;
fun unroll (Roll f) = f;
fun fix f = (fn x => fn a => f (unroll x x) a) (Roll (fn x => fn a => f (unroll x x) a));
fix (fn self => fn n => if n = 0 then 1 else n * self (n - 1)) 6;
(*=
val unroll = fn : 'a self -> 'a self -> 'a
val fix = fn : (('a -> 'b) -> 'a -> 'b) -> 'a -> 'b
val it = 720 : int
*)

(*** memo by a reference ***)
val cache = ref [(0, 0), (1, 1)];
fun find (_, []) = NONE | find (n, (k, v) :: rest) = if n = k then SOME v else find (n, rest);
fun fib n = case find (n, !cache) of
    SOME v => v
  | NONE => let val v = fib (n - 1) + fib (n - 2) in cache := (n, v) :: !cache; v end;
fib 60;
(*=
val cache = ref [(0,0),(1,1)] : (int * int) list ref
val find = fn : ''a * (''a * 'b) list -> 'b option
val fib = fn : int -> int
val it = 1548008755920 : int
*)
