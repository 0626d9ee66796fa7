fun f 0 = true
  | f "one" = false
  | f _ = false
