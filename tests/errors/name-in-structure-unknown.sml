val xs = List.mapp (fn x => x + 1) [1, 2]
