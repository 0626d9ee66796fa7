val n = (hd []) handle _ => 0 | Empty => 1
