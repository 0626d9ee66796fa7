val n = hd [1] handle Empty => "none"
