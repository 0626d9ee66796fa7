(* options: --max-steps 10000 *)
fun search n = if n = ~1 then n else search (n + 1)
val found = search 0
