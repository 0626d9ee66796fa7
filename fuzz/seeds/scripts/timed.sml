val dead = ListDeadMarkings ();
EvalAllNodes (fn n => (CreationTime n, size (Mark.Top'Done 1 n), mssize (Mark.Server'Free 2 n)));
UpperTimedMultiSet (Mark.Top'Work 1);
map (fn t => (st_TI t, TIsFairness [t], TIsLive [t])) TI.All;
PathTo (hd dead);
EqualsUntimed 1;
case ArcToBE 1 of Bind.Top'Arrive (_, {i}) => ID.ord i | _ => 0;
