val f = fn SOME x => x + 1
