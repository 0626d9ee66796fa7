colset A = int
colset B = bool
var x : A
