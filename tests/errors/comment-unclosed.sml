val n = 1
(* the rest (* is *) missing
val m = 2
