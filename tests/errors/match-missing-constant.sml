fun name 0 = "zero"
  | name 1 = "one"
