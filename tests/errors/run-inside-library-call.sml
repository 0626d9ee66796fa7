fun invert x = 100 div x + 0
val xs = List.map invert [5, 2, 0]
