colset Number = int;
colset Numbers = list Numbr;
