(*** simple structure ***)
structure S = struct val x = 3 fun f y = x + y end;
S.x;
S.f 4;
(*=
val it = 3 : int
val it = 7 : int
*)

(*** structure with an exception ***)
structure Stack = struct
  exception Underflow
  fun push (x, s) = x :: s
  fun pop [] = raise Underflow | pop (x :: s) = (x, s)
end;
Stack.pop (Stack.push (1, [2]));
Stack.pop [] handle Stack.Underflow => (0, []);
(*=
val it = (1,[2]) : int * int list
val it = (0,[]) : int * int list
*)

(*** nested structures ***)
structure A = struct structure B = struct val deep = 7 end val shallow = B.deep + 1 end;
A.B.deep;
A.shallow;
(*=
val it = 7 : int
val it = 8 : int
*)

(*** open ***)
structure M = struct val hidden = 1 fun bump x = x + hidden end;
local open M in val r = bump 10 end;
(*=
val r = 11 : int
*)

(*** open in let ***)
structure M = struct val k = 5 fun times x = k * x end;
let open M in times k end;
(*=
val it = 25 : int
*)

(*** structures hide names ***)
val x = 1;
structure S = struct val x = 2 end;
x;
S.x;
(*=
val x = 1 : int
val it = 1 : int
val it = 2 : int
*)

(*** functions of one structure in another ***)
structure P = struct fun twice x = 2 * x end;
structure Q = struct fun four x = P.twice (P.twice x) end;
Q.four 5;
(*=
val it = 20 : int
*)

(*** structure redefinition ***)
structure S = struct val v = 1 end;
fun old () = S.v;
structure S = struct val v = 2 end;
(old (), S.v);
(*=
val old = fn : unit -> int
val it = (1,2) : int * int
*)

(*** operators in a structure ***)
structure V = struct infix 6 ++ fun (a, b) ++ (c, d) = (a + c, b + d) end;
V.++ ((1, 2), (3, 4));
(*=
val it = (4,6) : int * int
*)

(*** datatype in a structure ***)
structure T = struct datatype t = A | B of int fun value A = 0 | value (B n) = n end;
T.value (T.B 5);
map T.value [T.A, T.B 2];
(*=
val it = 5 : int
val it = [0,2] : int list
*)

(*** pattern with qualified constructors ***)
structure T = struct datatype t = A | B of int end;
fun f T.A = "a" | f (T.B _) = "b";
map f [T.A, T.B 1];
(*=
val f = fn : T.t -> string
val it = ["a","b"] : string list
*)

(*** local inside a structure ***)
structure S = struct local val k = 10 in fun scale x = k * x end end;
S.scale 4;
(*=
val it = 40 : int
*)

(*** qualified operators of the basis ***)
Int.+ (1, 2);
Real.* (1.5, 2.0);
String.^ ("a", "b");
List.@ ([1], [2]);
(*=
val it = 3 : int
val it = 3.0 : real
val it = "ab" : string
val it = [1,2] : int list
*)

(*** op with a qualified name ***)
foldl Int.+ 0 [1, 2, 3];
List.map Int.~ [1, ~2];
(*=
val it = 6 : int
val it = [~1,2] : int list
*)

(*** type members ***)
val x : Int.int = 3;
val s : String.string = "a";
val r : Real.real = 1.0;
(*=
val x = 3 : int
val s = "a" : string
val r = 1.0 : real
*)
