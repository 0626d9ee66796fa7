(* Multi-sets: sums, differences and coefficients. In Poly/ML the same on sorted lists of pairs (multisets-poly.sml). *)
fun add (0, m) = m
  | add (n, m) = add (n - 1, m ++ 2`(n mod 50) ++ 1`(n mod 7))
fun total (0, m, s) = s
  | total (n, m, s) = total (n - 1, if 1`n <<= m then m -- 1`n else m, s + cf (n, m))
fun work () =
  let
    val m = add (3000, empty)
  in
    mssize m + total (49, m, 0)
  end
val expected = 17452
val rounds = 10
