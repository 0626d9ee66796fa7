val mixed = ["one", "two", 3]
