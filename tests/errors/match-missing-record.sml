datatype kind = Data | Ack
fun value {kind = Data, number} = number
