(* Never two in the critical section. *)
UpperInteger (Mark.Peterson'Critical 1);

(* Nobody is stuck: whoever waits can always get in. *)
ListDeadMarkings ();
AllReachable ();
BEsLive [hd (EvalNodes (PredNodes (EntireGraph, fn n => cf (1, Mark.Peterson'Waiting 1 n) > 0, 1), fn n => ArcToBE (hd (OutArcs n))))];

(* A process that waits gets its turn, even if it is enabled only now and then. *)
TIsFairness [TI.Peterson'Enter 1];
map (fn t => (st_TI t, TIsFairness [t])) TI.All;
