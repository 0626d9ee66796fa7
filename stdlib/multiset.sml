(* CPN ML's multi-sets and timed multi-sets, at top level. The fixities of the operators are part of the language.

   The machine keeps a multi-set as pairs of coefficient and colour, ascending and without repetition, so two multi-sets are equal as values exactly when
   they are equal as multi-sets. Loaded after cpnlist.sml, whose `sort` it uses. `size` is not defined
   here: the compiler provides it for strings and multi-sets.

   Primitives on elements depend on the elements' type. A function on timed multi-sets therefore uses the operators below at type `'a timed`, never a
   primitive declared at `'a timed ms`. *)

(** The multi-set without elements.
    >> cf (1, empty)
    0 *)
val empty = _prim "ms_empty" : 'a ms

(** A colour with its coefficient; empty unless the coefficient is positive.
    >> 2`7
    2`7
    >> ~1`7 == empty
    true *)
val op ` = _prim "ms_single" : int * 'a -> 'a ms

(** Sum.
    >> 2`1++1`3++1`1
    3`1++1`3 *)
val op ++ = _prim "ms_add" : 'a ms * 'a ms -> 'a ms

(** Difference; the right one must be contained in the left one.
    >> 3`1++1`2--1`1
    2`1++1`2
    >> 1`1--2`1
    raises Subtract *)
val op -- = _prim "ms_sub" : ''a ms * ''a ms -> ''a ms

(** Every coefficient multiplied; empty unless the factor is positive.
    >> 3**(1`1++2`5)
    3`1++6`5 *)
val op ** = _prim "ms_scale" : int * 'a ms -> 'a ms

(** Equality.
    >> 1`1++1`2 == 1`2++1`1
    true *)
fun (a : ''a ms) == b = a = b

(** Inequality.
    >> 1`1 <><> 2`1
    true *)
fun (a : ''a ms) <><> b = a <> b

(** Inequality.
    >> 1`1 != 1`1
    false *)
fun (a : ''a ms) != b = a <> b

(** Contained in.
    >> 1`1 <<= 2`1
    true *)
val op <<= = _prim "ms_le" : ''a ms * ''a ms -> bool

(** Contains.
    >> 1`1++1`2 >>= 1`3
    false *)
fun a >>= b = b <<= a

(** Contained in: another name of `<<=`.
    >> 1`1 <<== 1`1
    true *)
fun a <<== b = a <<= b

(** Contains: another name of `>>=`.
    >> 2`1 >>== 1`1
    true *)
fun a >>== b = b <<= a

(** Contained in and not equal.
    >> 1`1 << 1`1
    false *)
fun a << b = a <<= b andalso a <> b

(** Contains and not equal.
    >> 2`1 >> 1`1
    true *)
fun a >> b = b << a

local
  fun allTrue [] = true
    | allTrue (b :: rest) = b andalso allTrue rest
in
  (** One element if all conditions hold, else empty.
      >> [true,1 < 2] % 5
      1`5 *)
  fun conditions % v = if allTrue conditions then 1`v else empty

  (** A multi-set if all conditions hold, else empty.
      >> [true,2 < 1] // (2`5) == empty
      true *)
  fun conditions // m = if allTrue conditions then m else empty
end

(** How often a colour occurs.
    >> cf (3, 1`1++4`3)
    4 *)
val cf = _prim "ms_count" : ''a * ''a ms -> int

(** The number of elements, repetitions counted.
    >> mssize (2`1++3`7)
    5 *)
val mssize = _prim "ms_size" : 'a ms -> int

(** The multi-set of a list's elements.
    >> list_to_ms [3,1,3]
    1`1++2`3 *)
val list_to_ms = _prim "ms_of_list" : 'a list -> 'a ms

(** The elements in ascending order, each as often as it occurs.
    >> ms_to_list (2`3++1`1)
    [1,3,3] *)
val ms_to_list = _prim "ms_to_list" : 'a ms -> 'a list

(** The coefficients and colours, ascending by colour.
    >> ms_to_pairs (2`3++1`1)
    [(1,1),(2,3)] *)
val ms_to_pairs = _prim "ms_pairs" : 'a ms -> (int * 'a) list

(** The multi-set with the given coefficients; a colour may come several times.
    >> pairs_to_ms [(1,5),(2,3),(1,5)]
    2`3++2`5 *)
val pairs_to_ms = _prim "ms_of_pairs" : (int * 'a) list -> 'a ms

(** The only element.
    >> ms_to_col (1`7)
    7
    >> ms_to_col (2`7)
    raises no_singleton *)
fun ms_to_col m =
  case ms_to_pairs m of
    [(1, v)] => v
  | _ => raise no_singleton

(** The elements with a property.
    >> ms_filter (fn n => n > 1) (2`1++3`2)
    3`2 *)
fun ms_filter p m = pairs_to_ms (List.filter (fn (_, v) => p v) (ms_to_pairs m))

(** The elements with a property.
    >> filter (fn n => n > 1) (2`1++3`2)
    3`2 *)
val filter = fn p => fn m => ms_filter p m

(** Applies a function to every element.
    >> ext_col (fn n => n div 2) (1`2++1`3++1`4)
    2`1++1`2 *)
fun ext_col f m = pairs_to_ms (map (fn (n, v) => (n, f v)) (ms_to_pairs m))

(** Replaces every element by a multi-set.
    >> ext_ms (fn n => 1`n++1`0) (2`1++1`5)
    3`0++2`1++1`5 *)
fun ext_ms f m =
  let
    fun scaled (n, v) = map (fn (k, w) => (n * k, w)) (ms_to_pairs (f v))
  in
    pairs_to_ms (List.concat (map scaled (ms_to_pairs m)))
  end

(** Applies a function to every element, in ascending order, for its effect.
    >> ms_app ignore (2`1)
    () *)
fun ms_app f m = app f (ms_to_list m)

(** Combines the elements in ascending order.
    >> ms_fold (op +) 0 (2`3++1`10)
    16 *)
fun ms_fold f start m = foldl f start (ms_to_list m)

(** Whether some element has a property.
    >> ms_exists (fn n => n > 2) (1`1++1`3)
    true *)
fun ms_exists p m = List.exists (fn (_, v) => p v) (ms_to_pairs m)

(** Whether every element has a property.
    >> ms_all (fn n => n > 2) (1`1++1`3)
    false *)
fun ms_all p m = List.all (fn (_, v) => p v) (ms_to_pairs m)

local
  val randomInt = _prim "random_int" : int * int -> int
  fun pick ((n, v) :: rest, i) = if i < n then v else pick (rest, i - n)
    | pick ([], _) = raise Empty
in
  (** One of the elements, each equally likely.
      >> random (5`3)
      3
      >> random (1`3--1`3)
      raises Empty *)
  fun random m =
    case mssize m of
      0 => raise Empty
    | n => pick (ms_to_pairs m, randomInt (0, n - 1))
end

(** One of the elements, each equally likely, and the others; raises the given exception if there is none.
    >> get_ran Empty (2`3)
    (3,1`3) *)
fun get_ran none m =
  let
    val v = random m handle Empty => raise none
  in
    (v, m -- 1`v)
  end

(** Writes a multi-set, given how to write a colour and which colour comes first.
    >> mkstr_ms (Int.toString, op >) (2`1++1`3)
    "1`3++\n2`1"
    >> mkstr_ms (Int.toString, op <) empty
    "empty" *)
fun mkstr_ms (mkstr, lt) m =
  case sort (fn ((_, v), (_, w)) => lt (v, w)) (ms_to_pairs m) of
    [] => "empty"
  | pairs => String.concatWith "++\n" (map (fn (n, v) => Int.toString n ^ "`" ^ mkstr v) pairs)

(** Whether every element is legal.
    >> legal_ms (fn n => n < 3) (1`1++1`2)
    true *)
fun legal_ms legal m = ms_all legal m

(** What is wrong with the elements, one line for each colour; empty if nothing is.
    >> illegal_msg_ms (fn 1 => "" | n => "illegal: " ^ Int.toString n) (1`1++2`5)
    "illegal: 5" *)
fun illegal_msg_ms illegal_msg m =
  String.concatWith "\n" (List.filter (fn s => s <> "") (map (fn (_, v) => illegal_msg v) (ms_to_pairs m)))

(* Time *)

(** The model time.
    >> time ()
    0 *)
val time = _prim "time_now" : unit -> time

(** How many steps occurred in a simulation, the one that is occurring among them.
    >> step ()
    0 *)
val step = _prim "steps_now" : unit -> IntInf.int

(* What CPN Tools offers on time stamps. *)
structure ModelTime = struct
  type time = time

  (** The earliest time.
      >> ModelTime.null
      0 *)
  val null = 0 : time

  (** The model time.
      >> ModelTime.time ()
      0 *)
  val time = time

  (** The time as many units after 0.
      >> ModelTime.fromInt 7
      7 *)
  val fromInt = IntInf.fromInt

  (** The units since 0.
      >> ModelTime.toInt 7
      7 *)
  val toInt = IntInf.toInt

  (** The later time by a delay.
      >> ModelTime.add (3, 4)
      7 *)
  fun add (a : time, b : time) = a + b

  (** The earlier time by a delay.
      >> ModelTime.sub (7, 4)
      3 *)
  fun sub (a : time, b : time) = a - b

  (** Earlier than.
      >> ModelTime.lt (3, 4)
      true *)
  fun lt (a : time, b : time) = a < b

  (** Not later than.
      >> ModelTime.leq (4, 4)
      true *)
  fun leq (a : time, b : time) = a <= b

  (** Compares two times.
      >> ModelTime.cmp (3, 4)
      LESS *)
  val cmp = IntInf.compare

  (** Whether a stamp is not after the model time.
      >> ModelTime.ready 5
      false *)
  fun ready (stamp : time) = stamp <= time ()

  (** The time as a string.
      >> ModelTime.toString 12
      "12" *)
  val toString = IntInf.toString

  (** The time that a string begins with, after blanks.
      >> ModelTime.fromString "12"
      SOME 12 *)
  val fromString = IntInf.fromString

  (** The time as a string.
      >> ModelTime.mkstr 12
      "12" *)
  val mkstr = IntInf.toString

  (** The colour of a timed token.
      >> ModelTime.col (hd (ms_to_list (1`5 @+ 3)))
      5 *)
  val col = _prim "timed_value" : 'a timed -> 'a

  (** The stamp of a timed token.
      >> ModelTime.stamp (hd (ms_to_list (1`5 @+ 3)))
      3 *)
  val stamp = _prim "timed_stamp" : 'a timed -> time

  (** A timed token: what `colour @ time` makes.
      >> ModelTime.stamp (ModelTime.stamped (5, 7))
      7 *)
  val stamped = _prim "timed_make" : 'a * time -> 'a timed
end

local
  val stamped = ModelTime.stamped
  val colour = ModelTime.col
  val stamp = ModelTime.stamp

  (* Removes the first token of colour v with a stamp up to t. *)
  fun removeFirst (token :: rest, v, t) =
        if colour token = v andalso stamp token <= t then rest else token :: removeFirst (rest, v, t)
    | removeFirst ([], _, _) = raise Subtract
in
  (** The elements stamped with the model time plus a delay.
      >> tcf (5, 2`5 @++ 10)
      2 *)
  fun (m : 'a ms) @++ (delay : time) : 'a tms =
    let
      val at = time () + delay
    in
      ext_col (fn v => stamped (v, at)) m
    end

  (** The same, with the delay as an `int`.
      >> ms (2`5 @+ 10)
      2`5 *)
  fun (m : 'a ms) @+ n : 'a tms = m @++ IntInf.fromInt n

  (** Sum of timed multi-sets.
      >> tcf (5, 1`5 @+ 1 +++ 1`5 @+ 2)
      2 *)
  fun (a : 'a tms) +++ (b : 'a tms) : 'a tms = a ++ b

  (** The elements without their stamps.
      >> ms (1`5 @+ 1 +++ 1`5 @+ 2)
      2`5 *)
  fun ms (m : 'a tms) : 'a ms = ext_col colour m

  (** How often a colour occurs, whatever the stamps.
      >> tcf (5, 2`5 @+ 1 +++ 3`6 @+ 1)
      2 *)
  fun tcf (v : ''a, m : ''a tms) = cf (v, ms m)

  (** Every stamp later by a delay.
      >> map ModelTime.stamp (ms_to_list (delay (1`5 @+ 1, 4)))
      [5] *)
  fun delay (m : 'a tms, by : time) : 'a tms = ext_col (fn token => stamped (colour token, stamp token + by)) m

  (** The order of timed tokens, by colour and then by stamp, from the order of colours.
      >> let fun token t = hd (ms_to_list (1`5 @+ t)) in tlt (op <) (token 1, token 2) end
      true *)
  fun tlt lt (a, b) =
    lt (colour a, colour b) orelse (not (lt (colour b, colour a)) andalso stamp a < stamp b)

  (** Removes, for each token of the right multi-set, the token of that colour with the latest stamp not after its own.
      >> map ModelTime.stamp (ms_to_list (tsub (1`5 @+ 1 +++ 1`5 @+ 3 +++ 1`5 @+ 9, 1`5 @+ 4)))
      [1,9]
      >> tsub (1`5 @+ 3, 1`5 @+ 2)
      raises Subtract *)
  fun tsub (m : ''a tms, wanted : ''a tms) : ''a tms =
    let
      (* Multi-sets ascend by colour and stamp: from the back, the first token that fits is the latest. *)
      val latestFirst = rev (ms_to_list m)
      fun remove (token, left) = removeFirst (left, colour token, stamp token)
    in
      list_to_ms (foldl remove latestFirst (ms_to_list wanted))
    end

  (** Whether the left multi-set can be subtracted from the right one.
      >> tleq (1`5 @+ 4, 1`5 @+ 3)
      true *)
  fun tleq (wanted : ''a tms, m : ''a tms) = (tsub (m, wanted); true) handle Subtract => false
end
