(*** sequence gives the last value ***)
(1; 2; 3);
(*=
val it = 3 : int
*)

(*** effects happen in order ***)
(print "a\n"; print "b\n"; 7);
(*=
a
b
val it = 7 : int
*)

(*** references ***)
val r = ref 1;
!r;
r := 2;
!r;
(*=
val r = ref 1 : int ref
val it = 1 : int
val it = () : unit
val it = 2 : int
*)

(*** references are shared ***)
val a = ref 0;
val b = a;
b := 5;
!a;
a = b;
ref 0 = ref 0;
(*=
val a = ref 0 : int ref
val b = ref 0 : int ref
val it = () : unit
val it = 5 : int
val it = true : bool
val it = false : bool
*)

(*** counter ***)
val counter = ref 0;
fun next () = (counter := !counter + 1; !counter);
[next (), next (), next ()];
(*=
val counter = ref 0 : int ref
val next = fn : unit -> int
val it = [1,2,3] : int list
*)

(*** closure with private state ***)
fun makeCounter () = let val n = ref 0 in fn () => (n := !n + 1; !n) end;
val c1 = makeCounter ();
val c2 = makeCounter ();
(c1 (), c1 (), c2 ());
(*=
val makeCounter = fn : unit -> unit -> int
val c1 = fn : unit -> int
val c2 = fn : unit -> int
val it = (1,2,1) : int * int * int
*)

(*** swap ***)
fun swap (a, b) = let val t = !a in a := !b; b := t end;
val x = ref 1;
val y = ref 2;
swap (x, y);
(!x, !y);
(*=
val swap = fn : 'a ref * 'a ref -> unit
val x = ref 1 : int ref
val y = ref 2 : int ref
val it = () : unit
val it = (2,1) : int * int
*)

(*** reference to a list ***)
val log = ref [] : string list ref;
fun note s = log := s :: !log;
(note "a"; note "b");
rev (!log);
(*=
val log = ref [] : string list ref
val note = fn : string -> unit
val it = () : unit
val it = ["a","b"] : string list
*)

(*** reference patterns ***)
fun get (ref x) = x;
get (ref 3);
val ref v = ref "in";
(*=
val get = fn : 'a ref -> 'a
val it = 3 : int
val v = "in" : string
*)

(*** references of references ***)
val r = ref (ref 1);
!r := 5;
!(!r);
(*=
val r = ref (ref 1) : int ref ref
val it = () : unit
val it = 5 : int
*)

(*** loop by recursion ***)
val total = ref 0;
fun loop 0 = () | loop n = (total := !total + n; loop (n - 1));
loop 100;
!total;
(*=
val total = ref 0 : int ref
val loop = fn : int -> unit
val it = () : unit
val it = 5050 : int
*)

(*** accumulating with app ***)
val sum = ref 0;
app (fn x => sum := !sum + x) [1, 2, 3];
!sum;
(*=
val sum = ref 0 : int ref
val it = () : unit
val it = 6 : int
*)

(*** reference to a function ***)
val f = ref (fn x => x + 1);
(!f) 1;
f := (fn x => x * 10);
(!f) 1;
(*=
val f = ref fn : (int -> int) ref
val it = 2 : int
val it = () : unit
val it = 10 : int
*)

(*** before ***)
val r = ref 1;
val old = !r before r := 2;
!r;
(*=
val r = ref 1 : int ref
val old = 1 : int
val it = 2 : int
*)

(*** unit results ***)
ignore (1 + 1);
app ignore [1, 2];
(*=
val it = () : unit
val it = () : unit
*)

(*** assignment in a let ***)
let val r = ref 10 fun dec () = r := !r - 1 in dec (); dec (); !r end;
(*=
val it = 8 : int
*)
