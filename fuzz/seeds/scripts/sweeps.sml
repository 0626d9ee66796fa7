fun served m = IntInf.fromInt (ms_to_col (SLMark.Top'Served 1 m));
val spec = {PM = served, GC = 0, Secs = 0, Logfile = NONE};
SL.ExploreStateSpace spec;
SL.Statistics ();
SLListDeadMarkings spec;
Reachable (fn m => size (SLMark.Top'Done 1 m) = 2);
BestUpperInteger (SLMark.Top'Work 1);
