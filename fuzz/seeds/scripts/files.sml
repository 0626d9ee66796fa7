Draw.StateSpace "space.svg";
Draw.Nodes ("nodes.dot", [1, 2, 3]);
Draw.Path ("way.json", 1, hd (ListDeadMarkings ()));
OGSaveReport.SaveReport ("report.md");
