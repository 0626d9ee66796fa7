val table : (string * list) list = []
