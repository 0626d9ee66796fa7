val xs = [1, 2, 3
val ys = [4, 5]
