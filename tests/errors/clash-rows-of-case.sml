fun describe x =
  case x of
    NONE => "nothing"
  | SOME n => n + 1
