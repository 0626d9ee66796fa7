val s = tabulate (3, fn i => i * i)
