val a = 1
val b = a ^ "x"
val c = "unclosed
