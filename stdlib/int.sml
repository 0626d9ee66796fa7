(* Integers of 64 bits, as in the Standard ML Basis Library. What does not fit raises `Overflow`. *)

structure Int = struct
  type int = int

  (** The number of bits.
      >> isSome Int.precision
      true *)
  val precision = SOME 64

  (** The smallest integer.
      >> valOf Int.minInt < 0
      true *)
  val minInt = SOME ~9223372036854775808

  (** The largest integer.
      >> valOf Int.maxInt > 0
      true *)
  val maxInt = SOME 9223372036854775807

  (** The integer itself.
      >> Int.toInt 3
      3 *)
  fun toInt (n : int) = n

  (** The integer itself.
      >> Int.fromInt 3
      3 *)
  fun fromInt (n : int) = n

  (** The same number without a limit of size.
      >> Int.toLarge 3
      3 *)
  val toLarge = _prim "inf_from_int" : int -> IntInf.int

  (** The same number, if it fits.
      >> Int.fromLarge (IntInf.pow (2, 80))
      raises Overflow *)
  val fromLarge = _prim "inf_to_int" : IntInf.int -> int

  (** Division that rounds towards zero.
      >> Int.quot (~7, 2)
      ~3
      >> Int.quot (1, 0)
      raises Div *)
  val quot = _prim "int_quot" : int * int -> int

  (** The remainder of `quot`: it has the sign of the dividend.
      >> Int.rem (~7, 2)
      ~1 *)
  val rem = _prim "int_rem" : int * int -> int

  (** Compares two integers.
      >> Int.compare (2, 1)
      GREATER *)
  fun compare (a : int, b) = if a < b then LESS else if a = b then EQUAL else GREATER

  (** The smaller one.
      >> Int.min (3, ~2)
      ~2 *)
  fun min (a : int, b) = if a < b then a else b

  (** The larger one.
      >> Int.max (3, ~2)
      3 *)
  fun max (a : int, b) = if a < b then b else a

  (** ~1, 0 or 1 for a negative number, zero, a positive number.
      >> Int.sign ~7
      ~1 *)
  fun sign n = if n < 0 then ~1 else if n = 0 then 0 else 1

  (** Whether two numbers have the same sign.
      >> Int.sameSign (~1, 0)
      false *)
  fun sameSign (a, b) = sign a = sign b

  (** The decimal digits, after `~` for a negative number.
      >> Int.toString ~42
      "~42" *)
  val toString = _prim "int_to_string" : int -> string

  (** The number a text starts with, after blanks.
      >> Int.fromString " ~42 tokens"
      SOME ~42
      >> Int.fromString "none"
      NONE *)
  val fromString = _prim "int_from_string" : string -> int option

  local
    val sub = _prim "string_sub" : string * int -> char
    (* Works on a number that is not positive, because the smallest integer has no positive counterpart. *)
    fun digits (n, base, done) =
      let
        val done = sub ("0123456789ABCDEF", ~(rem (n, base))) :: done
      in
        if n > ~base then done else digits (quot (n, base), base, done)
      end
    fun inBase (n, base) = if n < 0 then implode (#"~" :: digits (n, base, [])) else implode (digits (~n, base, []))
  in
    (** The number written in a base.
        >> Int.fmt StringCvt.HEX ~255
        "~FF" *)
    fun fmt StringCvt.BIN n = inBase (n, 2)
      | fmt StringCvt.OCT n = inBase (n, 8)
      | fmt StringCvt.DEC n = toString n
      | fmt StringCvt.HEX n = inBase (n, 16)
  end

  (* The operators come last: inside the structure the built-in ones, for all types, are meant. *)

  (** The distance from zero.
      >> Int.abs ~3
      3 *)
  val abs = abs : int -> int

  (** The number with the opposite sign.
      >> Int.~ 3
      ~3 *)
  val ~ = ~ : int -> int

  (** Sum.
      >> Int.+ (1, 2)
      3 *)
  val op + = op + : int * int -> int

  (** Difference.
      >> Int.- (1, 2)
      ~1 *)
  val op - = op - : int * int -> int

  (** Product.
      >> Int.* (6, 7)
      42 *)
  val op * = op * : int * int -> int

  (** Division that rounds down.
      >> Int.div (~7, 2)
      ~4 *)
  val op div = op div : int * int -> int

  (** The remainder of `div`: it has the sign of the divisor.
      >> Int.mod (~7, 2)
      1 *)
  val op mod = op mod : int * int -> int

  (** Comparison.
      >> Int.< (1, 2)
      true *)
  val op < = op < : int * int -> bool

  (** Comparison.
      >> Int.<= (2, 2)
      true *)
  val op <= = op <= : int * int -> bool

  (** Comparison.
      >> Int.> (1, 2)
      false *)
  val op > = op > : int * int -> bool

  (** Comparison.
      >> Int.>= (1, 2)
      false *)
  val op >= = op >= : int * int -> bool
end
