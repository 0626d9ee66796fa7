(* Options, as in the Standard ML Basis Library. *)

structure Option = struct
  type 'a option = 'a option
  exception Option = Option

  (** The value, or a default.
      >> Option.getOpt (SOME 3, 0)
      3 *)
  val getOpt = getOpt

  (** Whether there is a value.
      >> Option.isSome (NONE : int option)
      false *)
  val isSome = isSome

  (** The value.
      >> Option.valOf (SOME "a")
      "a"
      >> Option.valOf (NONE : int option)
      raises Option *)
  val valOf = valOf

  (** `SOME x` if `x` has a property.
      >> Option.filter (fn n => n > 0) 5
      SOME 5
      >> Option.filter (fn n => n > 0) ~5
      NONE *)
  fun filter p x = if p x then SOME x else NONE

  (** Removes one of two layers.
      >> Option.join (SOME (SOME 3))
      SOME 3
      >> Option.join (SOME (NONE : int option))
      NONE *)
  fun join (SOME inner) = inner
    | join NONE = NONE

  (** Applies a function to the value, if any, for its effect.
      >> Option.app print (SOME "")
      () *)
  fun app f (SOME x) = f x
    | app _ NONE = ()

  (** The result of a function on the value, if any.
      >> Option.map size (SOME "abc")
      SOME 3 *)
  fun map f (SOME x) = SOME (f x)
    | map _ NONE = NONE

  (** The same for a function that may give nothing itself.
      >> Option.mapPartial Int.fromString (SOME "x")
      NONE *)
  fun mapPartial f (SOME x) = f x
    | mapPartial _ NONE = NONE

  (** `f` after `g`, where `g` may give nothing.
      >> Option.compose (fn n => n + 1, Int.fromString) "41"
      SOME 42 *)
  fun compose (f, g) x = map f (g x)

  (** The same where both may give nothing.
      >> Option.composePartial (Option.filter (fn n => n > 0), Int.fromString) "~1"
      NONE *)
  fun composePartial (f, g) x = mapPartial f (g x)
end
