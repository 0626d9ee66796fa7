fun check (n : int) = if n then 1 else 2
