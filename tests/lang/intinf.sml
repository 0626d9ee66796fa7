(*** constants by constraint ***)
val x = 3 : IntInf.int;
123456789012345678901234567890 : IntInf.int;
(*=
val x = 3 : IntInf.int
val it = 123456789012345678901234567890 : IntInf.int
*)

(*** arithmetic ***)
val a = 99999999999999999999 : IntInf.int;
a + 1;
a - 1;
a * a;
~a;
(*=
val a = 99999999999999999999 : IntInf.int
val it = 100000000000000000000 : IntInf.int
val it = 99999999999999999998 : IntInf.int
val it = 9999999999999999999800000000000000000001 : IntInf.int
val it = ~99999999999999999999 : IntInf.int
*)

(*** division ***)
val a = 100000000000000000000 : IntInf.int;
a div 7;
a mod 7;
~a div 7;
~a mod 7;
(*=
val a = 100000000000000000000 : IntInf.int
val it = 14285714285714285714 : IntInf.int
val it = 2 : IntInf.int
val it = ~14285714285714285715 : IntInf.int
val it = 5 : IntInf.int
*)

(*** comparison ***)
(1 : IntInf.int) < 2;
IntInf.pow (10, 30) > IntInf.pow (10, 29);
IntInf.pow (2, 10) = 1024;
(*=
val it = true : bool
val it = true : bool
val it = true : bool
*)

(*** factorial ***)
fun fact (n : IntInf.int) : IntInf.int = if n = 0 then 1 else n * fact (n - 1);
fact 25;
fact 50;
(*=
val fact = fn : IntInf.int -> IntInf.int
val it = 15511210043330985984000000 : IntInf.int
val it = 30414093201713378043612608166064768844377641568960512000000000000 : IntInf.int
*)

(*** fibonacci ***)
fun fib n = let fun go (0, a, _) = a | go (n, a, b) = go (n - 1, b, a + b : IntInf.int) in go (n, 0, 1) end;
fib 100;
(*=
val fib = fn : int -> IntInf.int
val it = 354224848179261915075 : IntInf.int
*)

(*** conversion ***)
IntInf.toInt 42;
IntInf.fromInt ~7;
IntInf.toInt (IntInf.pow (10, 30)) handle Overflow => ~1;
(*=
val it = 42 : int
val it = ~7 : IntInf.int
val it = ~1 : int
*)

(*** powers of two ***)
map (fn n => IntInf.pow (2, n)) [0, 1, 63, 64, 100];
(*=
val it = [1,2,9223372036854775808,18446744073709551616,1267650600228229401496703205376] : IntInf.int list
*)

(*** as strings ***)
IntInf.toString (IntInf.pow (7, 30));
IntInf.fromString "~123456789012345678901";
valOf (IntInf.fromString "12") + 1;
(*=
val it = "22539340290692258087863249" : string
val it = SOME ~123456789012345678901 : IntInf.int option
val it = 13 : IntInf.int
*)

(*** patterns ***)
fun f (0 : IntInf.int) = "zero" | f 1 = "one" | f _ = "many";
map f [0, 1, 2];
(*=
val f = fn : IntInf.int -> string
val it = ["zero","one","many"] : string list
*)

(*** division by zero ***)
(1 : IntInf.int) div 0 handle Div => 0;
(*=
val it = 0 : IntInf.int
*)

(*** gcd of large numbers ***)
fun gcd (a : IntInf.int, b) = if b = 0 then a else gcd (b, a mod b);
gcd (IntInf.pow (6, 20), IntInf.pow (10, 15));
(*=
val gcd = fn : IntInf.int * IntInf.int -> IntInf.int
val it = 32768 : IntInf.int
*)

(*** sum of digits of 2 to the 100 ***)
fun digitSum (n : IntInf.int) = if n < 10 then IntInf.toInt n else IntInf.toInt (n mod 10) + digitSum (n div 10);
digitSum (IntInf.pow (2, 100));
(*=
val digitSum = fn : IntInf.int -> int
val it = 115 : int
*)

(*** modular power ***)
fun modPow (b : IntInf.int, e : int, m) = if e = 0 then 1 else if e mod 2 = 0 then modPow (b * b mod m, e div 2, m) else b * modPow (b, e - 1, m) mod m;
modPow (3, 200, 1000007);
(*=
val modPow = fn : IntInf.int * int * IntInf.int -> IntInf.int
val it = 959082 : IntInf.int
*)

(*** minimum and maximum ***)
IntInf.min (3, IntInf.pow (10, 20));
IntInf.max (3, IntInf.pow (10, 20));
(*=
val it = 3 : IntInf.int
val it = 100000000000000000000 : IntInf.int
*)

(*** abs and sign ***)
abs (~5 : IntInf.int);
IntInf.sign (IntInf.~ (IntInf.pow (10, 20)));
(*=
val it = 5 : IntInf.int
val it = ~1 : int
*)
