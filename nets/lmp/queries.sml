(* When the system is switched on, exactly one key is made within 2.0 seconds: every end has one key, and none is late. *)
fun keysIn n = keys (Mark.BeoLink'Status 1 n, Mark.BeoLink'Network 1 n);
fun inTime n = keysIn n = 1 andalso Mark.Master'Late 1 n == empty;
List.length (ListDeadMarkings ());
List.all inTime (ListDeadMarkings ());

(* The earliest and the latest key. *)
fun times () = map Mark.time (ListDeadMarkings ());
(foldl IntInf.min 2000 (times ()), foldl IntInf.max 0 (times ()));

(* Never two keys. *)
PredAllNodes (fn n => keysIn n > 1);

(* How many reports that the key is lost are on their way at one time, and how many does the master ignore? *)
UpperInteger (fn n => filter (fn (_, kind) => kind = keyLost) (ms (Mark.BeoLink'Network 1 n)));
List.length (PredAllArcs (fn a => ArcToTI a = TI.Master'Ignore_Report 1));

(* The same by a sweep: the clock never falls back, so what was before can be deleted. *)
val byClock = {PM = SLMark.time, GC = 0, Secs = 300, Logfile = NONE};
fun twoKeys M = keys (SLMark.BeoLink'Status 1 M, SLMark.BeoLink'Network 1 M) > 1;
SLReachable (byClock, twoKeys, true);
#Peak (SL.Statistics ());
