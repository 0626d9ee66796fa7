val ann = {name = "Ann", age = 42}
val n = #agee ann
