fun answer = 42
