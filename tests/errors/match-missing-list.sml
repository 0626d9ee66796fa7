fun pairs (x :: y :: rest) = (x, y) :: pairs rest
  | pairs [] = []
