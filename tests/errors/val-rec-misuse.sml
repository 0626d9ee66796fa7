val rec ones = 1 :: ones
