fun add x y = x + y
val n = add 1 + 2
