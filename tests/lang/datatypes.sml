(*** enumeration ***)
datatype colour = Red | Green | Blue;
Red;
[Red, Blue];
fun next Red = Green | next Green = Blue | next Blue = Red;
next Blue;
(*=
val it = Red : colour
val it = [Red,Blue] : colour list
val next = fn : colour -> colour
val it = Red : colour
*)

(*** constructors with arguments ***)
datatype shape = Circle of int | Rect of int * int;
Circle 3;
Rect (2, 3);
fun area (Circle r) = 3 * r * r | area (Rect (a, b)) = a * b;
map area [Circle 1, Rect (2, 3)];
(*=
val it = Circle 3 : shape
val it = Rect (2,3) : shape
val area = fn : shape -> int
val it = [3,6] : int list
*)

(*** equality ***)
datatype t = A | B of int;
A = A;
B 1 = B 2;
B 1 = B 1;
A <> B 0;
(*=
val it = true : bool
val it = false : bool
val it = true : bool
val it = true : bool
*)

(*** constructors are functions ***)
datatype t = N of int | P of int * int;
N;
map N [1, 2];
P (1, 2);
(*=
val it = fn : int -> t
val it = [N 1,N 2] : t list
val it = P (1,2) : t
*)

(*** negative arguments are shown ***)
datatype t = N of int;
N ~3;
[N 1, N ~1];
(*=
val it = N ~3 : t
val it = [N 1,N ~1] : t list
*)

(*** nested values are parenthesised ***)
datatype t = L | S of t;
S (S (S L));
fun depth L = 0 | depth (S x) = 1 + depth x;
depth (S (S L));
(*=
val it = S (S (S L)) : t
val depth = fn : t -> int
val it = 2 : int
*)

(*** natural numbers ***)
datatype nat = Zero | Succ of nat;
fun plus (Zero, n) = n | plus (Succ m, n) = Succ (plus (m, n));
fun toInt Zero = 0 | toInt (Succ n) = 1 + toInt n;
toInt (plus (Succ (Succ Zero), Succ Zero));
(*=
val plus = fn : nat * nat -> nat
val toInt = fn : nat -> int
val it = 3 : int
*)

(*** binary search tree ***)
datatype tree = Leaf | Node of tree * int * tree;
fun insert (x, Leaf) = Node (Leaf, x, Leaf)
  | insert (x, t as Node (l, y, r)) = if x < y then Node (insert (x, l), y, r) else if x > y then Node (l, y, insert (x, r)) else t;
fun inorder Leaf = [] | inorder (Node (l, x, r)) = inorder l @ [x] @ inorder r;
val t = foldl insert Leaf [5, 2, 8, 1, 5, 9];
inorder t;
(*=
val insert = fn : int * tree -> tree
val inorder = fn : tree -> int list
val t = Node (Node (Node (Leaf,1,Leaf),2,Leaf),5,Node (Leaf,8,Node (Leaf,9,Leaf))) : tree
val it = [1,2,5,8,9] : int list
*)

(*** polymorphic tree ***)
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree;
fun mapTree f Leaf = Leaf | mapTree f (Node (l, x, r)) = Node (mapTree f l, f x, mapTree f r);
mapTree (fn x => x * x) (Node (Node (Leaf, 1, Leaf), 2, Leaf));
mapTree size (Node (Leaf, "abc", Leaf));
(*=
val mapTree = fn : ('a -> 'b) -> 'a tree -> 'b tree
val it = Node (Node (Leaf,1,Leaf),4,Leaf) : int tree
val it = Node (Leaf,3,Leaf) : int tree
*)

(*** mutually recursive datatypes ***)
datatype 'a rose = Rose of 'a * 'a forest and 'a forest = Empty' | Trees of 'a rose * 'a forest;
fun count (Rose (_, f)) = 1 + countAll f and countAll Empty' = 0 | countAll (Trees (t, f)) = count t + countAll f;
count (Rose (1, Trees (Rose (2, Empty'), Trees (Rose (3, Empty'), Empty'))));
(*=
val count = fn : 'a rose -> int
val countAll = fn : 'a forest -> int
val it = 3 : int
*)

(*** expressions ***)
datatype exp = Num of int | Add of exp * exp | Mul of exp * exp | Neg of exp;
fun eval (Num n) = n | eval (Add (a, b)) = eval a + eval b | eval (Mul (a, b)) = eval a * eval b | eval (Neg a) = ~ (eval a);
eval (Add (Num 2, Mul (Num 3, Neg (Num 4))));
(*=
val eval = fn : exp -> int
val it = ~10 : int
*)

(*** symbolic derivative ***)
datatype exp = X | C of int | Plus of exp * exp | Times of exp * exp;
fun d X = C 1 | d (C _) = C 0 | d (Plus (a, b)) = Plus (d a, d b) | d (Times (a, b)) = Plus (Times (d a, b), Times (a, d b));
d (Times (X, Plus (X, C 3)));
(*=
val d = fn : exp -> exp
val it = Plus (Times (C 1,Plus (X,C 3)),Times (X,Plus (C 1,C 0))) : exp
*)

(*** withtype ***)
datatype item = Item of int * items withtype items = item list;
fun total (Item (n, subs)) = n + foldl (fn (i, s) => total i + s) 0 subs;
total (Item (1, [Item (2, []), Item (3, [Item (4, [])])]));
(*=
val total = fn : item -> int
val it = 10 : int
*)

(*** type abbreviations ***)
(* Poly/ML: shows the abbreviation *)
type point = int * int;
fun addPoints ((a, b) : point, (c, d) : point) = (a + c, b + d);
addPoints ((1, 2), (3, 4));
(*=
val addPoints = fn : (int * int) * (int * int) -> int * int
val it = (4,6) : int * int
*)

(*** parameterised abbreviation ***)
(* Poly/ML: shows the abbreviation *)
type 'a twin = 'a * 'a;
fun left ((a, _) : 'a twin) = a;
left (1, 2);
(*=
val left = fn : 'a * 'a -> 'a
val it = 1 : int
*)

(*** datatype holding functions ***)
datatype action = Do of int -> int | Stop;
fun run (Do f, x) = f x | run (Stop, x) = x;
run (Do (fn x => x + 1), 41);
run (Stop, 1);
(*=
val run = fn : action * int -> int
val it = 42 : int
val it = 1 : int
*)

(*** constructor with a record ***)
datatype p = P of {x : int, y : int};
P {x = 1, y = 2};
fun swap (P {x, y}) = P {x = y, y = x};
swap (P {x = 1, y = 2});
(*=
val it = P {x=1,y=2} : p
val swap = fn : p -> p
val it = P {x=2,y=1} : p
*)

(*** constructor with a list ***)
datatype bag = Bag of int list;
Bag [1, 2];
(fn Bag xs => length xs) (Bag [3]);
(*=
val it = Bag [1,2] : bag
val it = 1 : int
*)

(*** datatype replication ***)
(* Poly/ML: shows the newest name of the type *)
datatype colour = Red | Green;
datatype paint = datatype colour;
fun f Red = 1 | f Green = 2;
f Green;
(*=
val f = fn : colour -> int
val it = 2 : int
*)

(*** infix constructor ***)
infixr 5 ++;
datatype seq = Nil | ++ of int * seq;
fun sum Nil = 0 | sum (x ++ rest) = x + sum rest;
sum (1 ++ 2 ++ 3 ++ Nil);
(*=
val sum = fn : seq -> int
val it = 6 : int
*)

(*** later datatype hides the constructors ***)
datatype a = X | Y;
datatype b = X | Z;
fun f X = 1 | f Z = 2;
f X;
(*=
val f = fn : b -> int
val it = 1 : int
*)

(*** stack ***)
datatype 'a stack = Bottom | Push of 'a * 'a stack;
fun pop Bottom = NONE | pop (Push (x, s)) = SOME (x, s);
pop (Push (1, Push (2, Bottom)));
(*=
val pop = fn : 'a stack -> ('a * 'a stack) option
val it = SOME (1,Push (2,Bottom)) : (int * int stack) option
*)

(*** queue of two lists ***)
datatype 'a queue = Q of 'a list * 'a list;
fun put (Q (front, back), x) = Q (front, x :: back);
fun get (Q ([], [])) = NONE | get (Q (x :: f, b)) = SOME (x, Q (f, b)) | get (Q ([], b)) = get (Q (rev b, []));
fun drain q = case get q of NONE => [] | SOME (x, q) => x :: drain q;
drain (put (put (put (Q ([], []), 1), 2), 3));
(*=
val put = fn : 'a queue * 'a -> 'a queue
val get = fn : 'a queue -> ('a * 'a queue) option
val drain = fn : 'a queue -> 'a list
val it = [1,2,3] : int list
*)

(*** option-like in own datatype ***)
datatype result = Ok of int | Error of string;
fun safeDiv (_, 0) = Error "division by zero" | safeDiv (a, b) = Ok (a div b);
safeDiv (7, 2);
safeDiv (7, 0);
(*=
val safeDiv = fn : int * int -> result
val it = Ok 3 : result
val it = Error "division by zero" : result
*)
