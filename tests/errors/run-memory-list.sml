(* options: --memory 8M *)
fun grow xs = grow (0 :: xs)
val xs = grow []
