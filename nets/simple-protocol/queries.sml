(* The message arrives: in the only dead marking all of it is there. *)
val whole = String.concat (map #2 message);
val dead = hd (ListDeadMarkings ());
assert (ListDeadMarkings () = [dead]);
Mark.Protocol'Data_Received 1 dead = 1`whole;
HomeMarking dead;

(* The receiver never has anything but a beginning of the message. *)
Reachable (fn n => not (String.isPrefix (ms_to_col (Mark.Protocol'Data_Received 1 n)) whole));

(* At most `limit` packets and acknowledgements are on the way. *)
UpperInteger (Mark.Protocol'A 1);
LowerInteger (Mark.Protocol'Limit 1);
UpperMultiSet (Mark.Protocol'D 1);

(* The sender may fall behind the receiver, but is never ahead. *)
fun ahead n = ms_to_col (Mark.Protocol'NextSend 1 n) - ms_to_col (Mark.Protocol'NextRec 1 n);
BestUpperInteger ahead;
BestLowerInteger ahead;

(* Losing for ever is possible, so nothing is impartial but what every run needs. *)
map (fn t => (st_TI t, TIsFairness [t])) TI.All;
