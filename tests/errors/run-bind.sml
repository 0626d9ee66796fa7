val [x, y] = List.filter (fn n => n > 1) [1, 2]
