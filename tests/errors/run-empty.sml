fun largest xs = foldl Int.max (hd xs) (tl xs)
val n = largest [] + 1
