fun f x = x + 1
fun g x = 1 + x
val same = f = g
