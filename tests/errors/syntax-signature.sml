signature S = sig val x : int end
