(* String building: numbers to text, joined, split and counted again. *)
fun digits n = if n < 10 then str (chr (48 + n)) else digits (n div 10) ^ str (chr (48 + n mod 10))
fun build (0, s) = s
  | build (n, s) = build (n - 1, digits n ^ "," :: s)
fun count (s, i, n) =
  if i = size s then n else count (s, i + 1, if String.sub (s, i) = #"7" then n + 1 else n)
fun work () =
  let
    val text = String.concat (build (20000, []))
  in
    count (text, 0, 0) + length (String.tokens (fn c => c = #",") text)
  end
val expected = 28000
val rounds = 4
