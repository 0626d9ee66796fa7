val naïve = 1
val größe = “drei”
