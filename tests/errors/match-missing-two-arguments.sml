fun both true true = 1
  | both false _ = 0
