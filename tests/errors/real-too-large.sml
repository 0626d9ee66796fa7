val x = 1e999
