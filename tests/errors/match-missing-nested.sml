datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
fun left (Node (Node (_, x, _), _, _)) = SOME x
  | left Leaf = NONE
