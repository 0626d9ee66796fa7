val n : int int = 3
