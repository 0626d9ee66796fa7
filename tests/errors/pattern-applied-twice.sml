fun f (SOME SOME x) = x
  | f _ = 0
