val ms = 1`5 @ "later";
