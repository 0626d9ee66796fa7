val s = String.substring ("hello", 3, 5)
