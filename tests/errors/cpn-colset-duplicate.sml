colset Status = with idle | busy | idle;
colset Packet = record number : INT * number : INT;
colset Message = union Data : INT + Data : STRING;
