val limit = 10
fun f (x : limit) = x
