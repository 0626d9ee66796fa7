val n : int = "three"
fun twice (x : int) : string = x + x
