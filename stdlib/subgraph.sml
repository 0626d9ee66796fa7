(* Searches of a part of the state space: the nodes and arcs that satisfy two predicates. *)

local
  val chosen = fn pred => PredAllNodes pred
  fun arcsOf (nodes, pred) = List.concat (map (fn n => List.filter pred (OutArcs n)) nodes)
in
  (** The strongly connected components of the part that the nodes and arcs make which satisfy the first two predicates. A component is its nodes, the arcs inside it, and those that leave it
      for other components of the part: `SearchSubgraphSccs (nodePred, arcPred, sccPred, limit, eval, start, comb)`. *)
  fun SearchSubgraphSccs (nodePred : Node -> bool, arcPred : Arc -> bool, sccPred, limit, eval, start, comb) =
    let
      val nodes = chosen nodePred
      val count = Host.partBegin (nodes, arcsOf (nodes, arcPred))
      (* All are read before a function of the script runs, which may look at another part. *)
      val components = List.tabulate (count, fn k => (Host.partNodes (k + 1), Host.partArcs (k + 1), Host.partOut (k + 1)))
      fun search ([], _, found) = found
        | search (_, 0, found) = found
        | search (c :: rest, left, found) =
            if sccPred c then search (rest, left - 1, comb (eval c, found)) else search (rest, left, found)
    in
      search (components, if limit <= 0 then ~1 else limit, start)
    end
end

(** Whether no arc of the part leaves a component of it. *)
fun TerminalSubgraphScc (_ : Node list, _ : Arc list, out : Arc list) = null out

(** Whether a component of a part is one node without an arc to itself. *)
fun TrivialSubgraphScc (nodes : Node list, inside : Arc list, _ : Arc list) = List.length nodes = 1 andalso null inside

local
  exception Enough
in
  (** Cycles of the part, as lists of nodes. The search goes depth first from the given nodes and visits each node once; where it meets one that it came through, it has found a cycle. So there is one for
      each such arc, not every cycle: `SearchSubgraphCycles (nodes, nodePred, arcPred, cyclePred, limit, eval, start, comb)`. *)
  fun SearchSubgraphCycles (nodes : Node list, nodePred : Node -> bool, arcPred : Arc -> bool, cyclePred, limit, eval, start, comb) =
    let
      val met = Host.metBegin ()
      val (found, hits) = (ref start, ref 0)
      fun since (n : Node, m :: path, cycle) = if m = n then SOME (n :: cycle) else since (n, path, m :: cycle)
        | since (_, [], _) = NONE
      fun visit path (n : Node) =
        if not (nodePred n) then ()
        else if Host.metFirst (met, n) then
          app (visit (n :: path)) (map DestNode (List.filter arcPred (OutArcs n)))
        else
          case since (n, path, []) of
            NONE => ()
          | SOME cycle =>
              if cyclePred cycle then
                (found := comb (eval cycle, !found);
                 hits := !hits + 1;
                 if !hits = limit then raise Enough else ())
              else ()
    in
      app (visit []) nodes handle Enough => ();
      Host.metEnd met;
      !found
    end
end
