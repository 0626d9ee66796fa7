(* All thirteen markings, home markings all of them, and no deadlock. *)
NoOfNodes ();
List.length (ListHomeMarkings ());
ListDeadMarkings ();
map st_TI (ListLiveTIs ());

(* Integer and multi-set bounds. *)
map (fn (name, f) => (name, UpperInteger f, LowerInteger f))
  [("A", Mark.Allocation'A 1), ("B", Mark.Allocation'B 1), ("C", Mark.Allocation'C 1), ("D", Mark.Allocation'D 1), ("E", Mark.Allocation'E 1)];
map (fn (name, f) => (name, UpperInteger f, LowerInteger f))
  [("R", Mark.Allocation'R 1), ("S", Mark.Allocation'S 1), ("T", Mark.Allocation'T 1)];
UpperMultiSet (Mark.Allocation'B 1);
LowerMultiSet (Mark.Allocation'B 1);

(* Which kind of process goes through. *)
TIsFairness [TI.Allocation'T1 1];
TIsFairness TI.All;
