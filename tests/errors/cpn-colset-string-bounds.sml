colset Word = string with "aa".."zz";
