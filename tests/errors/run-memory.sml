(* options: --memory 8M *)
fun f n = 1 + f n
val x = f 0
