val n = 3;
colset Site = index site with (n + 1)..n;
