fun f 0 = 1
  | f n m = n * m
