(*** case on integers ***)
case 2 of 1 => "a" | 2 => "b" | _ => "c";
(*=
val it = "b" : string
*)

(*** case on tuples ***)
case (1, "x") of (0, _) => "zero" | (_, s) => s;
(*=
val it = "x" : string
*)

(*** nested case in parentheses ***)
fun f (x, y) = case x of 0 => (case y of 0 => "00" | _ => "0n") | _ => "n";
map f [(0, 0), (0, 1), (1, 0)];
(*=
val f = fn : int * int -> string
val it = ["00","0n","n"] : string list
*)

(*** case binds tighter than handle ***)
(case [] of [] => raise Empty | x :: _ => x) handle Empty => 0;
(*=
val it = 0 : int
*)

(*** case as an argument ***)
1 + (case SOME 3 of NONE => 0 | SOME n => n);
(*=
val it = 4 : int
*)

(*** case with guards written as if ***)
fun sign n = case n of 0 => 0 | n => if n < 0 then ~1 else 1;
map sign [~5, 0, 5];
(*=
val sign = fn : int -> int
val it = [~1,0,1] : int list
*)

(*** case on strings ***)
fun weekend d = case d of "sat" => true | "sun" => true | _ => false;
map weekend ["mon", "sun"];
(*=
val weekend = fn : string -> bool
val it = [false,true] : bool list
*)

(*** case on order ***)
fun cmp (a, b) = case Int.compare (a, b) of LESS => "<" | EQUAL => "=" | GREATER => ">";
map cmp [(1, 2), (2, 2), (3, 2)];
(*=
val cmp = fn : int * int -> string
val it = ["<","=",">"] : string list
*)

(*** if ***)
if 1 < 2 then "yes" else "no";
if false then 1 else if true then 2 else 3;
(*=
val it = "yes" : string
val it = 2 : int
*)

(*** andalso and orelse ***)
true andalso false;
false orelse true;
false andalso (1 div 0 = 0);
true orelse (1 div 0 = 0);
(*=
val it = false : bool
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** andalso binds tighter than orelse ***)
true orelse true andalso false;
(true orelse true) andalso false;
(*=
val it = true : bool
val it = false : bool
*)

(*** not ***)
not true;
not (1 = 2) andalso true;
(*=
val it = false : bool
val it = true : bool
*)

(*** case inside let ***)
let val x = 3 in case x of 3 => "three" | _ => "other" end;
(*=
val it = "three" : string
*)

(*** case with layered patterns ***)
case [1, 2, 3] of (all as _ :: rest) => (length all, rest) | [] => (0, []);
(*=
val it = (3,[2,3]) : int * int list
*)
