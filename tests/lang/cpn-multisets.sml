(*** one element ***)
1`7;
3`7;
1`"a";
2`true;
(*=
val it = 1`7 : int ms
val it = 3`7 : int ms
val it = 1`"a" : string ms
val it = 2`true : bool ms
*)

(*** coefficient that is not positive ***)
0`7 == empty;
~2`7 == empty;
(*=
val it = true : bool
val it = true : bool
*)

(*** sum ***)
1`1++2`3;
1`3++1`1++1`3;
1`1++empty;
(*=
val it = 1`1++2`3 : int ms
val it = 1`1++2`3 : int ms
val it = 1`1 : int ms
*)

(*** elements are shown in ascending order ***)
1`9++1`2++1`5;
1`"b"++1`"a";
1`true++1`false;
(*=
val it = 1`2++1`5++1`9 : int ms
val it = 1`"a"++1`"b" : string ms
val it = 1`false++1`true : bool ms
*)

(*** difference ***)
3`1++1`2--2`1;
2`1--2`1 == empty;
(*=
val it = 1`1++1`2 : int ms
val it = true : bool
*)

(*** difference of what is not contained ***)
1`1--2`1 handle Subtract => 9`9;
1`1--1`2 handle Subtract => 9`9;
(*=
val it = 9`9 : int ms
val it = 9`9 : int ms
*)

(*** uncaught Subtract ***)
1`1--1`2;
(*=
uncaught exception Subtract
*)

(*** scalar product ***)
3**(1`1++2`2);
0**(1`1) == empty;
~1**(1`1) == empty;
(*=
val it = 3`1++6`2 : int ms
val it = true : bool
val it = true : bool
*)

(*** precedence of the operators ***)
1`1++2**1`3;
2`1++3`2--1`2++1`4;
(*=
val it = 1`1++2`3 : int ms
val it = 2`1++2`2++1`4 : int ms
*)

(*** coefficient may be an expression in parentheses ***)
(1 + 2)`5;
let val n = 4 in n`(n + 1) end;
(*=
val it = 3`5 : int ms
val it = 4`5 : int ms
*)

(*** equality ***)
1`1++1`2 == 1`2++1`1;
2`1 == 1`1;
1`1 <><> 1`2;
1`1 != 1`1;
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = false : bool
*)

(*** containment ***)
1`1 <<= 2`1++1`2;
3`1 <<= 2`1++1`2;
2`1++1`2 >>= 1`1;
1`1 <<= 1`1;
empty <<= 1`1;
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
val it = true : bool
*)

(*** strict containment ***)
1`1 << 2`1;
1`1 << 1`1;
2`1 >> 1`1;
2`1 >> 2`1;
1`1 << 1`2;
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = false : bool
val it = false : bool
*)

(*** synonyms of containment ***)
1`1 <<== 1`1;
1`1 >>== 2`1;
(*=
val it = true : bool
val it = false : bool
*)

(*** condition before an element ***)
[true]%7;
[true, 1 < 2]%7;
([true, false]%7) == empty;
(*=
val it = 1`7 : int ms
val it = 1`7 : int ms
val it = true : bool
*)

(*** condition before a multi-set ***)
[1 < 2]//(2`7++1`8);
([1 > 2]//(2`7)) == empty;
(*=
val it = 2`7++1`8 : int ms
val it = true : bool
*)

(*** cf ***)
cf (1, 3`1++1`2);
cf (9, 3`1++1`2);
(*=
val it = 3 : int
val it = 0 : int
*)

(*** size ***)
size (2`1++3`2);
size (empty : int ms);
size "string";
mssize (2`"a"++1`"b");
(*=
val it = 5 : int
val it = 0 : int
val it = 6 : int
val it = 3 : int
*)

(*** filter ***)
filter (fn n => n > 1) (2`1++1`2++1`3);
filter (fn n => n > 5) (2`1) == empty;
(*=
val it = 1`2++1`3 : int ms
val it = true : bool
*)

(*** ext_col ***)
ext_col (fn n => n * 10) (2`1++1`2);
ext_col (fn n => n mod 2) (1`1++1`2++1`3);
ext_col Int.toString (2`1);
(*=
val it = 2`10++1`20 : int ms
val it = 1`0++2`1 : int ms
val it = 2`"1" : string ms
*)

(*** ext_ms ***)
ext_ms (fn n => n`n) (1`1++2`3);
ext_ms (fn n => 1`n++1`(n + 1)) (2`1++1`2);
ext_ms (fn n => empty : int ms) (2`1) == empty;
(*=
val it = 1`1++6`3 : int ms
val it = 2`1++3`2++1`3 : int ms
val it = true : bool
*)

(*** ms_to_col ***)
ms_to_col (1`"only");
ms_to_col (2`1) handle no_singleton => ~1;
ms_to_col (1`1++1`2) handle no_singleton => ~2;
(*=
val it = "only" : string
val it = ~1 : int
val it = ~2 : int
*)

(*** lists ***)
list_to_ms [3, 1, 3, 2];
ms_to_list (2`3++1`1);
ms_to_list (empty : int ms);
(*=
val it = 1`1++1`2++2`3 : int ms
val it = [1,3,3] : int list
val it = [] : int list
*)

(*** coefficients and colours ***)
ms_to_pairs (2`3++1`1);
pairs_to_ms [(2, 3), (1, 1), (1, 3)];
(*=
val it = [(1,1),(2,3)] : (int * int) list
val it = 1`1++3`3 : int ms
*)

(*** random ***)
random (5`7);
cf (random (1`1++1`2), 1`1++1`2);
random (empty : int ms) handle Empty => 0;
(*=
val it = 7 : int
val it = 1 : int
val it = 0 : int
*)

(*** get_ran ***)
get_ran Empty (2`7);
get_ran (Fail "none") (empty : int ms) handle Fail _ => (0, empty);
(*=
val it = (7,1`7) : int * int ms
val it = (0,empty) : int * int ms
*)

(*** fold and exists ***)
ms_fold (op +) 0 (2`3++1`10);
ms_exists (fn n => n = 3) (2`3);
ms_all (fn n => n = 3) (2`3++1`4);
(*=
val it = 16 : int
val it = true : bool
val it = false : bool
*)

(*** mkstr_ms with functions ***)
mkstr_ms (Int.toString, op <) (2`1++1`3);
mkstr_ms (Int.toString, op <) empty;
(*=
val it = "2`1++\n1`3" : string
val it = "empty" : string
*)

(*** tuples ***)
1`(1, "a")++2`(1, "b");
ext_col #1 (1`(1, "a")++2`(1, "b"));
cf ((1, "b"), 1`(1, "a")++2`(1, "b"));
(*=
val it = 1`(1,"a")++2`(1,"b") : (int * string) ms
val it = 3`1 : int ms
val it = 2 : int
*)

(*** multi-set of lists ***)
2`[1, 2]++1`[];
(*=
val it = 1`[]++2`[1,2] : int list ms
*)

(*** functions on multi-sets ***)
fun double m = m++m;
double (1`1++2`2);
fun total m = ms_fold (op +) 0 m;
total (2`5++1`1);
(*=
val double = fn : 'a ms -> 'a ms
val it = 2`1++4`2 : int ms
val total = fn : int ms -> int
val it = 11 : int
*)

(*** types ***)
fun addOne (m, v) = m++1`v;
fun without (m, v) = m--1`v;
cf;
ext_ms;
(*=
val addOne = fn : 'a ms * 'a -> 'a ms
val without = fn : ''a ms * ''a -> ''a ms
val it = fn : ''a * ''a ms -> int
val it = fn : ('a -> 'b ms) -> 'a ms -> 'b ms
*)

(*** if in a multi-set expression ***)
fun send ok n = if ok then 1`n else empty;
send true 3;
send false 3 == empty;
(*=
val send = fn : bool -> 'a -> 'a ms
val it = 1`3 : int ms
val it = true : bool
*)

(*** many copies ***)
size (1000000`1);
1000000`1++1`2;
(*=
val it = 1000000 : int
val it = 1000000`1++1`2 : int ms
*)

(*** sum of a list of multi-sets ***)
foldl (op ++) empty [1`1, 2`2, 1`1];
(*=
val it = 2`1++2`2 : int ms
*)

(*** multi-set in a case ***)
case size (2`1) of 2 => "two" | _ => "other";
(*=
val it = "two" : string
*)

(*** negative elements ***)
2`(~3)++1`1;
(*=
val it = 2`~3++1`1 : int ms
*)

(*** a multi-set of multi-sets ***)
1`(1`1 ++ 1`2) ++ 1`(1`2 ++ 1`1);
(*=
val it = 2`(1`1++1`2) : int ms ms
*)
