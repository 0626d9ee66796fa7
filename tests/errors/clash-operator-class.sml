val twice = "ab" * 2
val less = [1] < [2]
