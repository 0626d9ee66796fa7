(* The sender never gets more than one packet ahead of what was acknowledged, and the receiver at most one ahead of the sender. *)
fun gap m = ms_to_col (SLMark.Protocol'Next_Receive 1 m) - ms_to_col (SLMark.Protocol'Next_Send 1 m);
(BestLowerInteger gap, BestUpperInteger gap);

(* It ends when all packets were acknowledged. *)
map (fn n => (Mark.Protocol'Next_Send 1 n, Mark.Protocol'Next_Receive 1 n)) (ListDeadMarkings ());
ListDeadTIs ();
