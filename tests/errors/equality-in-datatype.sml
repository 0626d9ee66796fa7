datatype action = Stop | Run of int -> int
val b = Stop = Run (fn x => x)
