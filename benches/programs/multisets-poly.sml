(* What a multi-set is in Poly/ML: pairs of coefficient and element, elements ascending. *)
infix 8 `
infix 6 ++ --
infix 3 <<=
val empty : (int * int) list = []
fun n ` (v : int) = if n <= 0 then [] else [(n, v)]
fun [] ++ ys = ys
  | xs ++ [] = xs
  | ((m, x) :: xs) ++ ((n, y) :: ys) =
      if x < y then (m, x) :: (xs ++ ((n, y) :: ys))
      else if x = y then (m + n, x) :: (xs ++ ys)
      else (n, y) :: (((m, x) :: xs) ++ ys)
exception Subtract
fun xs -- [] = xs
  | [] -- _ = raise Subtract
  | ((m, x) :: xs) -- ((n, y) :: ys) =
      if x < y then (m, x) :: (xs -- ((n, y) :: ys))
      else if x > y orelse m < n then raise Subtract
      else if m = n then xs -- ys
      else (m - n, x) :: (xs -- ys)
fun [] <<= _ = true
  | _ <<= [] = false
  | ((m, x) :: xs) <<= ((n, y) :: ys) =
      if x = y then m <= n andalso xs <<= ys else x > y andalso ((m, x) :: xs) <<= ys
fun cf (_, []) = 0
  | cf (v : int, (n, x) :: xs) = if v = x then n else cf (v, xs)
fun mssize m = foldl (fn ((n, _), s) => n + s) 0 m
