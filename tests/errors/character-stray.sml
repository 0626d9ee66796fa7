val x = 1 ? 2
val y = `a`
val z = .5
