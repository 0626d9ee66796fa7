(* options: --max-seconds 0.3 *)
fun wait n = if n < 0 then n else wait (n + 1)
val n = wait 0
