(* The declarations of a simple protocol: packets go to a receiver over a network that may lose them, and are acknowledged by number. *)
val packets = 4;

colset NO = int with 1..packets + 1;
colset DATA = string;
colset PACKET = product NO * DATA;

(* The message, cut into packets. *)
val message = ["COL", "OUR", "ED ", "NET"];
val send = ListPair.zip (List.tabulate (packets, fn i => i + 1), message);

(* What the receiver does with packet n while it waits for packet k: the next number it waits for, and its text. *)
fun receive ((n, data), (k, text)) = if n = k then (k + 1, text ^ data) else (k, text);

(* The initial marking of the sender: one token a packet. *)
list_to_ms send;

(* Packet 2 arrives twice; the second copy changes nothing. *)
val (next, text) = foldl receive (1, "") (send ^^ [(2, "OUR")]);

(* Tokens on the network after packets 1 and 2 were sent twice, and those that may be acknowledged. *)
val network = 2`(1, "COL") ++ 2`(2, "OUR");
ext_col (fn (n, _) => n + 1) network;
List.map NO.mkstr (ms_to_list (NO.all ()));
