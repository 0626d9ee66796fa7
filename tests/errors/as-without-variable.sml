val f = fn (a, b) as p => p
