(*** let ***)
let val x = 1 in x + 1 end;
let val x = 1 val y = x + 1 in (x, y) end;
(*=
val it = 2 : int
val it = (1,2) : int * int
*)

(*** let hides ***)
val x = 1;
let val x = 2 in x end;
x;
(*=
val x = 1 : int
val it = 2 : int
val it = 1 : int
*)

(*** nested let ***)
let val x = 1 in let val y = x + 1 in let val x = y * 10 in x + y end end end;
(*=
val it = 22 : int
*)

(*** let with functions ***)
let fun f x = x + 1 fun g x = f x * 2 in g 3 end;
(*=
val it = 8 : int
*)

(*** let with a sequence as body ***)
let val r = ref 0 in r := 5; r := !r + 1; !r end;
(*=
val it = 6 : int
*)

(*** let with a pattern ***)
let val (a, b) = (1, 2) val [c] = [3] in a + b + c end handle Bind => 0;
(*=
val it = 6 : int
*)

(*** let with a datatype ***)
let datatype colour = Red | Blue fun f Red = 1 | f Blue = 2 in f Blue end;
(*=
val it = 2 : int
*)

(*** let with an exception ***)
let exception E of int in (raise E 3) handle E n => n + 1 end;
(*=
val it = 4 : int
*)

(*** let with infix ***)
let infix 6 +-+ fun a +-+ b = a * b + 1 in 2 +-+ 3 end;
(*=
val it = 7 : int
*)

(*** local ***)
local val secret = 42 in fun reveal () = secret end;
reveal ();
(*=
val reveal = fn : unit -> int
val it = 42 : int
*)

(*** local with several declarations ***)
local
  fun helper (0, acc) = acc | helper (n, acc) = helper (n - 1, acc + n)
  val start = 0
in
  fun sum n = helper (n, start)
  fun twiceSum n = 2 * sum n
end;
sum 10;
twiceSum 10;
(*=
val sum = fn : int -> int
val twiceSum = fn : int -> int
val it = 55 : int
val it = 110 : int
*)

(*** local hides only inside ***)
val x = 1;
local val x = 2 in val y = x end;
x;
(*=
val x = 1 : int
val y = 2 : int
val it = 1 : int
*)

(*** nested local ***)
local local val a = 1 in val b = a + 1 end in val c = b + 1 end;
(*=
val c = 3 : int
*)

(*** sequential declarations on one line ***)
val a = 1; val b = a + 1; val c = b * 2;
(*=
val a = 1 : int
val b = 2 : int
val c = 4 : int
*)

(*** functions see definitions before them ***)
fun f x = x + 1;
fun g x = f x;
fun f x = x * 100;
g 1;
(*=
val f = fn : int -> int
val g = fn : int -> int
val f = fn : int -> int
val it = 2 : int
*)

(*** inner function uses outer argument ***)
fun scaleAll k xs = let fun scale x = k * x in map scale xs end;
scaleAll 3 [1, 2];
(*=
val scaleAll = fn : int -> int list -> int list
val it = [3,6] : int list
*)

(*** let in let declarations ***)
let val x = let val y = 2 in y * y end in x + 1 end;
(*=
val it = 5 : int
*)
