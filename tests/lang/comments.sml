(*** comment between tokens ***)
val x = (* here *) 3 (* there *);
(*=
val x = 3 : int
*)

(*** nested comments ***)
(* outer (* inner *) still outer *)
val y = 4;
(*=
val y = 4 : int
*)

(*** comment over lines ***)
(* one
   two
   three *)
5;
(*=
val it = 5 : int
*)

(*** comment like a star ***)
(* ** *)
(op * ) (2, 3);
(*=
val it = 6 : int
*)

(*** comment in a list ***)
[1, (* two, *) 3];
(*=
val it = [1,3] : int list
*)

(*** string with comment marks ***)
"(* not a comment *)";
(*=
val it = "(* not a comment *)" : string
*)

(*** comment with a quote ***)
(* it's "odd *)
6;
(*=
val it = 6 : int
*)

(*** blank lines and tabs ***)
val	x	=	1;


x;
(*=
val x = 1 : int
val it = 1 : int
*)
