open Strange
val n = 1
