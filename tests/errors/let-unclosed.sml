fun f x =
  let
    val y = x + 1
  in
    y * 2

fun g x = x
