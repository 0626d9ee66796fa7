val c = chr 300
