val ms = 1`5 -- 2`5;
