val a = (1 + ;
val b = 2
fun = 3
val c = [1, 2
val d = 4
