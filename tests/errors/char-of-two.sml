val c = #"ab"
val d = #"é"
