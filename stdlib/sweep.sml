(* Queries by the sweep-line method: the functions of SWEEP/CPN. A sweep visits every reachable marking and deletes those that progress has left behind, so
   properties are found while it runs. The host functions drive it: `Host.sweepNext` goes on to the next thing the sweep meets, which is then handed to the
   user's functions.

   A marking of a sweep (`SLMark`) is there while the function runs that got it. `Store` keeps a marking; so does `GetNodeNo`, which gives its node number. *)

type SweepSpec = {PM : SLMark -> IntInf.int, GC : int, Secs : int, Logfile : string option}

(** The node number of a marking, which is kept: `Mark.Page'Place 1 (GetNodeNo m)` works after the sweep. If the state space was calculated, it is the number there. *)
fun GetNodeNo (m : SLMark) = Host.sweepKeep m

(** A node as a marking, for functions of `SLMark`. *)
fun NodeToMark (n : Node) = Host.nodeMark n

(** The transition instance of an arc as a sweep hands it over: source, binding element, target. *)
fun SLArcToTI (_ : SLMark, be, _ : SLMark) = BEToTI be

(** Functions that explore a state space by a sweep. *)
structure SL = struct
  local
    (* What sweepNext says. *)
    val stateMet = 1
    val deadMet = 2
    val arcMet = 3
    fun wanted (true, bit) = bit
      | wanted (false, _) = 0
    (* One sweep; the functions are called with what is met. A time limit that strikes inside one of them ends the sweep, and what was found so far stays. *)
    fun sweep ({PM, GC, Secs, Logfile} : SweepSpec) (kinds, onState, onArc, onDead) =
      let
        val number = (Host.sweepOptions (GC, Secs, getOpt (Logfile, "")); Host.sweepBegin (PM, kinds))
        fun next () =
          let val met = Host.sweepNext number in
            if met = stateMet then (onState (Host.sweepSource ()); next ())
            else if met = arcMet then (onArc (Host.sweepSource (), Host.sweepElement (), Host.sweepTarget ()); next ())
            else if met = deadMet then (onDead (Host.sweepSource ()); next ())
            else ()
          end
      in
        Host.sweepEnd (number, (next (); true) handle TimeOut => false)
        (* The time is up when the sweep has just ended by itself, or while it is being ended. *)
        handle TimeOut => Host.sweepEnd (number, false)
      end
      (* Before the first marking: the measure itself took too long. *)
      handle TimeOut => ()
  in
    (** Explores with functions for states, arcs and dead states, and gives the three results. The fifteen arguments are fields: `Sweep`, the options, and for each of
        `Node`, `Arc` and `Dead` a predicate, an evaluation of what satisfies it, a combination of result and evaluation, and a first result; `NodeStore` and
        `DeadStore` say which markings are kept. *)
    fun Explore {Sweep, NodePred, NodeEval, NodeComb, NodeInit, NodeStore, ArcPred, ArcEval, ArcComb, ArcInit, DeadPred, DeadEval, DeadComb, DeadInit, DeadStore} =
      let
        val (nodes, arcs, dead) = (ref NodeInit, ref ArcInit, ref DeadInit)
        fun keep (store, m) = if store m then ignore (GetNodeNo m) else ()
        fun onState m =
          (if NodePred m then nodes := NodeComb (!nodes, NodeEval m) else ();
           keep (NodeStore, m))
        fun onArc a = if ArcPred a then arcs := ArcComb (!arcs, ArcEval a) else ()
        fun onDead m =
          (if DeadPred m then dead := DeadComb (!dead, DeadEval m) else ();
           keep (DeadStore, m))
      in
        sweep Sweep (7, onState, onArc, onDead);
        (!nodes, !arcs, !dead)
      end

    (** Explores and hands every state to the functions. *)
    fun ExploreStates {PM, GC, Secs, Logfile, Pred, Store, Eval, Comb, Init} =
      let
        val result = ref Init
        fun onState m =
          (if Pred m then result := Comb (!result, Eval m) else ();
           if Store m then ignore (GetNodeNo m) else ())
      in
        sweep {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile} (1, onState, fn _ => (), fn _ => ());
        !result
      end

    (** Explores and hands every arc to the functions, as a triple of source, binding element and target. *)
    fun ExploreArcs {PM, GC, Secs, Logfile, Pred, Eval, Comb, Init} =
      let
        val result = ref Init
        fun onArc a = if Pred a then result := Comb (!result, Eval a) else ()
      in
        sweep {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile} (2, fn _ => (), onArc, fn _ => ());
        !result
      end

    (** Explores and hands every dead state to the functions. *)
    fun ExploreDeadStates {PM, GC, Secs, Logfile, Pred, Store, Eval, Comb, Init} =
      let
        val result = ref Init
        fun onDead m =
          (if Pred m then result := Comb (!result, Eval m) else ();
           if Store m then ignore (GetNodeNo m) else ())
      in
        sweep {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile} (4, fn _ => (), fn _ => (), onDead);
        !result
      end

    (** Another name of `ExploreDeadStates`. *)
    fun ExploreDead x = ExploreDeadStates x

    (** Explores and does nothing else; see `Statistics`. *)
    fun ExploreStateSpace (spec : SweepSpec) = sweep spec (0, fn _ => (), fn _ => (), fn _ => ())
  end

  (** Why the last sweep ended: `"complete"`, `"max_seconds"`, … *)
  fun StopReason () = Host.sweepReason ()

  (** What the last sweep did: states and arcs explored, the most states stored at one time, persistent states, sweeps and layers. *)
  fun Statistics () =
    {Explored = Host.sweepFigure 0, Arcs = Host.sweepFigure 1, Peak = Host.sweepFigure 2, Persistent = Host.sweepFigure 3,
     Sweeps = Host.sweepFigure 4, Layers = Host.sweepFigure 5}
end

(** Whether a marking that satisfies the predicate can be reached: `SLReachable (spec, pred, keep)`. If `keep`, all such markings are kept. *)
fun SLReachable ({PM, GC, Secs, Logfile} : SweepSpec, pred, keep) =
  SL.ExploreStates
    {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile, Pred = pred, Store = fn m => keep andalso pred m,
     Eval = fn _ => 1, Comb = op +, Init = 0} > 0

local
  fun best better ({PM, GC, Secs, Logfile} : SweepSpec, eval) =
    valOf (SL.ExploreStates
      {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile, Pred = fn _ => true, Store = fn _ => false,
       Eval = eval, Comb = fn (NONE, b) => SOME b | (SOME a, b) => SOME (better (a, b)), Init = NONE})
in
  (** The greatest value of a function of markings. *)
  fun SLBestUpperInteger (spec : SweepSpec, eval : SLMark -> int) = best Int.max (spec, eval)

  (** The least value of a function of markings. *)
  fun SLBestLowerInteger (spec : SweepSpec, eval : SLMark -> int) = best Int.min (spec, eval)

  (** Of each colour the most tokens. *)
  fun SLBestUpperMultiSet (spec : SweepSpec, marks : SLMark -> ''a ms) = best ms_union (spec, marks)

  (** Of each colour the fewest tokens. *)
  fun SLBestLowerMultiSet (spec : SweepSpec, marks : SLMark -> ''a ms) = best ms_intersection (spec, marks)
end

(** The dead markings, which are kept. *)
fun SLListDeadMarkings ({PM, GC, Secs, Logfile} : SweepSpec) =
  sort_int_list (remdupl (SL.ExploreDeadStates
    {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile, Pred = fn _ => true, Store = fn _ => true,
     Eval = GetNodeNo, Comb = fn (found, n) => n :: found, Init = []}))

(** The transition instances that never occur. *)
fun SLListDeadTIs ({PM, GC, Secs, Logfile} : SweepSpec) =
  SL.ExploreArcs
    {PM = PM, GC = GC, Secs = Secs, Logfile = Logfile, Pred = fn _ => true, Eval = SLArcToTI,
     Comb = fn (left, ti) => List.filter (fn other => other <> ti) left, Init = TI.All}

(* ---- short forms ----

   A function of markings (`SLMark`) alone, and the tool chooses how to search: on the state space if all of it is there, else by a sweep if the net has a measure. A function of nodes
   may ask for arcs or other nodes, so it is given those of the state space. *)

(** How the last short form searched. *)
fun SearchMethod () = Host.method ()

local
  fun ofMark f n = f (NodeToMark n)
  (* Visits all markings until `visit` is true. *)
  fun search visit =
    if Host.ownSweeps () then
      let
        val number = Host.ownBegin 1
        fun next () = Host.sweepNext number <> 0 andalso (visit (Host.sweepSource ()) orelse next ())
      in
        Host.ownEnd (number, next ())
      end
    else ignore (PredNodes (EntireGraph, ofMark visit, 1))
  fun best better eval =
    let
      val found = ref NONE
      fun visit m =
        (found := SOME (case !found of NONE => eval m | SOME other => better (other, eval m));
         false)
    in
      search visit;
      valOf (!found)
    end
  fun all (eval, better) = SearchAllNodes (fn _ => true, eval, eval InitNode, better)
in
  (** Whether a node that satisfies the predicate can be reached. Alone, `Reachable pred`. *)
  fun NodePredicateReachable (pred : Node -> bool) = not (null (PredNodes (EntireGraph, pred, 1)))

  (** The same for a predicate of `SLMark`. *)
  fun PredicateReachable (pred : SLMark -> bool) =
    let val found = ref false in
      search (fn m => (found := pred m; !found));
      !found
    end

  (** The greatest value of a function of nodes. Alone, `BestUpperInteger f`. *)
  fun NodeUpperInteger (eval : Node -> int) = all (eval, Int.max)

  (** The least value of a function of nodes. Alone, `BestLowerInteger f`. *)
  fun NodeLowerInteger (eval : Node -> int) = all (eval, Int.min)

  (** The greatest value of a function of markings. *)
  fun MarkingUpperInteger (eval : SLMark -> int) = best Int.max eval

  (** The least value of a function of markings. *)
  fun MarkingLowerInteger (eval : SLMark -> int) = best Int.min eval

  (** The most tokens. *)
  fun PlaceUpperInteger (marks : SLMark -> 'a ms) = best Int.max (mssize o marks)

  (** The fewest tokens. *)
  fun PlaceLowerInteger (marks : SLMark -> 'a ms) = best Int.min (mssize o marks)

  (** Of each colour the most tokens. *)
  fun PlaceUpperMultiSet (marks : SLMark -> ''a ms) = best ms_union marks

  (** Of each colour the fewest tokens. *)
  fun PlaceLowerMultiSet (marks : SLMark -> ''a ms) = best ms_intersection marks
end

structure SL = struct
  open SL
  val Reachable = SLReachable
  val BestUpperInteger = SLBestUpperInteger
  val BestLowerInteger = SLBestLowerInteger
  val BestUpperMultiSet = fn x => SLBestUpperMultiSet x
  val BestLowerMultiSet = fn x => SLBestLowerMultiSet x
  val ListDeadMarkings = SLListDeadMarkings
  val ListDeadTIs = SLListDeadTIs
end
