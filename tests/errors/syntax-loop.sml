val i = ref 0
val _ = while !i < 10 do i := !i + 1
