colset N = int with 1..5;
var n : N;
val m = n + 1;
