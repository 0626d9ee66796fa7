type pair = int * int;
colset Pairs = list pair;
