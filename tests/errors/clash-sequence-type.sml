val xs = map String.size (explode "abc")
