val zero = 0;
colset Small = int with 1..(10 div zero);
