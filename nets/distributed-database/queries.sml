(* Only one change is under way at a time, and every site is in one state. *)
val sites = SITE.all ();
assert (UpperInteger (Mark.Database'Waiting 1) = 1);
fun states m = SLMark.Database'Inactive 1 m ++ SLMark.Database'Waiting 1 m ++ SLMark.Database'Performing 1 m;
Reachable (fn m => states m <> sites);

(* No message is lost: those on the way and those unused are all there are. *)
fun messages m =
  SLMark.Database'Unused 1 m ++ SLMark.Database'Sent 1 m ++ SLMark.Database'Received 1 m ++ SLMark.Database'Acknowledged 1 m;
BestUpperMultiSet messages = BestLowerMultiSet messages;

(* Bounds. *)
BestUpperInteger (SLMark.Database'Performing 1);
BestLowerInteger (SLMark.Database'Inactive 1);

(* The database always gets back to rest; the rest is one component. *)
AllReachable ();
ListDeadMarkings ();
ListDeadTIs ();
List.length (ListLiveTIs ());
map (fn t => (st_TI t, TIsFairness [t])) TI.All;
