colset Small = int with 9..1;
