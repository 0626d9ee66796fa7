colset Packet = product Number * Date;
