val type = 3
fun end x = x
