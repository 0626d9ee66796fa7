fun double (x : 'a) : 'a = x + x
