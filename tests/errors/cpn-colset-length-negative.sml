colset Word = string with "a".."z" and ~1..4;
