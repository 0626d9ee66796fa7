datatype colour = Red | Green | Custom of int
fun code Red = 0
  | code (Costum n) = n
