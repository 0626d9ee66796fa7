(* Questions about the stop-and-wait protocol, first by the sweep-line method, then on the full state space. *)

(* How far a marking is: the number of packets that were received. *)
fun SWPM M = IntInf.fromInt (List.length (ms_to_col (SLMark.StopAndWait'Received 1 M)));
val sweep = {PM = SWPM, GC = 100, Secs = 300, Logfile = NONE};

SL.ExploreStateSpace sweep;
SL.StopReason ();
#Explored (SL.Statistics ());
#Sweeps (SL.Statistics ());
assert (#Peak (SL.Statistics ()) < #Explored (SL.Statistics ()));

(* Is a packet ever received twice? *)
fun DupPackets M =
  let
    val packets = ms_to_col (SLMark.StopAndWait'Received 1 M)
  in
    List.length (remdupl packets) <> List.length packets
  end;
SLReachable (sweep, DupPackets, true);

(* How many packets are in the channel's first buffer, and which. *)
fun TransmitDataCount M = mssize (SLMark.StopAndWait'Transmit_Data 1 M);
SLBestUpperInteger (sweep, TransmitDataCount);
SLBestLowerInteger (sweep, TransmitDataCount);
SLBestUpperMultiSet (sweep, SLMark.StopAndWait'Transmit_Data 1);
SLBestLowerMultiSet (sweep, SLMark.StopAndWait'Transmit_Data 1);

(* Where it ends: everything was received, in the right order. Dead markings are kept, so they can be looked at after the sweep. *)
val dead = SLListDeadMarkings sweep;
map (Mark.StopAndWait'Received 1) dead;
map (Mark.StopAndWait'Sender 1) dead;
SLListDeadTIs sweep;

(* The next one is written the same way: the markings in which an old acknowledgement is under way. *)
fun old M =
  case (ms_to_list (SLMark.StopAndWait'Receive_Ack 1 M), ms_to_col (SLMark.StopAndWait'Sender 1 M)) of
    ([a], (_, n)) => a < n
  | _ => false;
SL.ExploreStates
  {PM = SWPM, GC = 100, Secs = 300, Logfile = NONE, Pred = old, Store = fn _ => false,
   Eval = fn _ => 1, Comb = op +, Init = 0};

(* The same on the full state space. *)
CalculateOccGraph ();
NoOfNodes ();
NoOfArcs ();
Reachable DupPackets;
BestUpperInteger TransmitDataCount;
BestLowerInteger TransmitDataCount;
UpperMultiSet (Mark.StopAndWait'Transmit_Data 1);
LowerMultiSet (Mark.StopAndWait'Transmit_Data 1);
ListDeadMarkings ();
ListDeadTIs ();
List.length (PredAllNodes (old o NodeToMark));

(* Now kept markings are nodes of the state space. *)
SLListDeadMarkings sweep = ListDeadMarkings ();
