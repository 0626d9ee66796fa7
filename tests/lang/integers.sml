(*** arithmetic ***)
1 + 2 * 3;
(1 + 2) * 3;
10 - 3 - 2;
(*=
val it = 7 : int
val it = 9 : int
val it = 5 : int
*)

(*** division rounds down ***)
7 div 2;
~7 div 2;
7 div ~2;
~7 div ~2;
(*=
val it = 3 : int
val it = ~4 : int
val it = ~4 : int
val it = 3 : int
*)

(*** modulus has the sign of the divisor ***)
7 mod 2;
~7 mod 2;
7 mod ~2;
~7 mod ~2;
(*=
val it = 1 : int
val it = 1 : int
val it = ~1 : int
val it = ~1 : int
*)

(*** division by zero ***)
1 div 0 handle Div => 0;
1 mod 0 handle Div => ~1;
(*=
val it = 0 : int
val it = ~1 : int
*)

(*** uncaught division by zero ***)
val a = 1;
a div 0;
(*=
val a = 1 : int
uncaught exception Div
*)

(*** negation and abs ***)
~ 5;
~ ~5;
abs ~5;
abs 5;
(*=
val it = ~5 : int
val it = 5 : int
val it = 5 : int
val it = 5 : int
*)

(*** comparison ***)
1 < 2;
2 <= 2;
3 > 4;
4 >= 4;
1 = 1;
1 <> 1;
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
val it = false : bool
*)

(*** precedence of comparison and arithmetic ***)
1 + 1 = 2;
2 * 3 < 7 - 1;
(*=
val it = true : bool
val it = false : bool
*)

(*** div and mod bind like times ***)
2 + 7 div 2;
2 * 7 mod 4;
100 div 10 div 3;
(*=
val it = 5 : int
val it = 2 : int
val it = 3 : int
*)

(*** large products ***)
1000000 * 1000000;
123456789 * 987654321;
(*=
val it = 1000000000000 : int
val it = 121932631112635269 : int
*)

(*** negative literal as argument ***)
Int.abs ~3;
fn x => x - ~1;
(*=
val it = 3 : int
val it = fn : int -> int
*)

(*** min and max ***)
Int.min (3, 4);
Int.max (3, 4);
Int.min (~3, ~4);
(*=
val it = 3 : int
val it = 4 : int
val it = ~4 : int
*)

(*** sum of a range ***)
fun sum (a, b) = if a > b then 0 else a + sum (a + 1, b);
sum (1, 100);
(*=
val sum = fn : int * int -> int
val it = 5050 : int
*)

(*** digits of a number ***)
fun digits n = if n < 10 then [n] else digits (n div 10) @ [n mod 10];
digits 90210;
(*=
val digits = fn : int -> int list
val it = [9,0,2,1,0] : int list
*)

(*** power by squaring ***)
fun power (_, 0) = 1
  | power (b, n) = if n mod 2 = 0 then power (b * b, n div 2) else b * power (b, n - 1);
power (3, 13);
power (2, 40);
(*=
val power = fn : int * int -> int
val it = 1594323 : int
val it = 1099511627776 : int
*)

(*** integer square root ***)
fun isqrt n =
  let fun search (low, high) =
        if high - low <= 1 then low
        else let val mid = (low + high) div 2
             in if mid * mid <= n then search (mid, high) else search (low, mid) end
  in search (0, n + 1) end;
map isqrt [0, 1, 15, 16, 17, 1000000];
(*=
val isqrt = fn : int -> int
val it = [0,1,3,4,4,1000] : int list
*)

(*** collatz steps ***)
fun collatz 1 = 0
  | collatz n = 1 + collatz (if n mod 2 = 0 then n div 2 else 3 * n + 1);
collatz 27;
(*=
val collatz = fn : int -> int
val it = 111 : int
*)

(*** counting bits ***)
fun bits 0 = 0 | bits n = n mod 2 + bits (n div 2);
map bits [0, 1, 255, 256, 1023];
(*=
val bits = fn : int -> int
val it = [0,1,8,1,10] : int list
*)
