val mask = 0wxFF
