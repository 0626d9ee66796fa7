val a = 1
val b = (print "half way\n"; a + 1)
val c = b div 0
val d = 4
