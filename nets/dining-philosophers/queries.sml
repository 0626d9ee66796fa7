(* Nobody starves and nobody is stuck. *)

(* No two neighbours eat at the same time. *)
fun eating n = Mark.Table'Eat 1 n;
fun neighbours n = ms_exists (fn p => cf (next p, eating n) > 0) (eating n);
Reachable neighbours;

(* At most every second one eats, and each of them does some time. *)
UpperInteger (Mark.Table'Eat 1);
UpperMultiSet (Mark.Table'Eat 1);

(* It goes on for ever and always gets back to where it began. *)
ListDeadMarkings ();
InitialHomeMarking ();
TIsLive [TI.Table'Take_forks 1];
assert (BEsStrictlyLive (EvalAllArcs ArcToBE));

(* A philosopher may starve all the same: others can take the forks again and again. *)
BEsFairness [Bind.Table'Take_forks (1, {p = ph 1})];
