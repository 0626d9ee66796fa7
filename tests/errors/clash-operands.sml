val price = 10
val text = "price: " ^ price
