(* Backtracking over lists: all solutions for 8 queens. *)
fun safe (_, _, []) = true
  | safe (q, d, p :: ps) = q <> p andalso q <> p + d andalso q <> p - d andalso safe (q, d + 1, ps)
fun place (0, _, _) = 1
  | place (k, n, ps) =
      let
        fun try 0 = 0
          | try q = (if safe (q, 1, ps) then place (k - 1, n, q :: ps) else 0) + try (q - 1)
      in
        try n
      end
fun work () = place (8, 8, [])
val expected = 92
val rounds = 20
