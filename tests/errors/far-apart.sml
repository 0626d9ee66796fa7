fun scale (x : real) = x * 2.0



(* many lines later *)



val n = "abc"




val y = scale n
