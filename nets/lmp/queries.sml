(* When the system is switched on, exactly one key is made within 2.0 seconds: every end has one key and none is late. *)
fun keysIn n = keys (Mark.BeoLink'Status 1 n, Mark.BeoLink'Network 1 n);
val ends = ListDeadMarkings ();
List.all (fn n => keysIn n = 1 andalso Mark.Master'Late 1 n == empty) ends;
val times = map Mark.time ends;
(foldl IntInf.min 2000 times, foldl IntInf.max 0 times);

(* Never two keys. *)
PredAllNodes (fn n => keysIn n > 1);

(* Reports that come while the master looks for the key are ignored: how many can there be at once? *)
UpperInteger (fn n => filter (fn (_, kind) => kind = keyLost) (ms (Mark.BeoLink'Network 1 n)));
