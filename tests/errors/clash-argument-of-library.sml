val n = String.size [1, 2]
