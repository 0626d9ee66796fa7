fun f 1.0 = "one"
  | f _ = "other"
