fun sign n =
  if n > 0 then "positive"
  else if n < 0 then "negative"
  else 0
