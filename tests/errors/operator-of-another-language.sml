fun f a b = a && b || not a
fun g x = x != 3 andalso x == 4
