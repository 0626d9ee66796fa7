fun mean (total, count) = total div count + 0
val m = 1 + mean (10, 0)
