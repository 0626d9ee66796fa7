(* Characters, as in the Standard ML Basis Library: bytes 0 to 255, of which the first 128 are ASCII. *)

structure Char = struct
  type char = char
  type string = string

  (** The first character.
      >> Char.minChar
      #"\^@" *)
  val minChar = #"\000"

  (** The last character.
      >> Char.maxChar
      #"\255" *)
  val maxChar = #"\255"

  (** The code of the last character.
      >> Char.maxOrd
      255 *)
  val maxOrd = 255

  (** The code of a character.
      >> Char.ord #"a"
      97 *)
  val ord = ord

  (** The character with a code.
      >> Char.chr 65
      #"A"
      >> Char.chr ~1
      raises Chr *)
  val chr = chr

  (** The next character.
      >> Char.succ #"a"
      #"b"
      >> Char.succ #"\255"
      raises Chr *)
  fun succ c = chr (ord c + 1)

  (** The character before.
      >> Char.pred #"b"
      #"a"
      >> Char.pred #"\000"
      raises Chr *)
  fun pred c = chr (ord c - 1)

  (** Compares by code.
      >> Char.compare (#"a", #"b")
      LESS *)
  fun compare (a : char, b) = if a < b then LESS else if a = b then EQUAL else GREATER

  (** Whether a string contains a character.
      >> Char.contains "aeiou" #"i"
      true *)
  fun contains s =
    let
      val characters = explode s
    in
      fn c => List.exists (fn d => d = c) characters
    end

  (** Whether a string does not contain a character.
      >> Char.notContains "aeiou" #"i"
      false *)
  fun notContains s =
    let
      val inside = contains s
    in
      fn c => not (inside c)
    end

  (** Whether the code is below 128.
      >> Char.isAscii #"\200"
      false *)
  fun isAscii c = ord c < 128

  (** A letter `a` to `z`.
      >> Char.isLower #"q"
      true *)
  fun isLower c = #"a" <= c andalso c <= #"z"

  (** A letter `A` to `Z`.
      >> Char.isUpper #"q"
      false *)
  fun isUpper c = #"A" <= c andalso c <= #"Z"

  (** A letter.
      >> Char.isAlpha #"q"
      true *)
  fun isAlpha c = isLower c orelse isUpper c

  (** A decimal digit.
      >> Char.isDigit #"7"
      true *)
  fun isDigit c = #"0" <= c andalso c <= #"9"

  (** A letter or a decimal digit.
      >> Char.isAlphaNum #"_"
      false *)
  fun isAlphaNum c = isAlpha c orelse isDigit c

  (** A hexadecimal digit.
      >> List.map Char.isHexDigit [#"9",#"f",#"F",#"g"]
      [true,true,true,false] *)
  fun isHexDigit c = isDigit c orelse (#"a" <= c andalso c <= #"f") orelse (#"A" <= c andalso c <= #"F")

  (** A visible ASCII character; the blank is not one.
      >> Char.isGraph #" "
      false *)
  fun isGraph c = #"!" <= c andalso c <= #"~"

  (** A visible ASCII character or the blank.
      >> Char.isPrint #" "
      true *)
  fun isPrint c = #" " <= c andalso c <= #"~"

  (** An ASCII control character.
      >> Char.isCntrl #"\n"
      true *)
  fun isCntrl c = c < #" " orelse c = #"\127"

  (** A visible ASCII character that is neither a letter nor a digit.
      >> Char.isPunct #"!"
      true *)
  fun isPunct c = isGraph c andalso not (isAlphaNum c)

  (** Blank, tabulators, line and page ends.
      >> Char.isSpace #"\t"
      true *)
  fun isSpace c = c = #" " orelse (#"\t" <= c andalso c <= #"\r")

  (** The small form of a letter; any other character itself.
      >> Char.toLower #"Q"
      #"q" *)
  fun toLower c = if isUpper c then chr (ord c + 32) else c

  (** The capital form of a letter; any other character itself.
      >> Char.toUpper #"q"
      #"Q" *)
  fun toUpper c = if isLower c then chr (ord c - 32) else c

  (** How the character is written in a program, without the quotes.
      >> Char.toString #"\n"
      "\\n" *)
  val toString = _prim "char_to_string" : char -> string

  local
    val unescape = _prim "string_from_string" : string -> string option
    val sub = _prim "string_sub" : string * int -> char
  in
    (** The first character of a text as written in a program.
        >> Char.fromString "\\n and more"
        SOME #"\n"
        >> Char.fromString ""
        NONE *)
    fun fromString s =
      case unescape s of
        NONE => NONE
      | SOME "" => NONE
      | SOME t => SOME (sub (t, 0))
  end

  (* The operators come last: inside the structure the built-in ones, for all types, are meant. *)

  (** Comparison by code.
      >> Char.< (#"a", #"b")
      true *)
  val op < = op < : char * char -> bool

  (** Comparison by code.
      >> Char.<= (#"b", #"b")
      true *)
  val op <= = op <= : char * char -> bool

  (** Comparison by code.
      >> Char.> (#"a", #"b")
      false *)
  val op > = op > : char * char -> bool

  (** Comparison by code.
      >> Char.>= (#"a", #"b")
      false *)
  val op >= = op >= : char * char -> bool
end
