(* State spaces: the query functions of CPN Tools, with their names and types.

   Nodes and arcs are numbered from 1, nodes in breadth-first order; strongly connected components are numbered from ~1 downwards. Functions that give several of them
   give them in ascending order. What takes a function is written here; what is counted, stored or searched is in the host functions (structure Host).
   The state space is calculated when it is first needed. *)

exception IllegalId
exception NoPathExists
exception NonexistingArc
exception SccGraphNotCalculated
exception StopCritSatisfied
exception Assert

(* The machine raises these two by name, so they must exist. *)
val _ = (IllegalId, StopCritSatisfied)

datatype FairnessProperty = Impartial | Fair | Just | No_Fairness

(** The node of the initial marking.
    >> InitNode
    1 *)
val InitNode : Node = 1

(** The component of the initial marking.
    >> InitScc
    ~1 *)
val InitScc : Scc = ~1

(** The search area of all nodes, arcs or components.
    >> EntireGraph
    [0] *)
val EntireGraph = [0]

(** No limit of hits or of a stop option.
    >> NoLimit
    0 *)
val NoLimit = 0

(** Nothing if the condition holds, else the exception `Assert`.
    >> assert (1 < 2)
    ()
    >> assert (2 < 1)
    raises Assert *)
fun assert true = ()
  | assert false = raise Assert

(* ---- calculation ---- *)

(** Options of the calculation. *)
structure OGSet = struct
  val stop : (Node -> bool) option ref = ref NONE
  val branch : (Node -> bool) option ref = ref NONE
  val limits = ref (0, 0, 0)

  (** When a calculation stops: after so many new nodes, arcs or seconds (0: no limit), or after a node for which the predicate holds.
      >> OGSet.StopOptions {Nodes = 0, Arcs = 0, Secs = 0, Predicate = fn _ => false}
      () *)
  fun StopOptions {Nodes, Arcs, Secs, Predicate} =
    (limits := (Nodes, Arcs, Secs); stop := SOME Predicate)

  (** How wide a calculation is: so many transition instances of a node, so many bindings of each (0: all); nodes for which the predicate does not hold are not expanded.
      >> OGSet.BranchingOptions {TransInsts = 0, Bindings = 0, Predicate = fn _ => true}
      () *)
  fun BranchingOptions {TransInsts, Bindings, Predicate} =
    (Host.branching (TransInsts, Bindings); branch := SOME Predicate)

  (** Back to a calculation without limits.
      >> OGSet.Defaults ()
      () *)
  fun Defaults () =
    (limits := (0, 0, 0); stop := NONE; branch := NONE; Host.branching (0, 0))
end

(** Forgets the state space.
    >> DeleteStateSpace ()
    () *)
fun DeleteStateSpace () = Host.delete ()

local
  (* Node by node, since the script wants to look at each. *)
  fun grow (stop, expand) =
    let
      val (nodes, arcs, secs) = !OGSet.limits
      val () = Host.begin ()
      val (firstNodes, firstArcs, start) = (Host.nodes (), Host.arcs (), Host.clock ())
      fun full (limit, now) = limit > 0 andalso now >= limit
      fun next n =
        if not (Host.look n) then ()
        else
          (if expand n then Host.expand n else Host.skip n;
           if stop n orelse full (nodes, Host.nodes () - firstNodes) orelse full (arcs, Host.arcs () - firstArcs)
              orelse full (secs, Host.clock () - start) orelse Host.isFull ()
           then (Host.look 0; raise StopCritSatisfied)
           else next (Host.nextOpen (n + 1)))
    in
      next (Host.nextOpen 1)
    end
in
  (** Calculates the state space, or goes on with it after a limit. `StopCritSatisfied` if a stop option ended it.
      >> CalculateOccGraph ()
      () *)
  fun CalculateOccGraph () =
    case (!OGSet.stop, !OGSet.branch) of
      (NONE, NONE) => if Host.calculate (0, 0, 0) then () else raise StopCritSatisfied
    | (stop, branch) => grow (getOpt (stop, fn _ => false), getOpt (branch, fn _ => true))
end

(** Expands these nodes, within the branching options, and no others: `GenOG [1, 2]`. A state space that was not begun begins with the initial marking. *)
fun GenOG (nodes : Node list) =
  (Host.begin (); app (fn n => if Host.isExpanded n then () else Host.expand n) nodes)

(** Whether the whole state space was calculated.
    >> EntireGraphCalculated ()
    true *)
fun EntireGraphCalculated () = Host.isComplete ()

(** Whether a node was expanded, perhaps not in all its bindings.
    >> Processed 1
    true *)
fun Processed (n : Node) = Host.isProcessed n

(** Whether all steps of a node are there.
    >> FullyProcessed 1
    true *)
fun FullyProcessed (n : Node) = Host.isExpanded n

(** Finds the strongly connected components. They are found anyway when a function needs them.
    >> CalculateSccGraph ()
    () *)
fun CalculateSccGraph () = ignore (Host.sccs ())

(** Whether the components were found.
    >> (CalculateSccGraph (); SccGraphCalculated ())
    true *)
fun SccGraphCalculated () = Host.hasSccs ()

(* ---- nodes and arcs ---- *)

(** How many nodes there are. *)
fun NoOfNodes () = Host.nodes ()

(** How many arcs there are. *)
fun NoOfArcs () = Host.arcs ()

(** How many whole seconds the calculation took. *)
fun NoOfSecs () = Host.seconds ()

(** The arcs that leave a node. *)
fun OutArcs (n : Node) = Host.outArcs n

(** The arcs that lead to a node. *)
fun InArcs (n : Node) = Host.inArcs n

(** The nodes that a step leads to, each once. *)
fun OutNodes (n : Node) = Host.outNodes n

(** The nodes from which a step leads here, each once. *)
fun InNodes (n : Node) = Host.inNodes n

(** Where an arc comes from. *)
fun SourceNode (a : Arc) = Host.source a

(** Where an arc leads. *)
fun DestNode (a : Arc) = Host.target a

(** The arcs from one node to another. *)
fun Arcs (from : Node, to : Node) = Host.between (from, to)

(** Whether no arc leaves a node. *)
fun Terminal (n : Node) = Host.isTerminal n

(** The arcs of a shortest way; `NoPathExists` if there is none. *)
fun ArcsInPath (from : Node, to : Node) =
  case Host.way (from, to) of
    SOME arcs => arcs
  | NONE => raise NoPathExists

(** The nodes of a shortest way, both ends included; `NoPathExists` if there is none. *)
fun NodesInPath (from : Node, to : Node) = from :: map DestNode (ArcsInPath (from, to))

(** The model time of a marking. *)
fun CreationTime (n : Node) = Host.time n

(** When the step of an arc occurs. *)
fun OccurrenceTime (a : Arc) = Host.time (Host.target a)

(** A timed multi-set without its stamps. *)
fun StripTime (tokens : 'a tms) = ms tokens

(** Whether two markings are equal but for their time stamps. *)
fun EqualUntimed (a : Node, b : Node) = Host.equalUntimed (a, b)

(* ---- binding elements ---- *)

(** The binding element of an arc. *)
fun ArcToBE (a : Arc) = Host.element (Host.elementOf a)

(** The transition instance of an arc. *)
fun ArcToTI (a : Arc) = Host.transitionOf a

(** The transition instance of a binding element. *)
fun BEToTI (be : Bind.Elem) = Host.elementTransition be

(* ---- text ---- *)

(** How the functions of this part write: each of these gets a function from the parts of a text to the text. *)
structure OGSet = struct
  open OGSet
  val node = ref (fn (n : string) => n)
  val arc = ref (fn (a : string, from : string, to : string) => a ^ ":" ^ from ^ "->" ^ to)
  val instance = fn (page : string, name : string, i : string) => page ^ "'" ^ name ^ " " ^ i
  val (place, transition) = (ref instance, ref instance)
  val element = ref (fn (ti : string, binding : string) => ti ^ ": " ^ binding)
  val nodeText : (Node -> string) option ref = ref NONE
  val arcText : (Arc -> string) option ref = ref NONE

  (** What `st_Node` makes of a number. *)
  fun StringRepOptions'Node f = node := f

  (** What `st_Arc` makes of an arc's number and those of its ends. *)
  fun StringRepOptions'Arc f = arc := f

  (** What `st_PI` makes of page, place and instance. *)
  fun StringRepOptions'PI f = place := f

  (** What `st_TI` makes of page, transition and instance. *)
  fun StringRepOptions'TI f = transition := f

  (** What `st_BE` makes of a transition instance as `st_TI` writes it and the binding. *)
  fun StringRepOptions'BE f = element := f

  (** What `NodeDescriptor` says of a node. *)
  fun NodeDescriptorOptions f = nodeText := SOME f

  (** What `ArcDescriptor` says of an arc. *)
  fun ArcDescriptorOptions f = arcText := SOME f
end

local
  (* `Page'Name 1` in its three parts. *)
  fun cut c text =
    case String.fields (fn d => d = c) text of
      first :: rest => (first, String.concatWith (String.str c) rest)
    | [] => (text, "")
  fun parts text =
    let
      val (whole, i) = cut #" " text
      val (page, name) = cut #"'" whole
    in
      (page, name, i)
    end
  (* What is behind the transition instance in `Page'T 1: {n=2}`. *)
  fun binding be = String.extract (Host.elementText be, String.size (Host.transitionText (BEToTI be)) + 2, NONE)
in
  (** A node's number as text. *)
  fun st_Node (n : Node) = !OGSet.node (Int.toString n)

  (** An arc as text: its number, where it comes from and where it leads. *)
  fun st_Arc (a : Arc) = !OGSet.arc (Int.toString a, Int.toString (Host.source a), Int.toString (Host.target a))

  (** A transition instance as text. *)
  fun st_TI (ti : TI.TransInst) = !OGSet.transition (parts (Host.transitionText ti))

  (** A place instance as text. *)
  fun st_PI (place : PI.PlaceInst) = !OGSet.place (parts (Host.placeText place))

  (** A binding element as text. *)
  fun st_BE (be : Bind.Elem) = !OGSet.element (st_TI (BEToTI be), binding be)

  (** A transition instance as it is written in scripts. *)
  fun mkst_TI (ti : TI.TransInst) = "TI." ^ Host.transitionText ti

  (** A place instance as it is written in scripts. *)
  fun mkst_PI (place : PI.PlaceInst) = "PI." ^ Host.placeText place

  (** A binding element as it is written in scripts. *)
  fun mkst_BE (be : Bind.Elem) =
    let val (whole, i) = cut #" " (Host.transitionText (BEToTI be)) in
      "Bind." ^ whole ^ " (" ^ i ^ "," ^ (case binding be of "{}" => "()" | fields => fields) ^ ")"
    end
end

(** A node as it is written in scripts. *)
fun mkst_Node (n : Node) = Int.toString n

(** An arc as it is written in scripts. *)
fun mkst_Arc (a : Arc) = Int.toString a

(** The marking of a node, a line for each place that has tokens. *)
fun NodeDescriptor (n : Node) = case !OGSet.nodeText of SOME f => f n | NONE => Host.describe n

(** An arc with its binding element. *)
fun ArcDescriptor (a : Arc) =
  case !OGSet.arcText of SOME f => f a | NONE => st_Arc a ^ ": " ^ st_BE (ArcToBE a)

(* ---- searches ---- *)

local
  (* `look` says whether there is such a number and lets messages name it; `name` makes a number of the count from 1. *)
  fun search look name (area, pred, limit, eval, start, comb) =
    let
      fun all (i, left, found) =
        if left = 0 orelse not (look i) then found
        else
          let val x = name i in
            if pred x then all (i + 1, left - 1, comb (eval x, found)) else all (i + 1, left, found)
          end
      fun some ([], _, found) = found
        | some (x :: rest, left, found) =
            if left = 0 then found
            else if not (look (name x)) then raise IllegalId
            else if pred x then some (rest, left - 1, comb (eval x, found))
            else some (rest, left, found)
      val left = if limit <= 0 then ~1 else limit
      val found = if area = EntireGraph then all (1, left, start) else some (area, left, start)
    in
      ignore (look 0);
      found
    end
  fun nodes x = search Host.look (fn n => n) x
  fun arcs x = search Host.lookArc (fn a => a) x
  fun sccs x = search Host.lookScc (fn s => ~ s) x
  fun keep (x, found) = x :: found
  fun always _ = true
  fun itself x = x
in
  (** Goes through the nodes of the area in ascending order; of those that satisfy the predicate, at most `limit`, the evaluations are combined one by one:
      `SearchNodes (area, pred, limit, eval, start, comb)`. *)
  fun SearchNodes (area, pred : Node -> bool, limit, eval, start, comb) = nodes (area, pred, limit, eval, start, comb)

  (** The nodes of the area that satisfy the predicate, at most `limit`: `PredNodes (area, pred, limit)`. *)
  fun PredNodes (area, pred : Node -> bool, limit) = rev (nodes (area, pred, limit, itself, [], keep))

  (** The evaluations of the nodes of the area. *)
  fun EvalNodes (area, eval : Node -> 'a) = rev (nodes (area, always, NoLimit, eval, [], keep))

  (** `SearchNodes` of all nodes without a limit: `SearchAllNodes (pred, eval, start, comb)`. *)
  fun SearchAllNodes (pred : Node -> bool, eval, start, comb) = nodes (EntireGraph, pred, NoLimit, eval, start, comb)

  (** All nodes that satisfy the predicate. *)
  fun PredAllNodes (pred : Node -> bool) = PredNodes (EntireGraph, pred, NoLimit)

  (** The evaluations of all nodes. *)
  fun EvalAllNodes (eval : Node -> 'a) = EvalNodes (EntireGraph, eval)

  (** The same as `SearchNodes` for arcs. *)
  fun SearchArcs (area, pred : Arc -> bool, limit, eval, start, comb) = arcs (area, pred, limit, eval, start, comb)

  (** The arcs of the area that satisfy the predicate, at most `limit`. *)
  fun PredArcs (area, pred : Arc -> bool, limit) = rev (arcs (area, pred, limit, itself, [], keep))

  (** The evaluations of the arcs of the area. *)
  fun EvalArcs (area, eval : Arc -> 'a) = rev (arcs (area, always, NoLimit, eval, [], keep))

  (** `SearchArcs` of all arcs without a limit. *)
  fun SearchAllArcs (pred : Arc -> bool, eval, start, comb) = arcs (EntireGraph, pred, NoLimit, eval, start, comb)

  (** All arcs that satisfy the predicate. *)
  fun PredAllArcs (pred : Arc -> bool) = PredArcs (EntireGraph, pred, NoLimit)

  (** The evaluations of all arcs. *)
  fun EvalAllArcs (eval : Arc -> 'a) = EvalArcs (EntireGraph, eval)

  (** The same as `SearchNodes` for strongly connected components. *)
  fun SearchSccs (area, pred : Scc -> bool, limit, eval, start, comb) = sccs (area, pred, limit, eval, start, comb)

  (** The components of the area that satisfy the predicate, at most `limit`. *)
  fun PredSccs (area, pred : Scc -> bool, limit) = rev (sccs (area, pred, limit, itself, [], keep))

  (** The evaluations of the components of the area. *)
  fun EvalSccs (area, eval : Scc -> 'a) = rev (sccs (area, always, NoLimit, eval, [], keep))

  (** `SearchSccs` of all components without a limit. *)
  fun SearchAllSccs (pred : Scc -> bool, eval, start, comb) = sccs (EntireGraph, pred, NoLimit, eval, start, comb)

  (** All components that satisfy the predicate. *)
  fun PredAllSccs (pred : Scc -> bool) = PredSccs (EntireGraph, pred, NoLimit)

  (** The evaluations of all components. *)
  fun EvalAllSccs (eval : Scc -> 'a) = EvalSccs (EntireGraph, eval)

  (** Another name of `SearchSccs`. *)
  fun SearchComponents (area, pred : Scc -> bool, limit, eval, start, comb) = sccs (area, pred, limit, eval, start, comb)

  (** `SearchNodes` of the nodes that can be reached from a node, itself included; each once, also if there are cycles. *)
  fun SearchReachableNodes (from : Node, pred : Node -> bool, limit, eval, start, comb) =
    nodes (Host.reachableNodes from, pred, limit, eval, start, comb)

  (** `SearchArcs` of the arcs that can be reached from a node. *)
  fun SearchReachableArcs (from : Node, pred : Arc -> bool, limit, eval, start, comb) =
    arcs (List.concat (map OutArcs (Host.reachableNodes from)), pred, limit, eval, start, comb)
end

(** The nodes on which a colour is among the tokens: `ColorSearch (colour, Mark.Page'Place 1)`. *)
fun ColorSearch (colour, marks : Node -> ''a ms) = PredAllNodes (fn n => cf (colour, marks n) > 0)

(** All nodes whose markings are equal to that of a node but for time stamps. *)
fun EqualsUntimed (n : Node) = PredAllNodes (fn other => EqualUntimed (n, other))

(* ---- components ---- *)

(** How many components there are. *)
fun SccNoOfNodes () = Host.sccs ()

(** How many arcs lead from one component to another. *)
fun SccNoOfArcs () = List.length (Host.sccOutArcs 0)

(** How many whole seconds finding the components took. *)
fun SccNoOfSecs () = Host.sccSeconds ()

(** The component of a node. *)
fun NodeToScc (n : Node) = Host.sccOf n

(** The nodes of a component. *)
fun SccToNodes (s : Scc) = Host.sccNodes s

(** The arcs inside a component. *)
fun SccToArcs (s : Scc) =
  List.concat (map (fn n => List.filter (fn a => NodeToScc (DestNode a) = s) (OutArcs n)) (SccToNodes s))

(** The component that an arc lies in; `IllegalId` if it leads from one to another. *)
fun ArcToScc (a : Arc) =
  let val s = NodeToScc (SourceNode a) in if NodeToScc (DestNode a) = s then s else raise IllegalId end

(** The component that an arc comes from. *)
fun SccSourceNode (a : Arc) = NodeToScc (SourceNode a)

(** The component that an arc leads to. *)
fun SccDestNode (a : Arc) = NodeToScc (DestNode a)

(** The arcs that leave a component. *)
fun SccOutArcs (s : Scc) = if s = 0 then raise IllegalId else Host.sccOutArcs s

(** The arcs that lead to a component from others. *)
fun SccInArcs (s : Scc) = Host.sccInArcs s

local
  fun once [] = []
    | once ((s : Scc) :: rest) = s :: once (List.filter (fn other => other <> s) rest)
  (* The numbers go down: the first component is ~1. *)
  fun ascending sccs = map ~ (sort op < (map ~ (once sccs)))
in
  (** The components that an arc from this one leads to, each once. *)
  fun SccOutNodes (s : Scc) = ascending (map SccDestNode (SccOutArcs s))

  (** The components from which an arc leads to this one, each once. *)
  fun SccInNodes (s : Scc) = ascending (map SccSourceNode (SccInArcs s))
end

(** The arcs from one component to another. *)
fun SccArcs (from : Scc, to : Scc) = List.filter (fn a => SccDestNode a = to) (SccOutArcs from)

(** Whether no arc leaves a component. *)
fun SccTerminal (s : Scc) = Host.sccIsTerminal s

(** All components that no arc leaves. *)
fun TerminalSccs () = Host.terminalSccs ()

(** Whether a component is one node without an arc to itself. *)
fun SccTrivial (s : Scc) = Host.sccIsTrivial s

(** Whether the initial node is in a component. *)
fun SccInitial (s : Scc) = s = InitScc

local
  fun reached ([], seen) = seen
    | reached (s :: rest, seen) =
        let val fresh = List.filter (fn t => not (List.exists (fn u => u = t) seen)) (SccOutNodes s)
        in reached (rest ^^ fresh, seen ^^ fresh)
        end
in
  (** `SearchSccs` of the components that can be reached from one, itself included; each once. *)
  fun SearchReachableSccs (from : Scc, pred : Scc -> bool, limit, eval, start, comb) =
    SearchSccs (reached ([from], [from]), pred, limit, eval, start, comb)
end

local
  (* Breadth first, each component once; what is found has the arc by which it was found. *)
  fun search (_, [], _) = raise NoPathExists
    | search (to, (s, path) :: rest, seen) =
        if s = to then rev path
        else
          let
            fun fresh a = not (List.exists (fn t => t = SccDestNode a) seen)
            fun add ([], queue, seen) = search (to, rest @ rev queue, seen)
              | add (a :: more, queue, seen) =
                  if List.exists (fn t => t = SccDestNode a) seen then add (more, queue, seen)
                  else add (more, (SccDestNode a, a :: path) :: queue, SccDestNode a :: seen)
          in
            add (List.filter fresh (SccOutArcs s), [], seen)
          end
in
  (** The arcs of a shortest way from one component to another, those between components only; `NoPathExists` if there is none. *)
  fun SccArcsInPath (from : Scc, to : Scc) = search (to, [(from, [])], [from])

  (** The components on a shortest way, both ends included. *)
  fun SccNodesInPath (from : Scc, to : Scc) = from :: map SccDestNode (SccArcsInPath (from, to))
end
