var p : Packet;
