fun second xs = let val _ :: x :: _ = xs in x end
