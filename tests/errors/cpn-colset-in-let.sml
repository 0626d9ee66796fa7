val n = let colset Small = int with 1..3; in 1 end
