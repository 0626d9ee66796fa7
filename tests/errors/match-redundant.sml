datatype colour = Red | Green | Blue
fun next Red = Green
  | next green = Blue
  | next Blue = Red
