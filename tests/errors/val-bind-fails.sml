val SOME x = List.find (fn n => n > 10) [1, 2, 3]
