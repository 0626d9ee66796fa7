(* CPN ML's list functions, at top level. The order of arguments differs from one to the next because it does so in CPN Tools. *)

(** Joins two lists. In a net `@` is the time stamp, so lists are joined with this operator.
    >> [1,2] ^^ [3]
    [1,2,3] *)
val op ^^ = op @

(** Whether a list contains an element.
    >> mem [1,2,3] 2
    true *)
fun mem [] _ = false
  | mem (y :: rest) x = x = y orelse mem rest x

(** Removes duplicates: of equal elements the last one stays.
    >> remdupl [1,2,3,2,4,2,5,3]
    [1,4,2,5,3] *)
fun remdupl xs = foldr (fn (x, kept) => if mem kept x then kept else x :: kept) [] xs

(** Removes the first occurrence of an element, if any.
    >> rm 3 [1,3,2,3]
    [1,2,3] *)
fun rm _ [] = []
  | rm x (y :: rest) = if x = y then rest else y :: rm x rest

(** Removes all occurrences of an element.
    >> rmall 3 [1,3,2,3]
    [1,2] *)
fun rmall x ys = List.filter (fn y => x <> y) ys

local
  fun find (_, [], _) = raise Match
    | find (x, y :: rest, i) = if x = y then i else find (x, rest, i + 1)
in
  (** The index of the first occurrence of an element; the first index is 0.
      >> pos 7 [5,7,7]
      1
      >> pos 9 [5,7]
      raises Match *)
  fun pos x ys = find (x, ys, 0)
end

(** Whether the first list contains all elements of the second, however often they occur.
    >> contains [1,2,3] [3,2,3]
    true *)
fun contains xs ys = List.all (mem xs) ys

(** Removes one occurrence of each element of the second list from the first.
    >> listsub [1,2,3,2] [2,3]
    [1,2]
    >> listsub [1] [2]
    raises Subtract *)
fun listsub xs ys = foldl (fn (y, left) => if mem left y then rm y left else raise Subtract) xs ys

(** Whether the first list contains all elements of the second as often as they occur there.
    >> contains_all [1,2,3] [3,2,3]
    false
    >> contains_all [3,2,3] [3,3]
    true *)
fun contains_all xs ys = (listsub xs ys; true) handle Subtract => false

(** The elements of the first list that occur in the second, each as often as in both.
    >> intersect [1,2,2,3] [2,3,4]
    [2,3] *)
fun intersect xs ys =
  let
    fun keep (x, (kept, left)) = if mem left x then (x :: kept, rm x left) else (kept, left)
    val (kept, _) = foldl keep ([], ys) xs
  in
    rev kept
  end

(** The elements of both lists, duplicates included.
    >> union [1,2] [2,3]
    [1,2,2,3] *)
fun union xs ys = xs ^^ ys

(** Adds an element at the end.
    >> ins [1,2] 3
    [1,2,3] *)
fun ins xs x = xs ^^ [x]

(** Adds an element at the end unless it occurs already.
    >> ins_new [1,2] 2
    [1,2]
    >> ins_new [1,2] 3
    [1,2,3] *)
fun ins_new xs x = if mem xs x then xs else ins xs x

(** Joins the lists a function gives for each element.
    >> fmap (fn n => [n,n * n]) [2,3]
    [2,4,3,9] *)
fun fmap f xs = List.concat (map f xs)

(** The results marked `true` of a function, which is held in a reference, on each element.
    >> mapfilter (ref (fn n => (n > 1, n * n)), [1,2,3])
    [4,9] *)
fun mapfilter (f, xs) = List.mapPartial (fn x => case !f x of (true, y) => SOME y | (false, _) => NONE) xs

(** Whether some element has a property.
    >> predlist (fn n => n > 2) [1,2,3]
    true *)
fun predlist p xs = List.exists p xs

(** `split (n, xs, front)` moves n elements of xs to the reversed list `front`; the result is what is left of xs, and `front` put right.
    >> split (2, [1,2,3,4], [])
    ([3,4],[1,2])
    >> split (2, [1], [])
    raises Match *)
fun split (n, xs, front) =
  (List.drop (xs, n), List.revAppend (front, List.take (xs, n))) handle Subscript => raise Match

(** Sorts by a function that says whether its first argument comes before its second. Equal elements keep their order.
    >> sort (op <) [3,1,2]
    [1,2,3]
    >> sort (fn ((a, _), (b, _)) => a < b) [(2,"a"),(1,"b"),(2,"c"),(1,"d")]
    [(1,"b"),(1,"d"),(2,"a"),(2,"c")] *)
fun sort lt xs =
  let
    fun merge ([], right) = right
      | merge (left, []) = left
      | merge (left as x :: xs, right as y :: ys) =
          if lt (y, x) then y :: merge (left, ys) else x :: merge (xs, right)
    (* The first n elements sorted, and what follows them: the list is never cut in pieces beforehand. *)
    fun sortFirst (1, x :: rest) = ([x], rest)
      | sortFirst (2, x :: y :: rest) = (if lt (y, x) then [y, x] else [x, y], rest)
      | sortFirst (n, xs) =
          let
            val half = n div 2
            val (left, rest) = sortFirst (half, xs)
            val (right, rest) = sortFirst (n - half, rest)
          in
            (merge (left, right), rest)
          end
  in
    case xs of
      [] => []
    | _ => #1 (sortFirst (length xs, xs))
  end

(** Sorts integers, the smallest first.
    >> sort_int_list [3,~1,2]
    [~1,2,3] *)
fun sort_int_list (xs : int list) = sort (op <) xs

(** Adds 1 to a reference.
    >> let val r = ref 3 in inc r; !r end
    4 *)
fun inc r = r := !r + 1

(** Subtracts 1 from a reference.
    >> let val r = ref 3 in dec r; !r end
    2 *)
fun dec r = r := !r - 1
