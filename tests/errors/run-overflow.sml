fun power (b, 0) = 1
  | power (b, n) = b * power (b, n - 1)
val big = power (10, 30)
