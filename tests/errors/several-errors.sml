val a = 1 + "one"
val b = undefined
fun f x = case x of SOME y => y
val c : strin = f NONE
val d = {x = 1, x = 2}
