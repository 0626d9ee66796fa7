(*** ignore before o ***)
General.ignore 3;
General.before (1, ());
General.o (size, Int.toString) 100;
(*=
val it = () : unit
val it = 1 : int
val it = 3 : int
*)

(*** exnName exnMessage ***)
General.exnName Overflow;
General.exnMessage (Fail "text");
(*=
val it = "Overflow" : string
val it = "Fail \"text\"" : string
*)

(*** exceptions of the structure ***)
(1 div 0) handle General.Div => 0;
(raise General.Fail "x") handle Fail s => s;
hd [] handle List.Empty => 0;
(*=
val it = 0 : int
val it = "x" : string
val it = 0 : int
*)

(*** top-level conversions ***)
(floor 1.5, ceil 1.5, round 1.5, trunc 1.5, real 1);
(ord #"a", chr 97, str #"a", size "abc");
(*=
val it = (1,2,2,1,1.0) : int * int * int * int * real
val it = (97,#"a","a",3) : int * char * string * int
*)

(*** order ***)
LESS;
[LESS, EQUAL, GREATER];
fun invert LESS = GREATER | invert EQUAL = EQUAL | invert GREATER = LESS;
map invert [LESS, EQUAL, GREATER];
LESS = GREATER;
(*=
val it = LESS : order
val it = [LESS,EQUAL,GREATER] : order list
val invert = fn : order -> order
val it = [GREATER,EQUAL,LESS] : order list
val it = false : bool
*)

(*** types of the top-level functions ***)
map;
foldr;
rev;
length;
op @;
op o;
valOf;
explode;
substring;
print;
ignore;
not;
(*=
val it = fn : ('a -> 'b) -> 'a list -> 'b list
val it = fn : ('a * 'b -> 'b) -> 'b -> 'a list -> 'b
val it = fn : 'a list -> 'a list
val it = fn : 'a list -> int
val it = fn : 'a list * 'a list -> 'a list
val it = fn : ('a -> 'b) * ('c -> 'a) -> 'c -> 'b
val it = fn : 'a option -> 'a
val it = fn : string -> char list
val it = fn : string * int * int -> string
val it = fn : string -> unit
val it = fn : 'a -> unit
val it = fn : bool -> bool
*)
