fun f n = if n < 0 then raise "negative" else n
