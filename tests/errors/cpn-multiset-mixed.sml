val ms = 1`5 ++ 1`"six";
