(* The initialisation of the lock management protocol: it ends with one key, in time. *)
fun keysIn (status, network) =
  cf (true, ext_col (fn (_, s) => s <> noKey) status) + cf (true, ext_col (fn (_, kind) => kind = keyTransfer) (ms network));
fun keysAt n = keysIn (Mark.BeoLink'Status 1 n, Mark.BeoLink'Network 1 n);
Reachable (fn n => keysAt n > 1);

(* Every end has a key, and the latest one comes before the deadline. *)
fun ends () = ListDeadMarkings ();
List.length (ends ());
List.all (fn n => keysAt n = 1 andalso Mark.BeoLink'Over 1 n = 1`()) (ends ());
foldl IntInf.max 0 (map Mark.time (ends ()));

(* The same by a sweep, with time as the measure: it only ever holds the markings around the present. *)
val byTime = {PM = SLMark.time, GC = 0, Secs = 0, Logfile = NONE};
SLReachable (byTime, fn m => keysIn (SLMark.BeoLink'Status 1 m, SLMark.BeoLink'Network 1 m) > 1, false);
#Explored (SL.Statistics ()) = NoOfNodes ();
#Peak (SL.Statistics ()) < NoOfNodes () div 2;

(* What belongs to the time after the initialisation does not occur yet. *)
map st_TI (ListDeadTIs ());
