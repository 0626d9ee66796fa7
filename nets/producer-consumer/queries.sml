(* The buffer keeps the order and never holds more than it may. *)
fun buffer n = ms_to_col (Mark.Market'Buffer 1 n);
SearchAllNodes (fn _ => true, length o buffer, 0, Int.max) = capacity;

(* What is fetched is what stood first. *)
fun fetches a = case ArcToBE a of Bind.Market'Fetch (_, {x, xs}) => buffer (SourceNode a) = x :: xs | _ => true;
List.all fetches (PredAllArcs (fn _ => true));

(* Nothing ever stops. *)
ListDeadMarkings ();
AllReachable ();
map st_TI (ListLiveTIs ());
map (fn t => (st_TI t, TIsFairness [t])) TI.All;
