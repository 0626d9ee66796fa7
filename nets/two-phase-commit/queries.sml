(* No worker is told to commit while another one is told to abort. *)
fun told n = remdupl (map #2 (ms_to_list (Mark.Commit'Decision 1 n)));
Reachable (fn n => List.length (told n) > 1);

(* Commit is decided only if all voted yes: then every worker has its decision before it or has acknowledged. *)
fun commits n = List.exists (fn d => d = commit) (told n);
PredAllNodes (fn n => commits n andalso size (Mark.Commit'Decision 1 n) + size (Mark.Commit'Acknowledge 1 n) <> workers);

(* Every round ends, whatever was decided. *)
InitialHomeMarking ();
ListDeadMarkings ();
map (fn t => (st_TI t, TIsFairness [t])) TI.All;
