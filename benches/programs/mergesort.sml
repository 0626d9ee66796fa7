(* Allocation: merge sort of 100,000 integers. *)
fun random (0, _, xs) = xs
  | random (n, s, xs) =
      let
        val s = (s * 1103515 + 12345) mod 2147483
      in
        random (n - 1, s, s :: xs)
      end
fun split ([], a, b) = (a, b)
  | split (x :: xs, a, b) = split (xs, x :: b, a)
fun merge ([], ys : int list) = ys
  | merge (xs, []) = xs
  | merge (x :: xs, y :: ys) = if x <= y then x :: merge (xs, y :: ys) else y :: merge (x :: xs, ys)
fun sort [] = []
  | sort [x] = [x]
  | sort xs =
      let
        val (a, b) = split (xs, [], [])
      in
        merge (sort a, sort b)
      end
val numbers = random (100000, 42, [])
fun work () = foldl (fn (x, h) => (h * 31 + x) mod 1000003) 7 (sort numbers)
val expected = 340394
val rounds = 3
