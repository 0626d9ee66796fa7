val greeting = "Hello
val n = 1
