(* All three on the other side and nothing eaten: the fewest crossings. *)
fun done n = Mark.River'Goods 1 n = GOODSxBANK.mult (GOODS.all (), 1`right);
val goals = PredAllNodes done;
val ways = map (fn n => ArcsInPath (InitNode, n)) goals;
map List.length ways;
print (PathTo (hd goals));

(* What is eaten is gone. *)
UpperMultiSet (Mark.River'Eaten 1);
ListDeadMarkings ();
MinimalHomeSpace ();
