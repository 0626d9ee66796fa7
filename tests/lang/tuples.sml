(*** pairs ***)
(1, 2);
(1, "a", #"c", 2.0, true);
(*=
val it = (1,2) : int * int
val it = (1,"a",#"c",2.0,true) : int * string * char * real * bool
*)

(*** nested tuples ***)
((1, 2), 3);
(1, (2, 3));
(*=
val it = ((1,2),3) : (int * int) * int
val it = (1,(2,3)) : int * (int * int)
*)

(*** selectors ***)
#1 (1, "a");
#2 (1, "a");
#3 (1, 2, (3, 4));
(*=
val it = 1 : int
val it = "a" : string
val it = (3,4) : int * int
*)

(*** equality ***)
(1, "a") = (1, "a");
(1, 2) <> (1, 3);
(*=
val it = true : bool
val it = true : bool
*)

(*** swap ***)
fun swap (a, b) = (b, a);
swap (1, "x");
swap (swap (1, "x"));
(*=
val swap = fn : 'a * 'b -> 'b * 'a
val it = ("x",1) : string * int
val it = (1,"x") : int * string
*)

(*** tuple patterns ***)
val (a, b) = (1, 2);
val (x, (y, z)) = (1, (2, 3));
val (p, _) = ("p", "q");
(*=
val a = 1 : int
val b = 2 : int
val x = 1 : int
val y = 2 : int
val z = 3 : int
val p = "p" : string
*)

(*** functions of several results ***)
fun divide (a, b) = (a div b, a mod b);
val (q, r) = divide (17, 5);
(*=
val divide = fn : int * int -> int * int
val q = 3 : int
val r = 2 : int
*)

(*** tuples are records with numbered fields ***)
{1 = "a", 2 = 3};
#2 {1 = "a", 2 = 3};
(1, 2) = {2 = 2, 1 = 1};
(*=
val it = ("a",3) : string * int
val it = 3 : int
val it = true : bool
*)

(*** list of pairs ***)
map (fn (a, b) => a * b) [(1, 2), (3, 4)];
(*=
val it = [2,12] : int list
*)

(*** minimum and maximum together ***)
fun range [] = raise Empty
  | range (x :: xs) = foldl (fn (y, (low, high)) => (Int.min (y, low), Int.max (y, high))) (x, x) xs;
range [3, 1, 4, 1, 5];
(*=
val range = fn : int list -> int * int
val it = (1,5) : int * int
*)
