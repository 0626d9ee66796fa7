val n = Lisst.length [1, 2, 3]
