fun close (x : real) y = x = y
