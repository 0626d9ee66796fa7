val first = #0 (1, 2)
