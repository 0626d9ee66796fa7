(* Truth values, as in the Standard ML Basis Library. *)

structure Bool = struct
  type bool = bool

  (** Negation.
      >> Bool.not true
      false *)
  val not = not

  (** The word for a truth value.
      >> Bool.toString true
      "true" *)
  fun toString true = "true"
    | toString false = "false"

  local
    fun skipSpace (c :: rest) = if Char.isSpace c then skipSpace rest else c :: rest
      | skipSpace [] = []
    (* Whether the characters start with a word in small letters, whatever their own case. *)
    fun startsWith ([], _) = true
      | startsWith (w :: word, c :: rest) = w = Char.toLower c andalso startsWith (word, rest)
      | startsWith _ = false
  in
    (** The truth value a text starts with, in capital or small letters, after blanks.
        >> Bool.fromString " True, of course"
        SOME true
        >> Bool.fromString "yes"
        NONE *)
    fun fromString s =
      let
        val characters = skipSpace (explode s)
      in
        if startsWith (explode "true", characters) then SOME true
        else if startsWith (explode "false", characters) then SOME false
        else NONE
      end
  end
end
