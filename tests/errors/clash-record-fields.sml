fun show {name, age} = name
val s = show {name = "Ann", years = 3}
