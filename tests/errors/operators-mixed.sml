infix 5 append
fun xs append ys = xs @ ys
val zs = [1] append 2 :: [3]
