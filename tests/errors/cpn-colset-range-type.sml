colset Small = int with 1..true;
colset Letter = char with "a".."z";
