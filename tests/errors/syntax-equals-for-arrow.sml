fun f x => x + 1
val g = fn x = x + 1
