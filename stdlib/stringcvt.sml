(* How numbers are written, as in the Standard ML Basis Library. Of the scanning part of the Basis (readers over streams) there is
   only `Real.scan`: `fromString` of each type does the scanning. *)

structure StringCvt = struct
  (** The bases of `Int.fmt`.
      >> Int.fmt StringCvt.BIN 5
      "101" *)
  datatype radix = BIN | OCT | DEC | HEX

  (** The forms of `Real.fmt`: digits after the point (SCI, FIX) or significant digits (GEN).
      >> Real.fmt (StringCvt.FIX (SOME 2)) 3.14159
      "3.14" *)
  datatype realfmt = SCI of int option | FIX of int option | GEN of int option | EXACT

  local
    fun copies (c, n) = if n <= 0 then [] else c :: copies (c, n - 1)
  in
    (** Fills a string up to a width, on the left.
        >> StringCvt.padLeft #"0" 4 "17"
        "0017" *)
    fun padLeft c width s = implode (copies (c, width - size s)) ^ s

    (** Fills a string up to a width, on the right.
        >> StringCvt.padRight #"." 4 "ab"
        "ab.." *)
    fun padRight c width s = s ^ implode (copies (c, width - size s))
  end
end
