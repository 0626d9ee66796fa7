fun area r = 3.14159 * r * r
val a = area 2
val b = 1.5 + 1
