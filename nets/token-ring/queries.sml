(* One station at a time, and only with the token. *)
UpperInteger (Mark.Ring'Using 1);
assert (null (PredAllNodes (fn n => mssize (Mark.Ring'Using 1 n) + mssize (Mark.Ring'Token 1 n) <> 1)));

(* Every station gets its turn: it never waits for ever once it asked, since the token goes round. *)
TIsFairness [TI.Ring'Start 1];
BEsFairness [Bind.Ring'Start (1, {s = st 1})];
BEsStrictlyLive [Bind.Ring'Start (1, {s = st 1}), Bind.Ring'Start (1, {s = st 2})];

AllReachable ();
ListDeadMarkings ();
