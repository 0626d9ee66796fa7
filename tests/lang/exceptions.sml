(*** handle a built-in exception ***)
(1 div 0) handle Div => 0;
(*=
val it = 0 : int
*)

(*** own exception ***)
exception Bad;
fun f x = if x < 0 then raise Bad else x;
f ~1 handle Bad => 100;
f 5 handle Bad => 100;
(*=
val f = fn : int -> int
val it = 100 : int
val it = 5 : int
*)

(*** exception with an argument ***)
exception Wrong of string;
(raise Wrong "x") handle Wrong s => s ^ "!";
(*=
val it = "x!" : string
*)

(*** exception with a tuple ***)
exception Pos of int * string;
(raise Pos (3, "here")) handle Pos (n, s) => s ^ Int.toString n;
(*=
val it = "here3" : string
*)

(*** several handlers ***)
exception A; exception B of int;
fun f 0 = raise A | f 1 = raise B 7 | f 2 = 1 div 0 | f n = n;
map (fn n => f n handle A => ~1 | B k => k | Div => ~2) [0, 1, 2, 3];
(*=
val f = fn : int -> int
val it = [~1,7,~2,3] : int list
*)

(*** handler passes on what it does not match ***)
exception A; exception B;
((raise B) handle A => 1) handle B => 2;
(*=
val it = 2 : int
*)

(*** wildcard handler ***)
(raise Fail "x") handle _ => 3;
(*=
val it = 3 : int
*)

(*** Fail carries a message ***)
(raise Fail "broken") handle Fail s => s;
(*=
val it = "broken" : string
*)

(*** handler variable ***)
exception A;
((raise A) handle e => exnName e);
(*=
val it = "A" : string
*)

(*** reraise ***)
exception A;
(((raise A) handle e => (print "seen\n"; raise e)) handle A => "done");
(*=
seen
val it = "done" : string
*)

(*** exceptions are values ***)
exception A of int;
val e = A 3;
(raise e) handle A n => n;
(*=
val e = A 3 : exn
val it = 3 : int
*)

(*** handle binds weaker than application ***)
fun f _ = raise Fail "f";
f 1 + 2 handle Fail _ => 10;
(*=
val f = fn : 'a -> 'b
val it = 10 : int
*)

(*** handle inside a function body ***)
fun safeHd xs = hd xs handle Empty => 0;
map safeHd [[1], [], [2, 3]];
(*=
val safeHd = fn : int list -> int
val it = [1,0,2] : int list
*)

(*** exception order of evaluation ***)
exception L; exception R;
((raise L) + (raise R)) handle L => 1 | R => 2;
(*=
val it = 1 : int
*)

(*** raise in a condition ***)
(if raise Fail "c" then 1 else 2) handle Fail _ => 3;
(*=
val it = 3 : int
*)

(*** nested handlers, inner first ***)
exception E;
((raise E) handle E => "inner") handle E => "outer";
(*=
val it = "inner" : string
*)

(*** exception in a handler ***)
exception E; exception F;
((raise E) handle E => raise F) handle F => "f";
(*=
val it = "f" : string
*)

(*** exception aliases ***)
exception A of int;
exception B = A;
(raise A 1) handle B n => n;
(*=
val it = 1 : int
*)

(*** early exit from a fold ***)
exception Zero;
fun product xs = foldl (fn (0, _) => raise Zero | (x, acc) => x * acc) 1 xs handle Zero => 0;
product [1, 2, 3];
product [1, 0, 3];
(*=
val product = fn : int list -> int
val it = 6 : int
val it = 0 : int
*)

(*** Subscript ***)
List.nth ([1, 2], 2) handle Subscript => ~1;
String.sub ("abc", 5) handle Subscript => #"?";
(*=
val it = ~1 : int
val it = #"?" : char
*)

(*** exnName and exnMessage ***)
exnName Div;
exnName (Fail "x");
exnMessage (Fail "x");
exnMessage Subscript;
(*=
val it = "Div" : string
val it = "Fail" : string
val it = "Fail \"x\"" : string
val it = "Subscript" : string
*)

(*** user exception names ***)
exception Custom of int * string;
exnName (Custom (1, "a"));
exnMessage (Custom (1, "a"));
(*=
val it = "Custom" : string
val it = "Custom (1, \"a\")" : string
*)

(*** exceptions in deep recursion ***)
exception Deep of int;
fun down n = if n = 0 then raise Deep 0 else 1 + down (n - 1);
down 10000 handle Deep k => k;
(*=
val down = fn : int -> int
val it = 0 : int
*)

(*** uncaught user exception ***)
exception Stop;
1;
(raise Stop) : int;
(*=
val it = 1 : int
uncaught exception Stop
*)

(*** uncaught Empty ***)
hd ([] : int list);
(*=
uncaught exception Empty
*)

(*** uncaught Fail ***)
print "before\n";
(raise Fail "message") : int;
(*=
before
val it = () : unit
uncaught exception Fail "message"
*)

(*** uncaught exception with an int ***)
exception Code of int;
(raise Code 7) : unit;
(*=
uncaught exception Code 7
*)

(*** backtracking ***)
exception Change;
fun change (_, 0) = []
  | change ([], _) = raise Change
  | change (coin :: coins, amount) =
      if coin > amount then change (coins, amount)
      else coin :: change (coin :: coins, amount - coin) handle Change => change (coins, amount);
change ([5, 2], 16);
change ([50, 20, 3], 49);
(*=
val change = fn : int list * int -> int list
val it = [5,5,2,2,2] : int list
val it = [20,20,3,3,3] : int list
*)

(*** generative exceptions in calls ***)
fun make n = let exception E of int in fn () => (raise E n) handle E k => k end;
make 3 ();
(*=
val make = fn : int -> unit -> int
val it = 3 : int
*)

(*** an exception of each instance ***)
fun mk (x : 'a) =
  let
    exception E of 'a
  in
    (fn () => raise E x, fn g => (g () : unit; NONE) handle E y => SOME y)
  end;
val (r1 : unit -> unit, _) = mk 123456789;
val (_, c2) = mk "abc";
c2 r1 handle _ => SOME "passed";
(*=
val mk = fn : 'a -> (unit -> 'b) * ((unit -> unit) -> 'a option)
val r1 = fn : unit -> unit
val c2 = fn : (unit -> unit) -> string option
val it = SOME "passed" : string option
*)
