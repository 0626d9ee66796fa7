fun get (SOME x) = x
  | get (NONE y) = y
