val s = "a[31mb" ^ 1
