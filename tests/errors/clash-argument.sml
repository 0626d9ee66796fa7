fun greet name = "Hello, " ^ name
val text = greet 42
