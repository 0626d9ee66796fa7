(*** unit ***)
colset U = unit;
U.base;
U.size ();
U.all ();
U.ord ();
U.col 0;
U.mkstr ();
U.lt ((), ());
U.legal ();
(*=
val it = () : unit
val it = 1 : int
val it = 1`() : unit ms
val it = 0 : int
val it = () : unit
val it = "()" : string
val it = false : bool
val it = true : bool
*)

(*** unit with a name ***)
colset E = unit with e;
e = ();
E.mkstr e;
E.mkstr_ms (3`e);
(*=
val it = true : bool
val it = "e" : string
val it = "3`e" : string
*)

(*** bool ***)
colset B = bool;
B.base;
B.size ();
B.all ();
map B.ord [false, true];
map B.col [0, 1];
B.lt (false, true);
B.lt (true, false);
B.cmp (true, false);
B.mkstr true;
(*=
val it = false : bool
val it = 2 : int
val it = 1`false++1`true : bool ms
val it = [0,1] : int list
val it = [false,true] : bool list
val it = true : bool
val it = false : bool
val it = GREATER : order
val it = "true" : string
*)

(*** bool with names ***)
colset Answer = bool with (no, yes);
(no, yes);
Answer.mkstr no;
Answer.mkstr_ms (1`yes++2`no);
if yes then 1 else 2;
(*=
val it = (false,true) : bool * bool
val it = "no" : string
val it = "2`no++\n1`yes" : string
val it = 1 : int
*)

(*** int ***)
colset I = int;
I.base;
I.mkstr 7;
I.mkstr ~3;
I.lt (1, 2);
I.cmp (2, 2);
I.legal ~1000000;
I.mkstr_ms (1`3++2`7++4`3);
(*=
val it = 0 : int
val it = "7" : string
val it = "(~3)" : string
val it = true : bool
val it = EQUAL : order
val it = true : bool
val it = "5`3++\n2`7" : string
*)

(*** int with a range ***)
colset I = int with 2..5;
I.base;
I.size ();
I.all ();
map I.ord [2, 5];
map I.col [0, 3];
(*=
val it = 2 : int
val it = 4 : int
val it = 1`2++1`3++1`4++1`5 : int ms
val it = [0,3] : int list
val it = [2,5] : int list
*)

(*** legal values of a range ***)
colset I = int with 2..5;
map I.legal [1, 2, 5, 6];
I.illegal_msg 3;
I.illegal_msg 6 <> "";
(*=
val it = [false,true,true,false] : bool list
val it = "" : string
val it = true : bool
*)

(*** range given by expressions ***)
val n = 3;
colset I = int with 1..2 * n;
I.size ();
I.legal 6;
(*=
val n = 3 : int
val it = 6 : int
val it = true : bool
*)

(*** negative range ***)
colset I = int with ~2..1;
I.base;
I.all ();
I.ord 0;
I.mkstr_ms (I.all ());
(*=
val it = ~2 : int
val it = 1`~2++1`~1++1`0++1`1 : int ms
val it = 2 : int
val it = "1`(~2)++\n1`(~1)++\n1`0++\n1`1" : string
*)

(*** col out of range ***)
colset I = int with 2..5;
I.col 4 handle CPN'Error s => (print (s ^ "\n"); ~1);
I.col ~1 handle CPN'Error _ => ~1;
(*=
Out of range!
val it = ~1 : int
val it = ~1 : int
*)

(*** uncaught CPN'Error ***)
colset I = int with 2..5;
I.col 4;
(*=
uncaught exception CPN'Error "Out of range!"
*)

(*** random values are legal ***)
colset I = int with 2..5;
List.all (fn _ => I.legal (I.ran ())) (List.tabulate (100, fn i => i));
(*=
val it = true : bool
*)

(*** large integers ***)
colset N = intinf;
N.base;
N.mkstr (IntInf.pow (10, 25));
N.lt (1, IntInf.pow (10, 25));
(*=
val it = 0 : IntInf.int
val it = "10000000000000000000000000" : string
val it = true : bool
*)

(*** large integers with a range ***)
colset N = intinf with 10..12;
N.base;
N.size ();
N.all ();
map N.legal [9, 10, 13];
(*=
val it = 10 : IntInf.int
val it = 3 : int
val it = 1`10++1`11++1`12 : IntInf.int ms
val it = [false,true,false] : bool list
*)

(*** real ***)
colset R = real;
R.base;
R.lt (1.5, 2.0);
R.legal 1.0;
(*=
val it = 0.0 : real
val it = true : bool
val it = true : bool
*)

(*** real with a range ***)
colset R = real with 0.5..1.5;
R.base;
map R.legal [0.0, 0.5, 1.0, 2.0];
(*=
val it = 0.5 : real
val it = [false,true,true,false] : bool list
*)

(*** time ***)
colset T = time;
T.base;
T.lt (3, 4);
(*=
val it = 0 : IntInf.int
val it = true : bool
*)

(*** string ***)
colset S = string;
S.base;
S.mkstr "abc";
S.lt ("a", "b");
S.legal "anything";
S.mkstr_ms (1`"b"++2`"a");
(*=
val it = "" : string
val it = "\"abc\"" : string
val it = true : bool
val it = true : bool
val it = "2`\"a\"++\n1`\"b\"" : string
*)

(*** string with a range of characters ***)
colset S = string with "a".."z";
map S.legal ["", "abc", "aBc", "a1"];
S.illegal_msg "abc";
(*=
val it = [true,true,false,false] : bool list
val it = "" : string
*)

(*** string with characters and length ***)
colset S = string with "a".."b" and 1..2;
S.size ();
size (S.all ());
map S.legal ["", "a", "ab", "aba", "c"];
List.all (fn s => S.col (S.ord s) = s) (ms_to_list (S.all ()));
(*=
val it = 6 : int
val it = 6 : int
val it = [false,true,true,false,false] : bool list
val it = true : bool
*)

(*** enumeration ***)
colset Col = with red | green | blue;
Col.base;
Col.size ();
ms_to_list (Col.all ());
map Col.ord [red, blue];
Col.col 1;
Col.mkstr blue;
(*=
val it = red : Col
val it = 3 : int
val it = [red,green,blue] : Col list
val it = [0,2] : int list
val it = green : Col
val it = "blue" : string
*)

(*** order of an enumeration is that of its declaration ***)
colset Col = with red | green | blue;
Col.lt (red, green);
Col.lt (blue, red);
Col.cmp (green, green);
1`blue++2`red;
(*=
val it = true : bool
val it = false : bool
val it = EQUAL : order
val it = 2`red++1`blue : Col ms
*)

(*** enumeration values are constructors ***)
colset Col = with red | green | blue;
fun next red = green | next green = blue | next blue = red;
map next [red, green, blue];
red = green;
ext_col next (Col.all () ++ 1`blue);
(*=
val next = fn : Col -> Col
val it = [green,blue,red] : Col list
val it = false : bool
val it = 2`red++1`green++1`blue : Col ms
*)

(*** mkstr_ms of an enumeration ***)
colset Col = with red | green | blue;
Col.mkstr_ms (1`blue++2`red);
Col.mkstr_ms empty;
(*=
val it = "2`red++\n1`blue" : string
val it = "empty" : string
*)

(*** index ***)
colset Ph = index ph with 1..3;
Ph.base;
Ph.size ();
ms_to_list (Ph.all ());
Ph.ord (ph 3);
Ph.col 1;
Ph.mkstr (ph 2);
(*=
val it = ph 1 : Ph
val it = 3 : int
val it = [ph 1,ph 2,ph 3] : Ph list
val it = 2 : int
val it = ph 2 : Ph
val it = "ph(2)" : string
*)

(*** index: order and legality ***)
colset Ph = index ph with 1..3;
Ph.lt (ph 1, ph 2);
map Ph.legal [ph 0, ph 1, ph 3, ph 4];
Ph.mkstr_ms (1`ph 3++2`ph 1);
(*=
val it = true : bool
val it = [false,true,true,false] : bool list
val it = "2`ph(1)++\n1`ph(3)" : string
*)

(*** functions on an index colour set ***)
val n = 5;
colset Ph = index ph with 1..n;
colset Cs = index cs with 1..n;
fun chopsticks (ph i) = 1`cs i ++ 1`cs (if i = n then 1 else i + 1);
Cs.mkstr_ms (chopsticks (ph 5));
size (ext_ms chopsticks (Ph.all ()));
(*=
val n = 5 : int
val chopsticks = fn : Ph -> Cs ms
val it = "1`cs(1)++\n1`cs(5)" : string
val it = 10 : int
*)

(*** product ***)
colset I = int with 1..3;
colset B = bool;
colset P = product I * B;
P.base;
P.size ();
P.all ();
P.mkstr (2, true);
(*=
val it = (1,false) : int * bool
val it = 6 : int
val it = 1`(1,false)++1`(1,true)++1`(2,false)++1`(2,true)++1`(3,false)++1`(3,true) : (int * bool) ms
val it = "(2,true)" : string
*)

(*** product: the first component is the most significant ***)
colset I = int with 1..3;
colset B = bool;
colset P = product I * B;
map P.ord [(1, false), (1, true), (2, false), (3, true)];
map P.col [0, 3, 5];
P.lt ((1, true), (2, false));
P.cmp ((2, true), (2, false));
(*=
val it = [0,1,2,5] : int list
val it = [(1,false),(2,true),(3,true)] : (int * bool) list
val it = true : bool
val it = GREATER : order
*)

(*** product: legality ***)
colset I = int with 1..3;
colset P = product I * I;
map P.legal [(1, 3), (0, 3), (1, 4)];
P.illegal_msg (1, 1);
(*=
val it = [true,false,false] : bool list
val it = "" : string
*)

(*** product: mult ***)
colset I = int;
colset S = string;
colset P = product I * S;
P.mult (1`1++2`2, 3`"a");
P.mult (1`1, 1`"a"++1`"b");
(*=
val it = 3`(1,"a")++6`(2,"a") : (int * string) ms
val it = 1`(1,"a")++1`(1,"b") : (int * string) ms
*)

(*** product: set one component ***)
colset I = int;
colset S = string;
colset P = product I * S * I;
P.set_1 (1, "a", 2) 9;
P.set_2 (1, "a", 2) "z";
P.set_3 (1, "a", 2) 9;
(*=
val it = (9,"a",2) : int * string * int
val it = (1,"z",2) : int * string * int
val it = (1,"a",9) : int * string * int
*)

(*** product: set an illegal component ***)
colset I = int with 1..3;
colset P = product I * I;
P.set_2 (1, 1) 3;
P.set_2 (1, 1) 4 handle CPN'Error _ => (0, 0);
(*=
val it = (1,3) : int * int
val it = (0,0) : int * int
*)

(*** product of three ***)
colset B = bool;
colset P = product B * B * B;
P.size ();
P.ord (true, false, true);
P.col 6;
P.mkstr_ms (2`(true, false, true));
(*=
val it = 8 : int
val it = 5 : int
val it = (true,true,false) : bool * bool * bool
val it = "2`(true,false,true)" : string
*)

(*** record ***)
colset I = int with 1..2;
colset B = bool;
colset R = record b : B * n : I;
R.base;
R.size ();
R.mkstr {b = true, n = 2};
R.ord {b = true, n = 2};
R.col 1;
R.lt ({b = false, n = 2}, {b = true, n = 1});
(*=
val it = {b=false,n=1} : {b:bool, n:int}
val it = 4 : int
val it = "{b=true,n=2}" : string
val it = 3 : int
val it = {b=false,n=2} : {b:bool, n:int}
val it = true : bool
*)

(*** record: written in the order of its declaration ***)
colset I = int;
colset R = record n : I * c : I;
R.mkstr {c = 1, n = 2};
R.lt ({n = 1, c = 9}, {n = 2, c = 0});
(*=
val it = "{n=2,c=1}" : string
val it = true : bool
*)

(*** record: mult and all ***)
colset B = bool;
colset R = record a : B * b : B;
R.mult (1`true, 2`false);
size (R.all ());
(*=
val it = 2`{a=true,b=false} : {a:bool, b:bool} ms
val it = 4 : int
*)

(*** record: set one field ***)
colset I = int;
colset S = string;
colset R = record no : I * text : S;
R.set_no {no = 1, text = "a"} 7;
R.set_text {no = 1, text = "a"} "b";
(*=
val it = {no=7,text="a"} : {no:int, text:string}
val it = {no=1,text="b"} : {no:int, text:string}
*)

(*** record: patterns and selectors ***)
colset I = int;
colset R = record from : I * to : I;
fun swap {from, to} = {from = to, to = from};
#from (swap {from = 1, to = 2});
(*=
val swap = fn : {from:'a, to:'b} -> {from:'b, to:'a}
val it = 2 : int
*)

(*** list ***)
colset I = int;
colset L = list I;
L.base;
L.mkstr [1, ~2];
L.mkstr [];
L.legal [1, 2, 3];
L.lt ([1, 2], [1, 3]);
L.lt ([1], [1, 0]);
L.mkstr_ms (1`[1]++2`[]);
(*=
val it = [] : int list
val it = "[1,(~2)]" : string
val it = "[]" : string
val it = true : bool
val it = true : bool
val it = true : bool
val it = "2`[]++\n1`[1]" : string
*)

(*** list with bounds ***)
colset B = bool;
colset L = list B with 0..2;
L.size ();
size (L.all ());
map L.legal [[], [true], [true, false], [true, true, true]];
List.all (fn v => L.col (L.ord v) = v) (ms_to_list (L.all ()));
(*=
val it = 7 : int
val it = 7 : int
val it = [true,true,true,false] : bool list
val it = true : bool
*)

(*** list of legal elements ***)
colset I = int with 1..3;
colset L = list I;
map L.legal [[1, 3], [1, 4]];
(*=
val it = [true,false] : bool list
*)

(*** union ***)
colset I = int with 1..3;
colset N = union Data : I + Ack : I + Quit;
N.base;
N.size ();
N.mkstr (Ack 2);
N.mkstr Quit;
N.all () == ext_col Data (I.all ()) ++ ext_col Ack (I.all ()) ++ 1`Quit;
(*=
val it = Data 1 : N
val it = 7 : int
val it = "Ack(2)" : string
val it = "Quit" : string
val it = true : bool
*)

(*** union: order ***)
colset I = int with 1..3;
colset N = union Data : I + Ack : I + Quit;
N.lt (Data 3, Ack 1);
N.lt (Ack 1, Ack 2);
N.lt (Quit, Data 1);
map N.ord [Data 1, Data 3, Ack 1, Quit];
N.col 4;
(*=
val it = true : bool
val it = true : bool
val it = false : bool
val it = [0,2,3,6] : int list
val it = Ack 2 : N
*)

(*** union: which constructor ***)
colset I = int with 1..3;
colset N = union Data : I + Quit;
N.of_Data (Data 1);
N.of_Data Quit;
N.of_Quit Quit;
(*=
val it = true : bool
val it = false : bool
val it = true : bool
*)

(*** union: patterns ***)
colset I = int;
colset S = string;
colset N = union Num : I + Text : S + Nothing;
fun show (Num n) = Int.toString n | show (Text s) = s | show Nothing = "-";
map show [Num 1, Text "a", Nothing];
(*=
val show = fn : N -> string
val it = ["1","a","-"] : string list
*)

(*** union: legality ***)
colset I = int with 1..3;
colset N = union Data : I + Quit;
map N.legal [Data 3, Data 4, Quit];
(*=
val it = [true,false,true] : bool list
*)

(*** subset by a function ***)
colset I = int with 1..10;
fun even n = n mod 2 = 0;
colset Even = subset I by even;
Even.all ();
map Even.legal [2, 3, 12];
Even.mkstr 4;
(*=
val even = fn : int -> bool
val it = 1`2++1`4++1`6++1`8++1`10 : int ms
val it = [true,false,false] : bool list
val it = "4" : string
*)

(*** subset of a product or record: the function gets the parts ***)
colset I = int with 1..3;
colset S = string with "a".."b" and 1..1;
colset P = product I * S;
colset R = record n : I * m : I;
fun first (n, s) = n = 1 orelse s = "b";
colset First = subset P by first;
colset Equal = subset R by (fn {n, m} => n = m);
colset Whole = subset P by (fn p : P => #1 p = 2);
First.all ();
First.base;
map First.legal [(1, "a"), (2, "a"), (4, "b")];
Equal.all ();
Whole.all ();
Whole.base;
(*=
val first = fn : int * string -> bool
val it = 1`(1,"a")++1`(1,"b")++1`(2,"b")++1`(3,"b") : (int * string) ms
val it = (1,"a") : int * string
val it = [true,false,false] : bool list
val it = 1`{m=1,n=1}++1`{m=2,n=2}++1`{m=3,n=3} : {m:int, n:int} ms
val it = 1`(2,"a")++1`(2,"b") : (int * string) ms
val it = (2,"a") : int * string
*)

(*** subset with a list ***)
colset Day = with mon | tue | wed | thu | fri | sat | sun;
colset Weekend = subset Day with [sat, sun];
Weekend.base;
Weekend.size ();
ms_to_list (Weekend.all ());
map Weekend.legal [mon, sat];
(*=
val it = sat : Day
val it = 2 : int
val it = [sat,sun] : Day list
val it = [false,true] : bool list
*)

(*** alias ***)
colset I = int with 1..3;
colset J = I;
J.all ();
J.size ();
J.mkstr 2;
(*=
val it = 1`1++1`2++1`3 : int ms
val it = 3 : int
val it = "2" : string
*)

(*** timed colour set ***)
colset I = int with 1..2 timed;
I.all ();
I.mkstr 1;
(*=
val it = 1`1++1`2 : int ms
val it = "1" : string
*)

(*** declare clause ***)
colset B = bool;
colset P = product B * B declare mult, all;
P.mult (1`true, 1`false);
size (P.all ());
(*=
val it = 1`(true,false) : (bool * bool) ms
val it = 4 : int
*)

(*** nested colour sets ***)
colset I = int with 0..1;
colset P = product I * I;
colset L = list P;
colset R = record id : I * path : L;
R.base;
R.mkstr {id = 1, path = [(0, 1), (1, 1)]};
R.legal {id = 1, path = [(0, 2)]};
(*=
val it = {id=0,path=[]} : {id:int, path:(int * int) list}
val it = "{id=1,path=[(0,1),(1,1)]}" : string
val it = false : bool
*)

(*** variables are declared without a value ***)
colset I = int;
var n, m : I;
fun f n = n + 1;
f 2;
(*=
val f = fn : int -> int
val it = 3 : int
*)

(*** global references ***)
globref count = 5;
count := !count + 1;
!count;
inc count;
!count;
(*=
val it = () : unit
val it = 6 : int
val it = () : unit
val it = 7 : int
*)

(*** colour set functions as values ***)
colset I = int with 1..3;
map I.mkstr (ms_to_list (I.all ()));
sort I.lt [3, 1, 2];
foldl (fn (v, s) => I.ord v + s) 0 [1, 2, 3];
(*=
val it = ["1","2","3"] : string list
val it = [1,2,3] : int list
val it = 3 : int
*)

(*** types in constraints ***)
colset I = int;
colset P = product I * I;
fun add (a, b) : I = a + b;
val p : P = (1, 2);
add p;
(*=
val add = fn : int * int -> int
val p = (1,2) : int * int
val it = 3 : int
*)

(*** round trip of ord and col on every finite form ***)
colset B = bool;
colset Col = with red | green | blue;
colset Ix = index ix with 2..4;
colset P = product Col * Ix;
colset R = record a : B * b : Col;
colset N = union One : P + Two : R + Three;
List.all (fn v => P.col (P.ord v) = v) (ms_to_list (P.all ()));
List.all (fn v => R.col (R.ord v) = v) (ms_to_list (R.all ()));
List.all (fn v => N.col (N.ord v) = v) (ms_to_list (N.all ()));
List.all (fn i => N.ord (N.col i) = i) (List.tabulate (N.size (), fn i => i));
N.size ();
(*=
val it = true : bool
val it = true : bool
val it = true : bool
val it = true : bool
val it = 16 : int
*)

(*** record: a multi-set in the order of its declaration ***)
colset I = int with 1..2;
colset E = with a | b;
colset R = record z : I * y : E;
R.mkstr_ms (R.all ());
(*=
val it = "1`{z=1,y=a}++\n1`{z=1,y=b}++\n1`{z=2,y=a}++\n1`{z=2,y=b}" : string
*)
