val a = mising
val b = a + 1
fun f x = a x
val c = f b
