val ms = "two"`5 ++ 1`6;
