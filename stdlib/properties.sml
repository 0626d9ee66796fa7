(* Properties of a state space: reachability, bounds, home markings, liveness and fairness. *)

(* ---- reachability ---- *)

(** Whether there is a way from one node to another. Alone, `Reachable (from, to)`. *)
fun NodeReachable (from : Node, to : Node) = isSome (Host.way (from, to))

(** The same. *)
fun SccReachable (from : Node, to : Node) = NodeReachable (from, to)

(** Whether every node can be reached from every other one. *)
fun AllReachable () = SccNoOfNodes () = 1

local
  fun told (true, text) = (print (text ^ ".\n"); true)
    | told (false, text) = (print (text ^ ".\n"); false)
  fun list show items = "[" ^ String.concatWith "," (map show items) ^ "]"
in
  (** The same as `Reachable (from, to)`, and prints why. *)
  fun Reachable' (from : Node, to : Node) =
    case Host.way (from, to) of
      SOME arcs => told (true, "A shortest way has the nodes " ^ list st_Node (from :: map DestNode arcs))
    | NONE => told (false, "No way leads from node " ^ st_Node from ^ " to node " ^ st_Node to)

  (** The same as `SccReachable (from, to)`, and prints why. *)
  fun SccReachable' (from : Node, to : Node) =
    let val (a, b) = (NodeToScc from, NodeToScc to) in
      told (true, "A shortest way has the components " ^ list Int.toString (SccNodesInPath (a, b)))
      handle NoPathExists => told (false, "No way leads from component " ^ Int.toString a ^ " to component " ^ Int.toString b)
    end

  (** The same as `AllReachable ()`, and prints why. *)
  fun AllReachable' () = told (AllReachable (), "There are " ^ Int.toString (SccNoOfNodes ()) ^ " components")
end

(* ---- bounds ---- *)

local
  val pick = fn (a, b) => if b < a then b else a
in
  (** The most tokens: `UpperInteger (Mark.Page'Place 1)`. *)
  fun UpperInteger (marks : Node -> 'a ms) = SearchAllNodes (fn _ => true, mssize o marks, 0, Int.max)

  (** The fewest tokens. *)
  fun LowerInteger (marks : Node -> 'a ms) =
    SearchAllNodes (fn _ => true, mssize o marks, mssize (marks InitNode), pick)
end

(** Of each colour as many tokens as in the multi-set that has more of them.
    >> ms_union (2`1++1`2, 1`1++3`2)
    2`1++3`2 *)
fun ms_union (a : ''a ms, b) =
  if b <<= a then a
  else if a <<= b then b
  else a ++ pairs_to_ms (map (fn (n, c) => (n - cf (c, a), c)) (ms_to_pairs b))

(** Of each colour as many tokens as in the multi-set that has fewer of them.
    >> ms_intersection (2`1++1`2, 1`1++3`2)
    1`1++1`2 *)
fun ms_intersection (a : ''a ms, b) =
  if a <<= b then a
  else if b <<= a then b
  else pairs_to_ms (map (fn (n, c) => (Int.min (n, cf (c, b)), c)) (ms_to_pairs a))

(** Of each colour the most tokens. *)
fun UpperMultiSet (marks : Node -> ''a ms) = SearchAllNodes (fn _ => true, marks, empty, ms_union)

(** Of each colour the fewest tokens. *)
fun LowerMultiSet (marks : Node -> ''a ms) = SearchAllNodes (fn _ => true, marks, marks InitNode, ms_intersection)

(** The same for a timed place, without stamps. *)
fun UpperTimedMultiSet (marks : Node -> ''a tms) = UpperMultiSet (ms o marks)

(** The same for a timed place, without stamps. *)
fun LowerTimedMultiSet (marks : Node -> ''a tms) = LowerMultiSet (ms o marks)

(* ---- home markings ---- *)

local
  fun inEach inside = List.all (fn s => List.exists inside (SccToNodes s)) (TerminalSccs ())
in
  (** Whether from every marking one of these nodes can be reached. *)
  fun HomeSpace (nodes : Node list) = inEach (fn n => List.exists (fn other => other = n) nodes)

  (** Whether from every marking one can be reached that satisfies the predicate. *)
  fun HomePredicate (pred : Node -> bool) = inEach pred

  (** Whether a node can be reached from every marking; in a net with time, whether its tokens can, at whatever time. *)
  fun HomeMarking (n : Node) =
    if Host.isTimed () then inEach (fn other => EqualUntimed (n, other))
    else case TerminalSccs () of [s] => NodeToScc n = s | _ => false
end

(** All nodes that can be reached from every marking. *)
fun ListHomeMarkings () =
  if Host.isTimed () then PredAllNodes HomeMarking
  else case TerminalSccs () of [s] => SccToNodes s | _ => []

(** The component of the home markings; 0 if there are none. *)
fun ListHomeScc () = case TerminalSccs () of [s] => s | _ => 0

(** Whether there is a home marking. *)
fun HomeMarkingExists () = not (null (ListHomeMarkings ()))

(** How many markings a home space needs: the number of components that no arc leaves. *)
fun MinimalHomeSpace () = List.length (TerminalSccs ())

(** Whether the initial marking is a home marking. *)
fun InitialHomeMarking () = HomeMarking InitNode

(* ---- liveness ---- *)

(** Whether nothing can occur in a node. *)
fun DeadMarking (n : Node) = Host.isDead n

(** All nodes in which nothing can occur. Alone, `ListDeadMarkings ()`. *)
fun NodeListDeadMarkings () = Host.dead ()

(** The same, found by the components. *)
fun SccListDeadMarkings () =
  sort_int_list (List.concat (map SccToNodes (List.filter SccTrivial (TerminalSccs ()))))

(** All nodes that no arc leaves: dead ones, and those that were not expanded yet. *)
fun ListDeadlocks () = PredAllNodes Terminal

(** Those of them that were expanded. *)
fun ListProcDeadlocks () = PredAllNodes (fn n => Terminal n andalso FullyProcessed n)

(** In how many transition instances at most something is enabled in one marking. *)
fun MaxEnab () =
  SearchAllNodes (fn _ => true, fn n => List.length (remdupl (map ArcToTI (OutArcs n))), 0, Int.max)

local
  (* Sets of transition instances or binding elements, as numbers and which of the two. *)
  fun transitions tis = (map Host.transitionNumber tis, 0)
  fun elements bes =
    let
      fun numbers (0, found) = found
        | numbers (k, found) =
            let val be = Host.element k
            in numbers (k - 1, if List.exists (fn other => other = be) bes then k :: found else found)
            end
    in
      (numbers (Host.elements (), []), 1)
    end
  fun dead (numbers, kind) n = not (Host.occursAfter (numbers, kind, n))
  fun fairness 0 = Impartial
    | fairness 1 = Fair
    | fairness 2 = Just
    | fairness _ = No_Fairness
in
  (** Whether none of the transition instances occurs in anything that can be reached from a node: `TIsDead (tis, n)`. *)
  fun TIsDead (tis, n : Node) = dead (transitions tis) n

  (** The same for binding elements. *)
  fun BEsDead (bes, n : Node) = dead (elements bes) n

  (** Whether from every marking one of the transition instances can occur some time. *)
  fun TIsLive tis = Host.isLive (transitions tis)

  (** The same for binding elements. *)
  fun BEsLive bes = Host.isLive (elements bes)

  (** Whether each of the binding elements alone is live. *)
  fun BEsStrictlyLive bes = List.all (fn be => BEsLive [be]) bes

  (** How fair a set of transition instances is. *)
  fun TIsFairness tis = fairness (Host.fairness (transitions tis))

  (** How fair a set of binding elements is. *)
  fun BEsFairness bes = fairness (Host.fairness (elements bes))
end

(** The transition instances that never occur. Alone, `ListDeadTIs ()`. *)
fun NodeListDeadTIs () =
  let val occurred = Host.occurred ()
  in List.filter (fn ti => not (List.exists (fn k => k = Host.transitionNumber ti) occurred)) TI.All
  end

(** The transition instances that are live, each alone. *)
fun ListLiveTIs () = List.filter (fn ti => TIsLive [ti]) TI.All

local
  fun atLeast wanted = List.filter (fn ti => List.exists (fn f => f = TIsFairness [ti]) wanted) TI.All
in
  (** The transition instances that occur infinitely often in every infinite run. *)
  fun ListImpartialTIs () = atLeast [Impartial]

  (** Those that occur infinitely often if they are enabled infinitely often; the impartial ones are among them. *)
  fun ListFairTIs () = atLeast [Impartial, Fair]

  (** Those that occur if they stay enabled; the fair and impartial ones are among them. *)
  fun ListJustTIs () = atLeast [Impartial, Fair, Just]
end
