fun f 0 = "zero"
  | f 1 = "one"
  | f n = n
