(* Real numbers, IEEE 754 double precision, as in the Standard ML Basis Library, without bit-level access. *)

structure Real = struct
  type real = real

  (** The base of the representation.
      >> Real.radix
      2 *)
  val radix = 2

  (** The number of binary digits.
      >> Real.precision
      53 *)
  val precision = 53

  (** Positive infinity.
      >> Real.posInf
      inf *)
  val posInf = 1.0 / 0.0

  (** Negative infinity.
      >> Real.negInf
      ~inf *)
  val negInf = ~1.0 / 0.0

  (** The largest finite number.
      >> Real.maxFinite > 1.7E308
      true *)
  val maxFinite = 1.7976931348623157E308

  (** The smallest positive number.
      >> Real.minPos > 0.0
      true *)
  val minPos = 4.9406564584124654E~324

  (** The smallest positive number of full precision.
      >> Real.minNormalPos > Real.minPos
      true *)
  val minNormalPos = 2.2250738585072014E~308

  (** Equality as IEEE 754 has it: nothing equals nan.
      >> Real.== (0.5, 1.0 / 2.0)
      true *)
  val op == = _prim "real_eq" : real * real -> bool

  (** The opposite of `==`.
      >> Real.!= (0.0 / 0.0, 0.0 / 0.0)
      true *)
  fun a != b = not (a == b)

  (** Whether the value is not a number.
      >> Real.isNan (0.0 / 0.0)
      true *)
  val isNan = _prim "real_is_nan" : real -> bool

  (** Whether the value is neither infinite nor nan.
      >> Real.isFinite Real.posInf
      false *)
  val isFinite = _prim "real_is_finite" : real -> bool

  (** Whether the value is finite, not zero and of full precision.
      >> Real.isNormal 0.0
      false *)
  fun isNormal r = isFinite r andalso abs r >= minNormalPos

  (** Whether one of the values is nan.
      >> Real.unordered (1.0, 2.0)
      false *)
  fun unordered (a, b) = isNan a orelse isNan b

  (** Equal, or not comparable.
      >> Real.?= (1.0, 0.0 / 0.0)
      true *)
  fun ?= (a, b) = unordered (a, b) orelse a == b

  (** Whether the sign bit is set: true for ~0.0 too.
      >> Real.signBit ~0.0
      true *)
  val signBit = _prim "real_sign_bit" : real -> bool

  (** Whether both sign bits are equal.
      >> Real.sameSign (1.0, ~1.0)
      false *)
  fun sameSign (a, b) = signBit a = signBit b

  (** The first number with the sign of the second.
      >> Real.copySign (2.0, ~0.0)
      ~2.0 *)
  fun copySign (a : real, b) = if sameSign (a, b) then a else ~a

  (** ~1, 0 or 1 for a negative number, zero, a positive number.
      >> Real.sign ~2.5
      ~1
      >> Real.sign (0.0 / 0.0)
      raises Domain *)
  fun sign r = if isNan r then raise Domain else if r < 0.0 then ~1 else if r > 0.0 then 1 else 0

  (** The smaller one; a number rather than nan.
      >> Real.min (1.0, 2.0)
      1.0 *)
  fun min (a : real, b) = if a < b orelse isNan b then a else b

  (** The larger one; a number rather than nan.
      >> Real.max (1.0, 2.0)
      2.0 *)
  fun max (a : real, b) = if a > b orelse isNan b then a else b

  (** Compares two numbers.
      >> Real.compare (1.0, 2.0)
      LESS
      >> Real.compare (1.0, 0.0 / 0.0)
      raises Unordered *)
  fun compare (a : real, b) =
    if a < b then LESS
    else if a > b then GREATER
    else if a == b then EQUAL
    else raise Unordered

  (** See the top-level function.
      >> Real.floor ~1.5
      ~2 *)
  val floor = floor

  (** See the top-level function.
      >> Real.ceil ~1.5
      ~1 *)
  val ceil = ceil

  (** See the top-level function.
      >> Real.round 0.5
      0 *)
  val round = round

  (** See the top-level function.
      >> Real.trunc ~1.5
      ~1 *)
  val trunc = trunc

  (** The real number equal to an integer.
      >> Real.fromInt 3
      3.0 *)
  val fromInt = real

  (** The real number nearest to an integer of any size.
      >> Real.fromLargeInt (IntInf.pow (10, 20))
      1E20 *)
  val fromLargeInt = _prim "real_from_inf" : IntInf.int -> real

  local
    (* From here on every real is an integer already, and may exceed `int`. *)
    val allIntegers = 4503599627370496.0
    (* The sign is kept so that ~0.3 becomes ~0.0. *)
    fun keepSign round r = if abs r < allIntegers then copySign (abs (fromInt (round r)), r) else r
  in
    (** `floor` within the real numbers.
        >> Real.realFloor 2.7
        2.0 *)
    fun realFloor r = keepSign floor r

    (** `ceil` within the real numbers.
        >> Real.realCeil 2.1
        3.0 *)
    fun realCeil r = keepSign ceil r

    (** `round` within the real numbers.
        >> Real.realRound 2.5
        2.0 *)
    fun realRound r = keepSign round r

    (** `trunc` within the real numbers.
        >> Real.realTrunc ~2.7
        ~2.0 *)
    fun realTrunc r = keepSign trunc r
  end

  (** The fraction, with the sign of the number.
      >> Real.realMod ~2.25
      ~0.25 *)
  fun realMod r = if isFinite r then copySign (r - realTrunc r, r) else if isNan r then r else copySign (0.0, r)

  (** Fraction and whole part, both with the sign of the number.
      >> Real.split 3.25
      {frac=0.25,whole=3.0} *)
  fun split r = {whole = realTrunc r, frac = realMod r}

  (** Rounds to an integer in the given way.
      >> Real.toInt IEEEReal.TO_NEAREST 2.5
      2 *)
  fun toInt IEEEReal.TO_NEAREST r = round r
    | toInt IEEEReal.TO_NEGINF r = floor r
    | toInt IEEEReal.TO_POSINF r = ceil r
    | toInt IEEEReal.TO_ZERO r = trunc r

  local
    val truncate = _prim "real_to_inf" : real -> IntInf.int
  in
    (** Rounds to an integer of any size in the given way.
        >> Real.toLargeInt IEEEReal.TO_ZERO 1E20
        100000000000000000000 *)
    fun toLargeInt IEEEReal.TO_NEAREST r = truncate (realRound r)
      | toLargeInt IEEEReal.TO_NEGINF r = truncate (realFloor r)
      | toLargeInt IEEEReal.TO_POSINF r = truncate (realCeil r)
      | toLargeInt IEEEReal.TO_ZERO r = truncate r
  end

  (** The remainder of a division that rounds towards zero.
      >> Real.rem (5.5, ~2.0)
      1.5 *)
  val rem = _prim "real_rem" : real * real -> real

  (** Twelve significant digits at most.
      >> Real.toString (1.0 / 3.0)
      "0.333333333333" *)
  val toString = _prim "real_to_string" : real -> string

  (** The number a text starts with, after blanks.
      >> Real.fromString "2.5e3 grams"
      SOME 2500.0
      >> Real.fromString "grams"
      NONE *)
  val fromString = _prim "real_from_string" : string -> real option

  (** The number that the characters of a stream start with, after blanks, and the rest of the stream.
      >> Real.scan List.getItem (explode " 2.5e3 grams")
      SOME (2500.0,[#" ",#"g",#"r",#"a",#"m",#"s"])
      >> Real.scan List.getItem (explode "grams")
      NONE *)
  fun scan get stream =
    let
      fun skip s =
        case get s of
          SOME (c, rest) => if Char.isSpace c then skip rest else s
        | NONE => s
      fun digits (s, found) =
        case get s of
          SOME (c, rest) => if Char.isDigit c then digits (rest, c :: found) else (s, rev found)
        | NONE => (s, rev found)
      fun sign s =
        case get s of
          SOME (#"~", rest) => (rest, [#"~"])
        | SOME (#"-", rest) => (rest, [#"~"])
        | SOME (#"+", rest) => (rest, [])
        | _ => (s, [])
      (* A part that needs digits is none without them. *)
      fun part (s, mark, signed) =
        case get s of
          SOME (c, rest) =>
            if Char.toLower c <> mark then (s, [])
            else
              let
                val (rest, minus) = if signed then sign rest else (rest, [])
              in
                case digits (rest, []) of
                  (_, []) => (s, [])
                | (rest, found) => (rest, c :: minus @ found)
              end
        | NONE => (s, [])
      val (s, minus) = sign (skip stream)
      val (s, whole) = digits (s, [])
      val (s, fraction) = part (s, #".", false)
      val (s, exponent) = if null whole andalso null fraction then (s, []) else part (s, #"e", true)
    in
      Option.map (fn number => (number, s)) (fromString (implode (minus @ whole @ fraction @ exponent)))
    end

  local
    val fix = _prim "real_fmt_fix" : int * real -> string
    val sci = _prim "real_fmt_sci" : int * real -> string
    val gen = _prim "real_fmt_gen" : int * real -> string

    (* The fewest digits that give the number back; 17 always do. *)
    fun shortest (n, r) =
      let
        val text = sci (n, r)
      in
        if n >= 16 orelse valOf (fromString text) == r then text else shortest (n + 1, r)
      end

    (* `d.ddEx` becomes `0.dddE(x+1)`. *)
    fun pointFirst text =
      let
        val (mantissa, exponent) =
          case String.fields (fn c => c = #"E") text of
            [m, x] => (m, 1 + valOf (Int.fromString x))
          | _ => (text, 1)
        val digits = String.translate (fn #"." => "" | c => str c) mantissa
      in
        "0." ^ digits ^ (if exponent = 0 then "" else "E" ^ Int.toString exponent)
      end

    fun exact r =
      if not (isFinite r) then toString r
      else if r == 0.0 then (if signBit r then "~0.0" else "0.0")
      else if signBit r then "~" ^ pointFirst (shortest (0, ~r))
      else pointFirst (shortest (0, r))
  in
    (** Writes a number in a given form.
        >> Real.fmt (StringCvt.FIX (SOME 2)) 2.0
        "2.00"
        >> Real.fmt (StringCvt.SCI NONE) 123.456
        "1.234560E2"
        >> Real.fmt (StringCvt.GEN (SOME 3)) 1234.5
        "1.23E3"
        >> Real.fmt StringCvt.EXACT 123.456
        "0.123456E3" *)
    fun fmt (StringCvt.FIX n) r = fix (getOpt (n, 6), r)
      | fmt (StringCvt.SCI n) r = sci (getOpt (n, 6), r)
      | fmt (StringCvt.GEN n) r = gen (getOpt (n, 12), r)
      | fmt StringCvt.EXACT r = exact r
  end

  (* The operators come last: inside the structure the built-in ones, for all types, are meant. *)

  (** The distance from zero.
      >> Real.abs ~2.5
      2.5 *)
  val abs = abs : real -> real

  (** The number with the opposite sign.
      >> Real.~ 2.5
      ~2.5 *)
  val ~ = ~ : real -> real

  (** Sum.
      >> Real.+ (1.5, 2.5)
      4.0 *)
  val op + = op + : real * real -> real

  (** Difference.
      >> Real.- (1.5, 2.5)
      ~1.0 *)
  val op - = op - : real * real -> real

  (** Product.
      >> Real.* (1.5, 2.0)
      3.0 *)
  val op * = op * : real * real -> real

  (** Quotient.
      >> Real./ (1.0, 4.0)
      0.25 *)
  val op / = op / : real * real -> real

  (** Comparison.
      >> Real.< (1.0, 2.0)
      true *)
  val op < = op < : real * real -> bool

  (** Comparison.
      >> Real.<= (1.0, 1.0)
      true *)
  val op <= = op <= : real * real -> bool

  (** Comparison.
      >> Real.> (1.0, 2.0)
      false *)
  val op > = op > : real * real -> bool

  (** Comparison.
      >> Real.>= (1.0, 2.0)
      false *)
  val op >= = op >= : real * real -> bool
end
