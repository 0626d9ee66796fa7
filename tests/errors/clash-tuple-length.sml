fun first (x, y, z) = x
val n = first (1, 2)
