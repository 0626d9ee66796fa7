(*** constants in patterns ***)
fun name 0 = "zero" | name 1 = "one" | name ~1 = "minus one" | name _ = "many";
map name [0, 1, ~1, 7];
(*=
val name = fn : int -> string
val it = ["zero","one","minus one","many"] : string list
*)

(*** string patterns ***)
fun code "red" = 1 | code "green" = 2 | code _ = 0;
map code ["red", "green", "blue"];
(*=
val code = fn : string -> int
val it = [1,2,0] : int list
*)

(*** list patterns ***)
fun shape [] = "empty" | shape [_] = "one" | shape [_, _] = "two" | shape (_ :: _ :: _ :: _) = "more";
map shape [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]];
(*=
val shape = fn : 'a list -> string
val it = ["empty","one","two","more","more"] : string list
*)

(*** nested patterns ***)
fun f ((a, b) :: (c, d) :: _) = a + b + c + d | f [(a, _)] = a | f [] = 0;
f [(1, 2), (3, 4), (5, 6)];
f [(7, 8)];
(*=
val f = fn : (int * int) list -> int
val it = 10 : int
val it = 7 : int
*)

(*** order of clauses matters ***)
fun f (0, _) = "left" | f (_, 0) = "right" | f _ = "none";
map f [(0, 0), (1, 0), (0, 1), (1, 1)];
(*=
val f = fn : int * int -> string
val it = ["left","right","left","none"] : string list
*)

(*** constructor patterns ***)
datatype t = A | B of int | C of t * t;
fun count A = 1 | count (B n) = n | count (C (x, y)) = count x + count y;
count (C (B 3, C (A, A)));
(*=
val count = fn : t -> int
val it = 5 : int
*)

(*** layered patterns ***)
fun dup (all as x :: _) = x :: all | dup [] = [];
dup [1, 2];
(*=
val dup = fn : 'a list -> 'a list
val it = [1,1,2] : int list
*)

(*** layered pattern in a val ***)
val whole as (first, second) = (1, "b");
(*=
val whole = (1,"b") : int * string
val first = 1 : int
val second = "b" : string
*)

(*** layered pattern with a type ***)
fun f (n as 0) = ~1 | f (n : int) = n;
map f [0, 5];
(*=
val f = fn : int -> int
val it = [~1,5] : int list
*)

(*** nested layers ***)
fun f (a as (b as (x, _), _)) = (a, b, x);
f ((1, 2), 3);
(*=
val f = fn : ('a * 'b) * 'c -> (('a * 'b) * 'c) * ('a * 'b) * 'a
val it = (((1,2),3),(1,2),1) : ((int * int) * int) * (int * int) * int
*)

(*** match failure ***)
fun f 1 = "one";
f 2 handle Match => "no match";
(*=
val f = fn : int -> string
val it = "no match" : string
*)

(*** bind failure ***)
(let val [x] = [1, 2] in x end) handle Bind => ~1;
(*=
val it = ~1 : int
*)

(*** uncaught match failure ***)
fun f true = 1;
f false;
(*=
val f = fn : bool -> int
uncaught exception Match
*)

(*** uncaught bind failure ***)
val SOME x = NONE : int option;
(*=
uncaught exception Bind
*)

(*** record wildcards inside constructors ***)
datatype msg = Msg of {from : int, to : int, text : string};
fun text (Msg {text, ...}) = text;
text (Msg {from = 1, to = 2, text = "hi"});
(*=
val text = fn : msg -> string
val it = "hi" : string
*)

(*** characters and strings together ***)
fun token (#"(" :: rest) = ("open", rest) | token (c :: rest) = (str c, rest) | token [] = ("end", []);
token (explode "(a");
token (explode "a");
token [];
(*=
val token = fn : char list -> string * char list
val it = ("open",[#"a"]) : string * char list
val it = ("a",[]) : string * char list
val it = ("end",[]) : string * char list
*)

(*** deep list pattern ***)
fun third (_ :: _ :: x :: _) = SOME x | third _ = NONE;
third [1, 2, 3];
third [1, 2];
(*=
val third = fn : 'a list -> 'a option
val it = SOME 3 : int option
val it = NONE : int option
*)

(*** a pattern may hide its own source ***)
fun f x = let val x = (x, x) in x end;
f 1;
(*=
val f = fn : 'a -> 'a * 'a
val it = (1,1) : int * int
*)

(*** val with constructor pattern ***)
val SOME x = SOME 5;
val a :: b :: rest = [1, 2, 3, 4];
(*=
val x = 5 : int
val a = 1 : int
val b = 2 : int
val rest = [3,4] : int list
*)

(*** fn with several rules ***)
(fn 0 => "z" | n => if n > 0 then "p" else "n") ~3;
map (fn [] => 0 | x :: _ => x) [[], [4, 5]];
(*=
val it = "n" : string
val it = [0,4] : int list
*)

(*** unit pattern ***)
fun f () = 3;
f ();
(*=
val f = fn : unit -> int
val it = 3 : int
*)

(*** wildcards in functions ***)
fun const x _ = x;
const 1 "ignored";
(*=
val const = fn : 'a -> 'b -> 'a
val it = 1 : int
*)

(*** boolean patterns ***)
fun xor (true, true) = false | xor (false, false) = false | xor _ = true;
xor (true, false);
xor (true, true);
(*=
val xor = fn : bool * bool -> bool
val it = true : bool
val it = false : bool
*)

(*** a polymorphic value that does not fit its pattern raises Bind ***)
fun bound f = (f () : int) handle Bind => ~1;
bound (fn () => let val (x :: _) = [] in x + 1 end);
bound (fn () => let val (x :: _) = [] in 5 end);
bound (fn () => let val [f] = [] in f 3 end);
bound (fn () => let val (s, SOME r) = ("a", NONE) in size s + r end);
bound (fn () => let val ((_, [(a, _)]), b) = (([], []), 1) in a + b end);
bound (fn () => let val all as (x :: _) = [] in length all end);
bound (fn () => let val {a = 1, b = x} = {a = 2, b = []} in length x end);
bound (fn () => let val ("x", x) = ("y", []) in length x end);
bound (fn () => let val (#"x", x) = (#"y", NONE) in getOpt (x, 4) end);
bound (fn () => let val (true, x) = (false, fn y => y) in x 2 end);
(*=
val bound = fn : (unit -> int) -> int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
val it = ~1 : int
*)

(*** a polymorphic value that fits its pattern is used at several types ***)
let val [f, _] = [fn x => x, fn x => x] in (f 3, f "a") end;
let val (x :: _, SOME (y, _)) = ([[]], SOME ([], 1)) in (1 :: x, "a" :: x, 2.5 :: y, #"c" :: y) end;
fun f n = let val (1, g) = (n, fn x => [x, x]) in (g n, g "b") end;
f 1;
f 2 handle Bind => ([], ["no"]);
(*=
val it = (3,"a") : int * string
val it = ([1],["a"],[2.5],[#"c"]) : int list * string list * real list * char list
val f = fn : int -> int list * string list
val it = ([1,1],["b","b"]) : int list * string list
val it = ([],["no"]) : int list * string list
*)

(*** Bind is raised where the declaration stands, once, before what follows ***)
fun f b = let
  val () = print "before "
  val (x :: _, y) = if b then ([[]], 1) else ([], 2)
  val () = print "between "
  val (SOME z) = NONE
  val () = print "after "
in x @ z end;
f true handle Bind => (print "bound\n"; [1]);
f false handle Bind => (print "bound\n"; [2]);
(*=
val f = fn : bool -> 'a list
before between bound
val it = [1] : int list
before bound
val it = [2] : int list
*)

(*** a polymorphic val in polymorphic, nested and recursive functions ***)
fun f (x : 'a) = let fun g (y : 'b) = let val [z] = [] in (z x : int, z y : int) end in g [x] end;
(f 1; 0) handle Bind => 1;
fun first n = if n = 0 then 0 else let val (0, q) = (n mod 2, []) in first (n - 1 - length q) end;
first 0;
first 4 handle Bind => 3;
(*=
val f = fn : 'a -> int * int
val it = 1 : int
val first = fn : int -> int
val it = 0 : int
val it = 3 : int
*)

(*** a refutable polymorphic val under local and in a structure ***)
local val (x :: _) = [[]] in val y = 1 :: x val z = "a" :: x end;
structure S = struct val [f] = [fn x => x] val SOME n = SOME NONE end;
(S.f 1, S.f "a", S.n = SOME 1, S.n = SOME "b");
local val (x :: _) = [] in val y = 5 end;
(*=
val y = [1] : int list
val z = ["a"] : string list
val it = (1,"a",false,false) : int * string * bool * bool
uncaught exception Bind
*)

(*** a refutable polymorphic val in a structure raises Bind ***)
structure S = struct val n = 1 val [f] = [] val m = 2 end;
(*=
uncaught exception Bind
*)

(*** a refutable polymorphic val at top level raises Bind ***)
val (x :: _) = [];
(*=
uncaught exception Bind
*)

(*** what a row says of one part says nothing of another ***)
fun f (p : (int option * int option) list) = case hd p of (SOME a, _) => a | (_, NONE) => 0 | (_, SOME b) => b;
map (fn p => f [p]) [(SOME 1, NONE), (NONE, NONE), (NONE, SOME 7)];
fun g (p : (int list * int list) list) = case p of [([], _)] => 0 | [(_, [])] => 1 | [(x, y)] => 2 | _ => 3;
map (fn p => g [p]) [([], []), ([1], []), ([1], [2])];
datatype t = A of u * u | B and u = C | D;
fun h x = case x of A (C, _) => 1 | A (_, D) => 2 | A (_, C) => 3 | B => 4;
map h [A (C, C), A (C, D), A (D, C), A (D, D), B];
(*=
val f = fn : (int option * int option) list -> int
val it = [1,0,7] : int list
val g = fn : (int list * int list) list -> int
val it = [0,1,2] : int list
val h = fn : t -> int
val it = [1,1,3,2,4] : int list
*)
