val r = {name = "Ann", age = 3, name = "Bob"}
type t = {x : int, x : real}
