(* The part of the Basis structure IEEEReal that Real needs. *)

structure IEEEReal = struct
  exception Unordered = Unordered

  (** How `Real.toInt` and `Real.toLargeInt` round.
      >> Real.toInt IEEEReal.TO_POSINF 2.1
      3 *)
  datatype rounding_mode = TO_NEAREST | TO_NEGINF | TO_POSINF | TO_ZERO
end
