(* Integers of any size, as in the Standard ML Basis Library, without the bit operations.

   `type int = IntInf.int` comes at the end: until then `int` is the type of 64-bit integers. *)

structure IntInf = struct
  (** There is no limit of size.
      >> IntInf.precision
      NONE *)
  val precision = NONE : int option

  (** There is no smallest number.
      >> isSome IntInf.minInt
      false *)
  val minInt = NONE : IntInf.int option

  (** There is no largest number.
      >> isSome IntInf.maxInt
      false *)
  val maxInt = NONE : IntInf.int option

  (** The 64-bit integer, if it fits.
      >> IntInf.toInt 42
      42
      >> IntInf.toInt (IntInf.pow (2, 80))
      raises Overflow *)
  val toInt = _prim "inf_to_int" : IntInf.int -> int

  (** The same number without a limit of size.
      >> IntInf.fromInt 42
      42 *)
  val fromInt = _prim "inf_from_int" : int -> IntInf.int

  (** The number itself.
      >> IntInf.toLarge 3
      3 *)
  fun toLarge (n : IntInf.int) = n

  (** The number itself.
      >> IntInf.fromLarge 3
      3 *)
  fun fromLarge (n : IntInf.int) = n

  (** Division that rounds towards zero.
      >> IntInf.quot (~7, 2)
      ~3
      >> IntInf.quot (1, 0)
      raises Div *)
  val quot = _prim "inf_quot" : IntInf.int * IntInf.int -> IntInf.int

  (** The remainder of `quot`: it has the sign of the dividend.
      >> IntInf.rem (~7, 2)
      ~1 *)
  val rem = _prim "inf_rem" : IntInf.int * IntInf.int -> IntInf.int

  (** `div` and `mod` together.
      >> IntInf.divMod (~7, 2)
      (~4,1) *)
  fun divMod (a : IntInf.int, b) = (a div b, a mod b)

  (** `quot` and `rem` together.
      >> IntInf.quotRem (~7, 2)
      (~3,~1) *)
  fun quotRem (a, b) = (quot (a, b), rem (a, b))

  local
    val power = _prim "inf_pow" : IntInf.int * int -> IntInf.int
  in
    (** A power. With a negative exponent the result is rounded towards zero.
        >> IntInf.pow (2, 100)
        1267650600228229401496703205376
        >> IntInf.pow (2, ~1)
        0
        >> IntInf.pow (0, ~1)
        raises Div *)
    fun pow (base, n) =
      if n >= 0 then power (base, n)
      else if base = 0 then raise Div
      else if base = 1 then 1
      else if base = ~1 then (if n mod 2 = 0 then 1 else ~1)
      else 0
  end

  (** The whole part of the logarithm to base 2.
      >> IntInf.log2 1000
      9
      >> IntInf.log2 0
      raises Domain *)
  val log2 = _prim "inf_log2" : IntInf.int -> int

  (** Compares two numbers.
      >> IntInf.compare (1, 2)
      LESS *)
  fun compare (a : IntInf.int, b) = if a < b then LESS else if a = b then EQUAL else GREATER

  (** The smaller one.
      >> IntInf.min (3, ~2)
      ~2 *)
  fun min (a : IntInf.int, b) = if a < b then a else b

  (** The larger one.
      >> IntInf.max (3, ~2)
      3 *)
  fun max (a : IntInf.int, b) = if a < b then b else a

  (** ~1, 0 or 1 for a negative number, zero, a positive number.
      >> IntInf.sign ~7
      ~1 *)
  fun sign (n : IntInf.int) = if n < 0 then ~1 else if n = 0 then 0 else 1

  (** Whether two numbers have the same sign.
      >> IntInf.sameSign (3, 9)
      true *)
  fun sameSign (a, b) = sign a = sign b

  (** The decimal digits, after `~` for a negative number.
      >> IntInf.toString ~12345678901234567890
      "~12345678901234567890" *)
  val toString = _prim "inf_to_string" : IntInf.int -> string

  (** The number a text starts with, after blanks.
      >> IntInf.fromString "12345678901234567890"
      SOME 12345678901234567890 *)
  val fromString = _prim "inf_from_string" : string -> IntInf.int option

  local
    val sub = _prim "string_sub" : string * int -> char
    fun digits (n, base, done) =
      let
        val done = sub ("0123456789ABCDEF", toInt (n mod base)) :: done
      in
        if n < base then done else digits (n div base, base, done)
      end
    fun inBase (n, base) = if n < 0 then implode (#"~" :: digits (~n, base, [])) else implode (digits (n, base, []))
  in
    (** The number written in a base.
        >> IntInf.fmt StringCvt.HEX 18446744073709551615
        "FFFFFFFFFFFFFFFF" *)
    fun fmt StringCvt.BIN n = inBase (n, 2)
      | fmt StringCvt.OCT n = inBase (n, 8)
      | fmt StringCvt.DEC n = toString n
      | fmt StringCvt.HEX n = inBase (n, 16)
  end

  (* The operators come last: inside the structure the built-in ones, for all types, are meant. *)

  (** The distance from zero.
      >> IntInf.abs ~3
      3 *)
  val abs = abs : IntInf.int -> IntInf.int

  (** The number with the opposite sign.
      >> IntInf.~ 3
      ~3 *)
  val ~ = ~ : IntInf.int -> IntInf.int

  (** Sum.
      >> IntInf.+ (9223372036854775807, 1)
      9223372036854775808 *)
  val op + = op + : IntInf.int * IntInf.int -> IntInf.int

  (** Difference.
      >> IntInf.- (1, 2)
      ~1 *)
  val op - = op - : IntInf.int * IntInf.int -> IntInf.int

  (** Product.
      >> IntInf.* (6, 7)
      42 *)
  val op * = op * : IntInf.int * IntInf.int -> IntInf.int

  (** Division that rounds down.
      >> IntInf.div (~7, 2)
      ~4 *)
  val op div = op div : IntInf.int * IntInf.int -> IntInf.int

  (** The remainder of `div`: it has the sign of the divisor.
      >> IntInf.mod (~7, 2)
      1 *)
  val op mod = op mod : IntInf.int * IntInf.int -> IntInf.int

  (** Comparison.
      >> IntInf.< (1, 2)
      true *)
  val op < = op < : IntInf.int * IntInf.int -> bool

  (** Comparison.
      >> IntInf.<= (2, 2)
      true *)
  val op <= = op <= : IntInf.int * IntInf.int -> bool

  (** Comparison.
      >> IntInf.> (1, 2)
      false *)
  val op > = op > : IntInf.int * IntInf.int -> bool

  (** Comparison.
      >> IntInf.>= (1, 2)
      false *)
  val op >= = op >= : IntInf.int * IntInf.int -> bool

  type int = IntInf.int
end
