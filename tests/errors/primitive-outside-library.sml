val add = _prim "int_add" : int * int -> int
