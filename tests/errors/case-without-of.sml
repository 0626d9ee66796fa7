fun f x = case x SOME y => y | NONE => 0
