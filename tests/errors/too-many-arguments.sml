fun inc n = n + 1
val n = inc 1 2
