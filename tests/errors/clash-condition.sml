fun check n = if n then 1 else 2
