(* How it ends, and when: packets received, and whether the sender gave up. *)
fun outcome n = (Mark.Protocol'Expected 1 n, Mark.Protocol'Given_Up 1 n);
val ends = ListDeadMarkings ();
List.length ends;
remdupl (map outcome ends);

(* The earliest and the latest end. *)
fun pick better times = foldl better (hd times) (tl times);
pick IntInf.min (map Mark.time ends);
pick IntInf.max (map Mark.time ends);

(* Everything received although the sender gave up: the last acknowledgement was lost. *)
Reachable (fn n => Mark.Protocol'Given_Up 1 n <> empty andalso Mark.Protocol'Expected 1 n = 1`(packets + 1));

(* Tokens have stamps: a timer that runs. *)
Mark.Protocol'Timer 1 2;
OccurrenceTime 1;

(* Time never goes back, so nothing comes again. *)
InitialHomeMarking ();
TIsFairness TI.All;
