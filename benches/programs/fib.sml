(* Calls and small integers. *)
fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)
fun work () = fib 27
val expected = 196418
val rounds = 8
