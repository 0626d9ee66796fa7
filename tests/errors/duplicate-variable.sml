fun same (x, x) = true
val (a, b) = (1, 2) and a = 3
