fun f x = if x > 0 then x;
