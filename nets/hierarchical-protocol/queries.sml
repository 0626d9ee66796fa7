(* Pages that are used twice have two instances; a port is asked for on its own page or as the socket on the page above. *)
fun text n = (Mark.Receiver'Received 1 n, Mark.Receiver'Received 2 n);
assert (null (PredAllNodes (fn n => Mark.Receiver'Received 1 n <> Mark.Top'Received_1 1 n)));

(* In the end both receivers have the whole message. *)
map text (ListDeadMarkings ());
HomeMarking (hd (ListDeadMarkings ()));

(* The receivers need not be equally fast. *)
UpperInteger (Mark.Top'A 1);
Reachable (fn n => let val (a, b) = text n in a <> b end);
SearchAllNodes (fn _ => true, fn n => abs (ms_to_col (Mark.Receiver'NextRec 1 n) - ms_to_col (Mark.Receiver'NextRec 2 n)), 0, Int.max);

ListDeadTIs ();
map st_TI (ListImpartialTIs ());
