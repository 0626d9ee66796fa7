datatype tree = Leaf | Node of tree * 'a * tree
