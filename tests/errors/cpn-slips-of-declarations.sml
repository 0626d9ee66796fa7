val n := 3;
colset I = int with 1-5;
colset R = record a: I, b: I;
colset E = with c, d;
fun first p = (q as (x, _));
