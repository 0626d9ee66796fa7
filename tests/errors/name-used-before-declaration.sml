fun even 0 = true
  | even n = odd (n - 1)
fun odd 0 = false
  | odd n = even (n - 1)
