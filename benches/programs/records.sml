(* A list of records, filtered, mapped and summed with the library's functions. *)
fun person i = {name = "p" ^ Int.toString (i mod 100), age = i mod 90, height = 100 + i mod 97}
val people = List.tabulate (20000, person)
fun work () =
  let
    val old = List.filter (fn {age, height, ...} => age > 60 andalso height < 160) people
    val named = List.filter (fn p => #name p <> "p7") old
  in
    foldl (fn ({age, ...}, s) => s + age) 0 named + length (List.map #height named)
  end
val expected = 298916
val rounds = 20
