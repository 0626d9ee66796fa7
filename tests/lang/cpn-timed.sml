(*** model time ***)
IntInf.toInt (time ());
(*=
val it = 0 : int
*)

(*** delay every element ***)
fun stamps m = map (IntInf.toInt o ModelTime.stamp) (ms_to_list m);
stamps (2`5 @+ 3);
stamps ((1`5++1`6) @+ 3);
stamps (1`5 @++ 7);
(*=
val stamps = fn : 'a tms -> int list
val it = [3,3] : int list
val it = [3,3] : int list
val it = [7] : int list
*)

(*** strip the stamps ***)
ms (2`5 @+ 3);
ms (1`5 @+ 3 +++ 1`5 @+ 4 +++ 1`6 @+ 3);
(*=
val it = 2`5 : int ms
val it = 2`5++1`6 : int ms
*)

(*** coefficient of a colour ***)
tcf (5, 1`5 @+ 3 +++ 1`5 @+ 4 +++ 1`6 @+ 3);
tcf (7, 1`5 @+ 3);
(*=
val it = 2 : int
val it = 0 : int
*)

(*** size ***)
size (2`5 @+ 3 +++ 1`6 @+ 1);
(*=
val it = 3 : int
*)

(*** equality of timed multi-sets ***)
1`5 @+ 3 +++ 1`6 @+ 4 == 1`6 @+ 4 +++ 1`5 @+ 3;
1`5 @+ 3 == 1`5 @+ 4;
(*=
val it = true : bool
val it = false : bool
*)

(*** later by a delay ***)
fun stamps m = map (IntInf.toInt o ModelTime.stamp) (ms_to_list m);
stamps (delay (1`5 @+ 3 +++ 1`5 @+ 9, 10));
(*=
val stamps = fn : 'a tms -> int list
val it = [13,19] : int list
*)

(*** negative delay ***)
fun stamps m = map (IntInf.toInt o ModelTime.stamp) (ms_to_list m);
stamps (1`5 @+ ~3);
(*=
val stamps = fn : 'a tms -> int list
val it = [~3] : int list
*)

(*** subtraction takes the latest ready token ***)
fun stamps m = map (IntInf.toInt o ModelTime.stamp) (ms_to_list m);
stamps (tsub (1`5 @+ 1 +++ 1`5 @+ 3 +++ 1`5 @+ 9, 1`5 @+ 4));
ms (tsub (1`5 @+ 5, 1`5 @+ 4)) handle Subtract => 1`9;
(*=
val stamps = fn : 'a tms -> int list
val it = [1,9] : int list
val it = 1`9 : int ms
*)

(*** comparison of timed multi-sets ***)
tleq (1`5 @+ 4, 1`5 @+ 3);
tleq (1`5 @+ 2, 1`5 @+ 3);
tleq (2`5 @+ 4, 1`5 @+ 3);
(*=
val it = true : bool
val it = false : bool
val it = false : bool
*)

(*** arithmetic of times ***)
IntInf.toInt (ModelTime.add (3, 4));
IntInf.toInt (ModelTime.sub (3, 4));
ModelTime.lt (3, 4);
ModelTime.leq (4, 4);
ModelTime.cmp (5, 4);
ModelTime.toString 12;
ModelTime.ready 0;
ModelTime.ready 1;
(*=
val it = 7 : int
val it = ~1 : int
val it = true : bool
val it = true : bool
val it = GREATER : order
val it = "12" : string
val it = true : bool
val it = false : bool
*)

(*** time stamp as a constructor ***)
fun colour (v@_) = v;
fun stamp (_@t) = IntInf.toInt t;
colour ("a"@3);
stamp ("a"@3);
(*=
val colour = fn : 'a timed -> 'a
val stamp = fn : 'a timed -> int
val it = "a" : string
val it = 3 : int
*)

(*** multi-set of stamped elements ***)
ms (1`5@7++2`6@8);
tcf (6, 1`5@7++2`6@8+++1`6@9);
1`5@7 == 1`5 @+ 7;
(*=
val it = 1`5++2`6 : int ms
val it = 3 : int
val it = true : bool
*)

(*** the stamp binds tighter than the coefficient ***)
map (fn _@t => IntInf.toInt t) (ms_to_list (2`5@(3 + 4)));
(*=
val it = [7,7] : int list
*)
