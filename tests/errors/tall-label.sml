datatype day = Mon | Tue | Wed | Thu | Fri | Sat | Sun
fun name d =
  case d of
    Mon => "Monday"
  | Tue => "Tuesday"
  | Wed => "Wednesday"
  | Thu => "Thursday"
  | Fri => "Friday"
  | Sat => "Saturday"
