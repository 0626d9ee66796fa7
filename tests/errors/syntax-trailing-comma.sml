val xs = [1, 2, ]
