fun unreachable () = raise Fail "this cannot happen"
val _ = unreachable () + 1
