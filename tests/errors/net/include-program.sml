colset INT = int;
val x = 1 + wrong;
