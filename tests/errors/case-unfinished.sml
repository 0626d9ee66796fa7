fun f x = case x of
