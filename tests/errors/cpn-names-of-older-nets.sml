colset INT = int;
colset E = with a | b;
val drawn = ran'E ();
val shown = mkst_col'E a;
val all = ms'E;
val none = ran'F ();
val l = List.map (fn e => e) (E.all ());
