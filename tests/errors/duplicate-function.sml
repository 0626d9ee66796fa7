fun f x = 1
and f y = 2
