datatype shape = Circle of real | Square of real * real
val s = Circle 3
val t = Square 1.0
