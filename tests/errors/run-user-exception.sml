exception Rejected of string * int
fun check n = if n > 3 then raise Rejected ("too large", n) else n
val ns = map check [1, 2, 7]
