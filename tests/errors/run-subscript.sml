val xs = [1, 2, 3]
val x = List.nth (xs, 3)
