(*** greatest common divisor ***)
fun gcd (a, 0) = a | gcd (a, b) = gcd (b, a mod b);
gcd (84, 36);
gcd (17, 5);
(*=
val gcd = fn : int * int -> int
val it = 12 : int
val it = 1 : int
*)

(*** least common multiple ***)
fun gcd (a, 0) = a | gcd (a, b) = gcd (b, a mod b);
fun lcm (a, b) = a div gcd (a, b) * b;
foldl lcm 1 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
(*=
val gcd = fn : int * int -> int
val lcm = fn : int * int -> int
val it = 2520 : int
*)

(*** sieve ***)
fun sieve [] = [] | sieve (p :: ns) = p :: sieve (List.filter (fn n => n mod p <> 0) ns);
sieve (List.tabulate (49, fn i => i + 2));
(*=
val sieve = fn : int list -> int list
val it = [2,3,5,7,11,13,17,19,23,29,31,37,41,43,47] : int list
*)

(*** prime factors ***)
fun factors n =
  let fun go (1, _) = [] | go (n, d) = if n mod d = 0 then d :: go (n div d, d) else if d * d > n then [n] else go (n, d + 1)
  in go (n, 2) end;
map factors [12, 97, 360, 1001];
(*=
val factors = fn : int -> int list
val it = [[2,2,3],[97],[2,2,2,3,3,5],[7,11,13]] : int list list
*)

(*** perfect numbers ***)
fun divisors n = List.filter (fn d => n mod d = 0) (List.tabulate (n - 1, fn i => i + 1));
List.filter (fn n => foldl (op +) 0 (divisors n) = n) (List.tabulate (500, fn i => i + 2));
(*=
val divisors = fn : int -> int list
val it = [6,28,496] : int list
*)

(*** towers of hanoi ***)
fun hanoi (0, _, _, _) = [] | hanoi (n, a, b, c) = hanoi (n - 1, a, c, b) @ [(a, c)] @ hanoi (n - 1, b, a, c);
hanoi (3, "a", "b", "c");
length (hanoi (10, 1, 2, 3));
(*=
val hanoi = fn : int * 'a * 'a * 'a -> ('a * 'a) list
val it = [("a","c"),("a","b"),("c","b"),("a","c"),("b","a"),("b","c"),("a","c")] : (string * string) list
val it = 1023 : int
*)

(*** eight queens ***)
fun safe (q, qs) =
  let fun ok (_, []) = true | ok (d, q' :: rest) = q <> q' andalso abs (q - q') <> d andalso ok (d + 1, rest)
  in ok (1, qs) end;
fun queens n =
  let fun place 0 = [[]]
        | place k = List.concat (map (fn qs => List.mapPartial (fn q => if safe (q, qs) then SOME (q :: qs) else NONE) (List.tabulate (n, fn i => i + 1))) (place (k - 1)))
  in place n end;
map (length o queens) [1, 4, 6, 8];
hd (queens 8);
(*=
val safe = fn : int * int list -> bool
val queens = fn : int -> int list list
val it = [1,2,4,92] : int list
val it = [4,2,7,3,6,8,5,1] : int list
*)

(*** insertion sort ***)
fun insert (x, []) = [x] | insert (x, y :: ys) = if x <= y then x :: y :: ys else y :: insert (x, ys);
foldr insert [] [3, 1, 4, 1, 5, 9, 2, 6];
(*=
val insert = fn : int * int list -> int list
val it = [1,1,2,3,4,5,6,9] : int list
*)

(*** merge sort ***)
fun merge (xs, []) = xs | merge ([], ys) = ys
  | merge (x :: xs, y :: ys) = if x <= y then x :: merge (xs, y :: ys) else y :: merge (x :: xs, ys);
fun sort [] = [] | sort [x] = [x]
  | sort xs = let val n = length xs div 2 in merge (sort (List.take (xs, n)), sort (List.drop (xs, n))) end;
sort [3, 1, 4, 1, 5, 9, 2, 6];
(*=
val merge = fn : int list * int list -> int list
val sort = fn : int list -> int list
val it = [1,1,2,3,4,5,6,9] : int list
*)

(*** quick sort ***)
fun sort [] = [] | sort (p :: xs) = let val (low, high) = List.partition (fn x => x < p) xs in sort low @ [p] @ sort high end;
sort [3, 1, 4, 1, 5, 9, 2, 6];
sort [];
(*=
val sort = fn : int list -> int list
val it = [1,1,2,3,4,5,6,9] : int list
val it = [] : int list
*)

(*** permutations ***)
fun permutations [] = [[]]
  | permutations xs = List.concat (map (fn x => map (fn p => x :: p) (permutations (List.filter (fn y => y <> x) xs))) xs);
permutations [1, 2, 3];
length (permutations [1, 2, 3, 4, 5, 6]);
(*=
val permutations = fn : ''a list -> ''a list list
val it = [[1,2,3],[1,3,2],[2,1,3],[2,3,1],[3,1,2],[3,2,1]] : int list list
val it = 720 : int
*)

(*** power set ***)
fun powerset [] = [[]] | powerset (x :: xs) = let val p = powerset xs in map (fn s => x :: s) p @ p end;
powerset [1, 2, 3];
(*=
val powerset = fn : 'a list -> 'a list list
val it = [[1,2,3],[1,2],[1,3],[1],[2,3],[2],[3],[]] : int list list
*)

(*** combinations ***)
fun choose (0, _) = [[]] | choose (_, []) = [] | choose (k, x :: xs) = map (fn c => x :: c) (choose (k - 1, xs)) @ choose (k, xs);
choose (2, ["a", "b", "c", "d"]);
(*=
val choose = fn : int * 'a list -> 'a list list
val it = [["a","b"],["a","c"],["a","d"],["b","c"],["b","d"],["c","d"]] : string list list
*)

(*** binomial coefficients ***)
fun row 0 = [1] | row n = let val r = row (n - 1) in ListPair.map (op +) (0 :: r, r @ [0]) end;
List.tabulate (6, row);
(*=
val row = fn : int -> int list
val it = [[1],[1,1],[1,2,1],[1,3,3,1],[1,4,6,4,1],[1,5,10,10,5,1]] : int list list
*)

(*** matrix product ***)
fun transpose ([] :: _) = [] | transpose rows = map hd rows :: transpose (map tl rows);
fun dot (a, b) = ListPair.foldl (fn (x, y, s) => s + x * y) 0 (a, b);
fun mul (a, b) = let val c = transpose b in map (fn r => map (fn k => dot (r, k)) c) a end;
mul ([[1, 2], [3, 4]], [[5, 6], [7, 8]]);
(*=
val transpose = fn : 'a list list -> 'a list list
val dot = fn : int list * int list -> int
val mul = fn : int list list * int list list -> int list list
val it = [[19,22],[43,50]] : int list list
*)

(*** roman numerals ***)
val table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
fun roman n = let fun go (0, _) = "" | go (n, (v, s) :: rest) = if n >= v then s ^ go (n - v, (v, s) :: rest) else go (n, rest) | go _ = "" in go (n, table) end;
map roman [4, 9, 14, 1979, 2024];
(*=
val table = [(1000,"M"),(900,"CM"),(500,"D"),(400,"CD"),(100,"C"),(90,"XC"),(50,"L"),(40,"XL"),(10,"X"),(9,"IX"),(5,"V"),(4,"IV"),(1,"I")] : (int * string) list
val roman = fn : int -> string
val it = ["IV","IX","XIV","MCMLXXIX","MMXXIV"] : string list
*)

(*** fizz buzz ***)
fun fb n = case (n mod 3, n mod 5) of (0, 0) => "FizzBuzz" | (0, _) => "Fizz" | (_, 0) => "Buzz" | _ => Int.toString n;
List.tabulate (15, fn i => fb (i + 1));
(*=
val fb = fn : int -> string
val it = ["1","2","Fizz","4","Buzz","Fizz","7","8","Fizz","Buzz","11","Fizz","13","14","FizzBuzz"] : string list
*)

(*** breadth first search ***)
val edges = [(1, 2), (1, 3), (2, 4), (3, 4), (4, 5)];
fun next n = List.mapPartial (fn (a, b) => if a = n then SOME b else NONE) edges;
fun bfs ([], seen) = rev seen
  | bfs (n :: rest, seen) = if List.exists (fn m => m = n) seen then bfs (rest, seen) else bfs (rest @ next n, n :: seen);
bfs ([1], []);
(*=
val edges = [(1,2),(1,3),(2,4),(3,4),(4,5)] : (int * int) list
val next = fn : int -> int list
val bfs = fn : int list * int list -> int list
val it = [1,2,3,4,5] : int list
*)

(*** depth first search ***)
val edges = [(1, 2), (1, 3), (2, 4), (3, 4), (4, 5)];
fun next n = List.mapPartial (fn (a, b) => if a = n then SOME b else NONE) edges;
fun dfs (n, seen) = if List.exists (fn m => m = n) seen then seen else foldl dfs (n :: seen) (next n);
rev (dfs (1, []));
(*=
val edges = [(1,2),(1,3),(2,4),(3,4),(4,5)] : (int * int) list
val next = fn : int -> int list
val dfs = fn : int * int list -> int list
val it = [1,2,4,5,3] : int list
*)

(*** tokens and a calculator ***)
datatype token = Num of int | Op of char;
fun lex [] = []
  | lex (c :: cs) =
      if Char.isSpace c then lex cs
      else if Char.isDigit c then number (cs, ord c - 48)
      else Op c :: lex cs
and number (c :: cs, n) = if Char.isDigit c then number (cs, 10 * n + ord c - 48) else Num n :: lex (c :: cs)
  | number ([], n) = [Num n];
exception Syntax;
fun exp ts = let val (v, ts) = term ts in expRest (v, ts) end
and expRest (v, Op #"+" :: ts) = let val (w, ts) = term ts in expRest (v + w, ts) end
  | expRest (v, Op #"-" :: ts) = let val (w, ts) = term ts in expRest (v - w, ts) end
  | expRest r = r
and term ts = let val (v, ts) = factor ts in termRest (v, ts) end
and termRest (v, Op #"*" :: ts) = let val (w, ts) = factor ts in termRest (v * w, ts) end
  | termRest r = r
and factor (Num n :: ts) = (n, ts)
  | factor (Op #"(" :: ts) = (case exp ts of (v, Op #")" :: ts) => (v, ts) | _ => raise Syntax)
  | factor _ = raise Syntax;
fun calc s = case exp (lex (explode s)) of (v, []) => v | _ => raise Syntax;
map calc ["1 + 2 * 3", "(1 + 2) * 3", "10 - 4 - 3"];
calc "1 +" handle Syntax => ~1;
(*=
val lex = fn : char list -> token list
val number = fn : char list * int -> token list
val exp = fn : token list -> int * token list
val expRest = fn : int * token list -> int * token list
val term = fn : token list -> int * token list
val termRest = fn : int * token list -> int * token list
val factor = fn : token list -> int * token list
val calc = fn : string -> int
val it = [7,9,3] : int list
val it = ~1 : int
*)

(*** game of life ***)
fun mem (c : int * int, cs) = List.exists (fn d => d = c) cs;
fun around (x, y) = [(x-1,y-1),(x,y-1),(x+1,y-1),(x-1,y),(x+1,y),(x-1,y+1),(x,y+1),(x+1,y+1)];
fun live cells c = length (List.filter (fn n => mem (n, cells)) (around c));
fun unique [] = [] | unique (x :: xs) = x :: unique (List.filter (fn y => y <> x) xs);
fun step cells =
  let val survivors = List.filter (fn c => let val n = live cells c in n = 2 orelse n = 3 end) cells
      val born = List.filter (fn c => not (mem (c, cells)) andalso live cells c = 3) (unique (List.concat (map around cells)))
  in survivors @ born end;
step [(0, 1), (1, 1), (2, 1)];
length (step (step [(0, 1), (1, 1), (2, 1)]));
(*=
val mem = fn : (int * int) * (int * int) list -> bool
val around = fn : int * int -> (int * int) list
val live = fn : (int * int) list -> int * int -> int
val unique = fn : ''a list -> ''a list
val step = fn : (int * int) list -> (int * int) list
val it = [(1,1),(1,0),(1,2)] : (int * int) list
val it = 3 : int
*)

(*** string search ***)
fun occurrences (p, s) = List.filter (fn i => String.isPrefix p (String.extract (s, i, NONE))) (List.tabulate (size s, fn i => i));
occurrences ("ana", "banana");
(*=
val occurrences = fn : string * string -> int list
val it = [1,3] : int list
*)

(*** edit distance ***)
fun distance (a, b) =
  let val xs = explode a
      fun row (c, prev as d :: _) =
            let fun go (_, [], _) = []
                  | go (left, x :: xs, diag :: up :: ds) = let val v = if x = c then diag else 1 + Int.min (diag, Int.min (left, up)) in v :: go (v, xs, up :: ds) end
                  | go _ = []
            in (d + 1) :: go (d + 1, xs, prev) end
        | row (_, []) = []
  in List.last (foldl row (List.tabulate (size a + 1, fn i => i)) (explode b)) end;
distance ("kitten", "sitting");
distance ("", "abc");
(*=
val distance = fn : string * string -> int
val it = 3 : int
val it = 3 : int
*)

(*** coin change counting ***)
fun ways (0, _) = 1 | ways (_, []) = 0 | ways (n, c :: cs) = if n < 0 then 0 else ways (n - c, c :: cs) + ways (n, cs);
ways (100, [50, 25, 10, 5, 1]);
(*=
val ways = fn : int * int list -> int
val it = 292 : int
*)

(*** pascal and catalan ***)
fun catalan 0 = 1 | catalan n = foldl (op +) 0 (List.tabulate (n, fn i => catalan i * catalan (n - 1 - i)));
List.tabulate (8, catalan);
(*=
val catalan = fn : int -> int
val it = [1,1,2,5,14,42,132,429] : int list
*)

(*** balanced brackets ***)
fun balanced s =
  let fun go ([], []) = true | go ([], _) = false
        | go (#"(" :: cs, st) = go (cs, #")" :: st)
        | go (#"[" :: cs, st) = go (cs, #"]" :: st)
        | go (c :: cs, top :: st) = c = top andalso go (cs, st)
        | go (_ :: _, []) = false
  in go (explode s, []) end;
map balanced ["([])", "([)]", "((", ""];
(*=
val balanced = fn : string -> bool
val it = [true,false,false,true] : bool list
*)

(*** priority queue by leftist heap ***)
datatype heap = E | H of int * int * heap * heap;
fun rank E = 0 | rank (H (r, _, _, _)) = r;
fun make (x, a, b) = if rank a >= rank b then H (rank b + 1, x, a, b) else H (rank a + 1, x, b, a);
fun merge (E, h) = h | merge (h, E) = h
  | merge (h1 as H (_, x, a1, b1), h2 as H (_, y, a2, b2)) = if x <= y then make (x, a1, merge (b1, h2)) else make (y, a2, merge (h1, b2));
fun insert (x, h) = merge (H (1, x, E, E), h);
fun drain E = [] | drain (H (_, x, a, b)) = x :: drain (merge (a, b));
drain (foldl insert E [5, 3, 9, 1, 4]);
(*=
val rank = fn : heap -> int
val make = fn : int * heap * heap -> heap
val merge = fn : heap * heap -> heap
val insert = fn : int * heap -> heap
val drain = fn : heap -> int list
val it = [1,3,4,5,9] : int list
*)

(*** red black tree ***)
datatype colour = R | B;
datatype tree = L | T of colour * tree * int * tree;
fun balance (B, T (R, T (R, a, x, b), y, c), z, d) = T (R, T (B, a, x, b), y, T (B, c, z, d))
  | balance (B, T (R, a, x, T (R, b, y, c)), z, d) = T (R, T (B, a, x, b), y, T (B, c, z, d))
  | balance (B, a, x, T (R, T (R, b, y, c), z, d)) = T (R, T (B, a, x, b), y, T (B, c, z, d))
  | balance (B, a, x, T (R, b, y, T (R, c, z, d))) = T (R, T (B, a, x, b), y, T (B, c, z, d))
  | balance body = T body;
fun insert (x, s) =
  let fun ins L = T (R, L, x, L)
        | ins (s as T (c, a, y, b)) = if x < y then balance (c, ins a, y, b) else if x > y then balance (c, a, y, ins b) else s
  in case ins s of T (_, a, y, b) => T (B, a, y, b) | L => L end;
fun depth L = 0 | depth (T (_, a, _, b)) = 1 + Int.max (depth a, depth b);
fun toList L = [] | toList (T (_, a, x, b)) = toList a @ x :: toList b;
val t = foldl insert L (List.tabulate (100, fn i => i));
depth t;
length (toList t);
insert (1, L);
(*=
val balance = fn : colour * tree * int * tree -> tree
val insert = fn : int * tree -> tree
val depth = fn : tree -> int
val toList = fn : tree -> int list
val t = T (B,T (B,T (B,T (B,T (B,T (B,L,0,L),1,T (B,L,2,L)),3,T (B,T (B,L,4,L),5,T (B,L,6,L))),7,T (B,T (B,T (B,L,8,L),9,T (B,L,10,L)),11,T (B,T (B,L,12,L),13,T (B,L,14,L)))),15,T (B,T (B,T (B,T (B,L,16,L),17,T (B,L,18,L)),19,T (B,T (B,L,20,L),21,T (B,L,22,L))),23,T (B,T (B,T (B,L,24,L),25,T (B,L,26,L)),27,T (B,T (B,L,28,L),29,T (B,L,30,L))))),31,T (R,T (B,T (B,T (B,T (B,T (B,L,32,L),33,T (B,L,34,L)),35,T (B,T (B,L,36,L),37,T (B,L,38,L))),39,T (B,T (B,T (B,L,40,L),41,T (B,L,42,L)),43,T (B,T (B,L,44,L),45,T (B,L,46,L)))),47,T (B,T (B,T (B,T (B,L,48,L),49,T (B,L,50,L)),51,T (B,T (B,L,52,L),53,T (B,L,54,L))),55,T (B,T (B,T (B,L,56,L),57,T (B,L,58,L)),59,T (B,T (B,L,60,L),61,T (B,L,62,L))))),63,T (B,T (B,T (B,T (B,T (B,L,64,L),65,T (B,L,66,L)),67,T (B,T (B,L,68,L),69,T (B,L,70,L))),71,T (B,T (B,T (B,L,72,L),73,T (B,L,74,L)),75,T (B,T (B,L,76,L),77,T (B,L,78,L)))),79,T (B,T (B,T (B,T (B,L,80,L),81,T (B,L,82,L)),83,T (B,T (B,L,84,L),85,T (B,L,86,L))),87,T (B,T (B,T (B,L,88,L),89,T (B,L,90,L)),91,T (R,T (B,T (B,L,92,L),93,T (B,L,94,L)),95,T (B,T (B,L,96,L),97,T (B,L,98,T (R,L,99,L))))))))) : tree
val it = 9 : int
val it = 100 : int
val it = T (B,L,1,L) : tree
*)

(*** knapsack ***)
fun best (_, []) = 0 | best (w, (wt, v) :: items) = if wt > w then best (w, items) else Int.max (best (w, items), v + best (w - wt, items));
best (10, [(5, 10), (4, 40), (6, 30), (3, 50)]);
(*=
val best = fn : int * (int * int) list -> int
val it = 90 : int
*)

(*** lambda calculus ***)
datatype term = Var of string | Lam of string * term | App of term * term;
fun show (Var x) = x | show (Lam (x, t)) = "\\" ^ x ^ "." ^ show t | show (App (a, b)) = "(" ^ show a ^ " " ^ show b ^ ")";
fun subst (x, s, Var y) = if x = y then s else Var y
  | subst (x, s, Lam (y, t)) = if x = y then Lam (y, t) else Lam (y, subst (x, s, t))
  | subst (x, s, App (a, b)) = App (subst (x, s, a), subst (x, s, b));
fun reduce (App (f, a)) = (case reduce f of Lam (x, t) => reduce (subst (x, a, t)) | f => App (f, reduce a))
  | reduce t = t;
show (reduce (App (App (Lam ("x", Lam ("y", Var "x")), Var "a"), Var "b")));
(*=
val show = fn : term -> string
val subst = fn : string * term * term -> term
val reduce = fn : term -> term
val it = "a" : string
*)
