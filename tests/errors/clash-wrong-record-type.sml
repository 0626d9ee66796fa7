fun older (p : {name : string, age : int}) = #age p + 1
val n = older {name = "Ann", age = "7"}
