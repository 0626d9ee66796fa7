fun flatten x = x :: x
val omega = fn f => f f
