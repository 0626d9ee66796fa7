val n = valOf (Int.fromString "abc")
