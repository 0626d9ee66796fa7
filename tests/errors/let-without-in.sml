fun f x =
  let
    val y = x + 1
    y * 2
  end
