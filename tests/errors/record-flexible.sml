fun name r = #name r
fun whole {age, ...} = age
