(* Strings, as in the Standard ML Basis Library: sequences of bytes. *)

structure String = struct
  type string = string
  type char = char

  (** The longest possible string.
      >> String.maxSize > 1000000
      true *)
  val maxSize = 1073741823

  (** The number of characters.
      >> String.size "abc"
      3 *)
  val size = size

  (** The character at an index; the first has index 0.
      >> String.sub ("abc", 1)
      #"b"
      >> String.sub ("abc", 3)
      raises Subscript *)
  val sub = _prim "string_sub" : string * int -> char

  (** See the top-level function.
      >> String.substring ("hello", 1, 3)
      "ell" *)
  val substring = substring

  (** `extract (s, i, SOME n)` is `substring (s, i, n)`; with `NONE` the part reaches to the end.
      >> String.extract ("hello", 2, NONE)
      "llo"
      >> String.extract ("hello", 1, SOME 2)
      "el"
      >> String.extract ("hello", 6, NONE)
      raises Subscript *)
  fun extract (s, i, SOME n) = substring (s, i, n)
    | extract (s, i, NONE) = substring (s, i, size s - i)

  (** Joins two strings.
      >> String.^ ("ab", "c")
      "abc" *)
  val op ^ = op ^

  (** Joins a list of strings.
      >> String.concat ["ab","c"]
      "abc" *)
  val concat = concat

  (** Joins a list of strings with a separator.
      >> String.concatWith ", " ["a","b","c"]
      "a, b, c"
      >> String.concatWith ", " []
      "" *)
  fun concatWith _ [] = ""
    | concatWith separator (first :: rest) =
        concat (first :: foldr (fn (s, parts) => separator :: s :: parts) [] rest)

  (** The string of one character.
      >> String.str #"a"
      "a" *)
  val str = str

  (** The string made of a list of characters.
      >> String.implode [#"a",#"b"]
      "ab" *)
  val implode = implode

  (** The characters of a string.
      >> String.explode "ab"
      [#"a",#"b"] *)
  val explode = explode

  (** Changes every character.
      >> String.map Char.toUpper "abc"
      "ABC" *)
  fun map f s = implode (List.map f (explode s))

  (** Replaces every character by a string.
      >> String.translate (fn #"&" => "and" | c => str c) "a&b"
      "aandb" *)
  fun translate f s = concat (List.map f (explode s))

  (** The parts between delimiters, empty ones too.
      >> String.fields (fn c => c = #",") "a,,b"
      ["a","","b"] *)
  fun fields isDelimiter s =
    let
      val n = size s
      fun scan (start, i) =
        if i >= n then [substring (s, start, n - start)]
        else if isDelimiter (sub (s, i)) then substring (s, start, i - start) :: scan (i + 1, i + 1)
        else scan (start, i + 1)
    in
      scan (0, 0)
    end

  (** The non-empty parts between delimiters.
      >> String.tokens Char.isSpace "  to be  "
      ["to","be"] *)
  fun tokens isDelimiter s = List.filter (fn part => part <> "") (fields isDelimiter s)

  local
    (* Whether `part` stands in `s` at index `at`, from index `i` of `part` on. The caller has checked that it fits. *)
    fun matches (part, s, at, i) =
      i >= size part orelse (sub (part, i) = sub (s, at + i) andalso matches (part, s, at, i + 1))
  in
    (** Whether the second string starts with the first.
        >> String.isPrefix "ab" "abc"
        true *)
    fun isPrefix part s = size part <= size s andalso matches (part, s, 0, 0)

    (** Whether the second string ends with the first.
        >> String.isSuffix "bc" "abc"
        true *)
    fun isSuffix part s = size part <= size s andalso matches (part, s, size s - size part, 0)

    (** Whether the second string contains the first.
        >> String.isSubstring "ell" "hello"
        true *)
    fun isSubstring part s =
      let
        val last = size s - size part
        fun search at = at <= last andalso (matches (part, s, at, 0) orelse search (at + 1))
      in
        search 0
      end
  end

  local
    val compareCodes = _prim "string_compare" : string * string -> int
  in
    (** Compares lexicographically by the codes of the characters.
        >> String.compare ("abc", "abd")
        LESS *)
    fun compare (s, t) =
      case compareCodes (s, t) of
        0 => EQUAL
      | 1 => GREATER
      | _ => LESS
  end

  (** Compares lexicographically by a given order of characters.
      >> String.collate (fn (a, b) => Char.compare (b, a)) ("a", "b")
      GREATER *)
  fun collate order (s, t) = List.collate order (explode s, explode t)

  (** How the string is written in a program, without the quotes.
      >> String.toString "a\tb"
      "a\\tb" *)
  val toString = _prim "string_to_string" : string -> string

  (** The string that a text written as in a program stands for, as far as it is well formed.
      >> String.fromString "a\\tb"
      SOME "a\tb" *)
  val fromString = _prim "string_from_string" : string -> string option

  (* The operators come last: inside the structure the built-in ones, for all types, are meant. *)

  (** Lexicographic comparison.
      >> String.< ("a", "b")
      true *)
  val op < = op < : string * string -> bool

  (** Lexicographic comparison.
      >> String.<= ("ab", "a")
      false *)
  val op <= = op <= : string * string -> bool

  (** Lexicographic comparison.
      >> String.> ("ab", "a")
      true *)
  val op > = op > : string * string -> bool

  (** Lexicographic comparison.
      >> String.>= ("", "a")
      false *)
  val op >= = op >= : string * string -> bool
end
