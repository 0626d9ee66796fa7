(* The initial top-level functions of Standard ML, and General. Loaded before every other file of the library.

   Functions that a structure exports too (`map` and `List.map`) are defined here once; the structure rebinds them.
   Recursion over lists is plain, not tail recursive, wherever that saves a reversal: the machine's stack is as deep as its memory. *)

(** Evaluates its argument and forgets the value.
    >> ignore 3
    () *)
fun ignore _ = ()

(** Composes two functions: the right one is applied first.
    >> (size o Int.toString) 12345
    5 *)
fun (f o g) x = f (g x)

(** The left value, after the right expression has been evaluated for its effect.
    >> 3 before ()
    3 *)
fun x before () = x

(** Joins two strings.
    >> "ab" ^ "cd"
    "abcd" *)
val op ^ = _prim "string_cat" : string * string -> string

(** The number of characters of a string.
    >> size "hello"
    5 *)
val size = _prim "string_size" : string -> int

(** The string of one character.
    >> str #"a"
    "a" *)
val str = _prim "string_from_char" : char -> string

(** The code of a character.
    >> ord #"A"
    65 *)
val ord = _prim "char_ord" : char -> int

(** The character with a code.
    >> chr 97
    #"a"
    >> chr 256
    raises Chr *)
val chr = _prim "char_chr" : int -> char

(** The characters of a string.
    >> explode "abc"
    [#"a",#"b",#"c"] *)
val explode = _prim "string_explode" : string -> char list

(** The string made of a list of characters.
    >> implode [#"a",#"b",#"c"]
    "abc" *)
val implode = _prim "string_implode" : char list -> string

(** Joins a list of strings.
    >> concat ["ab","","cde"]
    "abcde" *)
val concat = _prim "string_concat" : string list -> string

(** `substring (s, i, n)` is the part of `s` that starts at index `i` and is `n` characters long.
    >> substring ("standard", 2, 3)
    "and"
    >> substring ("abc", 2, 2)
    raises Subscript *)
val substring = _prim "string_substring" : string * int * int -> string

(** The largest integer not above a real number.
    >> floor ~2.5
    ~3 *)
val floor = _prim "real_floor" : real -> int

(** The smallest integer not below a real number.
    >> ceil 2.1
    3 *)
val ceil = _prim "real_ceil" : real -> int

(** The nearest integer; of two equally near ones the even one.
    >> [round 2.5,round 3.5,round ~2.6]
    [2,4,~3] *)
val round = _prim "real_round" : real -> int

(** Drops the fraction.
    >> trunc ~2.7
    ~2 *)
val trunc = _prim "real_trunc" : real -> int

(** The real number equal to an integer.
    >> real 3
    3.0 *)
val real = _prim "real_from_int" : int -> real

(** Writes a string to the output.
    >> print ""
    () *)
val print = _prim "print" : string -> unit

(** The name of an exception.
    >> exnName (Fail "no token")
    "Fail" *)
val exnName = _prim "exn_name" : exn -> string

(** The name of an exception and the value it carries.
    >> exnMessage (Fail "no token")
    "Fail \"no token\"" *)
val exnMessage = _prim "exn_message" : exn -> string

(** The value in an option.
    >> valOf (SOME 3)
    3
    >> valOf (NONE : int option)
    raises Option *)
fun valOf (SOME x) = x
  | valOf NONE = raise Option

(** Whether an option holds a value.
    >> isSome (SOME 3)
    true *)
fun isSome (SOME _) = true
  | isSome NONE = false

(** The value in an option, or a default.
    >> getOpt (NONE, 7)
    7 *)
fun getOpt (SOME x, _) = x
  | getOpt (NONE, default) = default

(** The first element of a list.
    >> hd [1,2,3]
    1
    >> hd ([] : int list)
    raises Empty *)
fun hd (x :: _) = x
  | hd [] = raise Empty

(** A list without its first element.
    >> tl [1,2,3]
    [2,3]
    >> tl ([] : int list)
    raises Empty *)
fun tl (_ :: rest) = rest
  | tl [] = raise Empty

(** Whether a list is empty.
    >> null [1]
    false *)
fun null [] = true
  | null _ = false

local
  fun count ([], n) = n
    | count (_ :: rest, n) = count (rest, n + 1)
in
  (** The number of elements of a list.
      >> length ["a","b"]
      2 *)
  fun length xs = count (xs, 0)
end

local
  fun reverse ([], done) = done
    | reverse (x :: rest, done) = reverse (rest, x :: done)
in
  (** The elements in the opposite order.
      >> rev [1,2,3]
      [3,2,1] *)
  fun rev xs = reverse (xs, [])
end

(** Joins two lists.
    >> [1,2] @ [3]
    [1,2,3] *)
val op @ = _prim "list_append" : 'a list * 'a list -> 'a list

(** Applies a function to each element for its effect, from left to right.
    >> app print []
    () *)
fun app (_ : 'a -> unit) [] = ()
  | app f (x :: rest) = (f x; app f rest)

(** The results of a function on each element.
    >> map (fn n => n * n) [1,2,3]
    [1,4,9] *)
fun map _ [] = []
  | map f (x :: rest) = f x :: map f rest

(** Combines the elements from left to right: `foldl f b [x, y]` is `f (y, f (x, b))`.
    >> foldl (op ::) [] [1,2,3]
    [3,2,1] *)
fun foldl _ result [] = result
  | foldl f result (x :: rest) = foldl f (f (x, result)) rest

(** Combines the elements from right to left: `foldr f b [x, y]` is `f (x, f (y, b))`.
    >> foldr (op -) 0 [10,4,1]
    7 *)
fun foldr _ start [] = start
  | foldr f start (x :: rest) = f (x, foldr f start rest)

structure General = struct
  type unit = unit
  type exn = exn
  type order = order

  exception Bind = Bind
  exception Match = Match
  exception Chr = Chr
  exception Div = Div
  exception Domain = Domain
  exception Fail = Fail
  exception Overflow = Overflow
  exception Size = Size
  exception Span = Span
  exception Subscript = Subscript

  (** See the top-level function.
      >> General.exnName Div
      "Div" *)
  val exnName = exnName

  (** See the top-level function.
      >> General.exnMessage (Fail "x")
      "Fail \"x\"" *)
  val exnMessage = exnMessage

  (** See the top-level function.
      >> General.ignore "x"
      () *)
  val ignore = ignore

  (** See the top-level operator.
      >> General.o (size, str) #"a"
      1 *)
  val op o = op o

  (** See the top-level operator.
      >> General.before (1, ())
      1 *)
  val op before = op before
end
