fun get (SOME) = 1
  | get NONE = 0
