(* Parts of a state space as files and texts. *)

(** Parts of the state space as files; the file's name says how: `.svg`, `.dot` or `.json`. *)
structure Draw = struct
  (** Nodes and the arcs between them: `Draw.Nodes ("part.svg", [1, 2, 3])`. *)
  fun Nodes (file, nodes : Node list) = Host.drawNodes (file, nodes)

  (** Arcs and the nodes at their ends. *)
  fun Arcs (file, arcs : Arc list) = Host.drawArcs (file, arcs)

  (** A shortest way from one node to another. *)
  fun Path (file, from : Node, to : Node) =
    if from = to then Host.drawNodes (file, [from]) else Host.drawArcs (file, ArcsInPath (from, to))

  (** All nodes and arcs. *)
  fun StateSpace file = Host.drawNodes (file, PredAllNodes (fn _ => true))
end

(** The shortest way from the initial marking to a node, as text: what occurs, step by step and when, and the marking in the end. No times if the clock never moves. *)
fun PathTo (n : Node) =
  let
    val timed = Mark.time n <> ModelTime.null
    fun moment a = if timed then " at " ^ ModelTime.toString (Mark.time (DestNode a)) else ""
    fun steps (_, []) = ""
      | steps (k, a :: rest) = Int.toString k ^ ". " ^ st_BE (ArcToBE a) ^ moment a ^ "\n" ^ steps (k + 1, rest)
  in
    steps (1, ArcsInPath (InitNode, n)) ^ NodeDescriptor n
  end

(** The export functions of CPN Tools, for the files above. *)
structure OGtoGraphviz = struct
  fun ExportStateSpace file = Draw.StateSpace file
  fun ExportNodes (file, nodes) = Draw.Nodes (file, nodes)
  fun ExportArcs (file, arcs) = Draw.Arcs (file, arcs)
  fun ExportArcPath (file, arcs) = Draw.Arcs (file, arcs)
  fun ExportNodePath (file, from, to) = Draw.Path (file, from, to)
  fun ExportSuccessors (file, n) = Draw.Arcs (file, OutArcs n)
  fun ExportPredecessors (file, n) = Draw.Arcs (file, InArcs n)
end

(** The standard report of the state space, with all sections. *)
structure OGSaveReport = struct
  (** Writes the report to a file, whose name says how: `.txt`, `.md`, `.json` or `.html`. *)
  fun SaveReport file = Host.saveReport file
end
