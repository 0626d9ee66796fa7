fun fact 0 = 1
  | fac n = n * fact (n - 1)
