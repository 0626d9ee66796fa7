(* Half of all arrangements can be reached, and from each of them all others. *)
NoOfNodes ();
AllReachable ();

(* The arrangement that takes most moves: nodes are numbered breadth first, so it is the last one. *)
val farthest = NoOfNodes ();
List.length (ArcsInPath (InitNode, farthest));
Mark.Board'Tiles 1 farthest;

(* Two tiles changed round, the rest in order: not reachable. *)
fun swapped n =
  case ms_to_list (Mark.Board'Tiles 1 n) of
    (1, a) :: (2, b) :: rest => (1, b) :: (2, a) :: rest = start
  | _ => false;
Reachable swapped;
