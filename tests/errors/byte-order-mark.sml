val x = 1
