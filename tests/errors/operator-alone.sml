val add = +
val minus = - 1
val half = 10 div
