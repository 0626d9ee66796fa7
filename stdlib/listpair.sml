(* Pairs of lists walked in step, as in the Standard ML Basis Library.

   The plain functions stop at the end of the shorter list; those called `…Eq` raise `UnequalLengths` there. *)

structure ListPair = struct
  (** Raised when two lists should be of equal length.
      >> ListPair.zipEq ([1], [2,3])
      raises UnequalLengths *)
  exception UnequalLengths

  (** Pairs of the elements at the same index.
      >> ListPair.zip ([1,2,3], ["a","b"])
      [(1,"a"),(2,"b")] *)
  fun zip (x :: xs, y :: ys) = (x, y) :: zip (xs, ys)
    | zip _ = []

  (** The same for lists of equal length.
      >> ListPair.zipEq ([1,2], [3,4])
      [(1,3),(2,4)] *)
  fun zipEq (x :: xs, y :: ys) = (x, y) :: zipEq (xs, ys)
    | zipEq ([], []) = []
    | zipEq _ = raise UnequalLengths

  (** The list of first components and the list of second ones.
      >> ListPair.unzip [(1,"a"),(2,"b")]
      ([1,2],["a","b"]) *)
  fun unzip pairs = (map (fn (x, _) => x) pairs, map (fn (_, y) => y) pairs)

  (** Applies a function to each pair for its effect.
      >> ListPair.app ignore ([1,2], [3])
      () *)
  fun app (f : 'a * 'b -> unit) (x :: xs, y :: ys) = (f (x, y); app f (xs, ys))
    | app _ _ = ()

  (** The same for lists of equal length.
      >> ListPair.appEq ignore ([1,2], [3])
      raises UnequalLengths *)
  fun appEq (f : 'a * 'b -> unit) (x :: xs, y :: ys) = (f (x, y); appEq f (xs, ys))
    | appEq _ ([], []) = ()
    | appEq _ _ = raise UnequalLengths

  (** The results of a function on each pair.
      >> ListPair.map (op +) ([1,2,3], [10,20])
      [11,22] *)
  fun map f (x :: xs, y :: ys) = f (x, y) :: map f (xs, ys)
    | map _ _ = []

  (** The same for lists of equal length.
      >> ListPair.mapEq (op * ) ([1,2], [3,4])
      [3,8]
      >> ListPair.mapEq (op +) ([1,2], [3])
      raises UnequalLengths *)
  fun mapEq f (x :: xs, y :: ys) = f (x, y) :: mapEq f (xs, ys)
    | mapEq _ ([], []) = []
    | mapEq _ _ = raise UnequalLengths

  (** Combines the pairs from left to right.
      >> ListPair.foldl (fn (x, y, sum) => sum + x * y) 0 ([1,2], [3,4])
      11 *)
  fun foldl f result (x :: xs, y :: ys) = foldl f (f (x, y, result)) (xs, ys)
    | foldl _ result _ = result

  (** The same for lists of equal length.
      >> ListPair.foldlEq (fn (x, y, sum) => sum + x * y) 0 ([1,2], [3])
      raises UnequalLengths *)
  fun foldlEq f result (x :: xs, y :: ys) = foldlEq f (f (x, y, result)) (xs, ys)
    | foldlEq _ result ([], []) = result
    | foldlEq _ _ _ = raise UnequalLengths

  (** Combines the pairs from right to left.
      >> ListPair.foldr (fn (x, y, rest) => (x - y) :: rest) [] ([5,6], [1,2])
      [4,4] *)
  fun foldr f start (x :: xs, y :: ys) = f (x, y, foldr f start (xs, ys))
    | foldr _ start _ = start

  (** The same for lists of equal length.
      >> ListPair.foldrEq (fn (x, y, rest) => (x - y) :: rest) [] ([5], [1,2])
      raises UnequalLengths *)
  fun foldrEq f start (x :: xs, y :: ys) = f (x, y, foldrEq f start (xs, ys))
    | foldrEq _ start ([], []) = start
    | foldrEq _ _ _ = raise UnequalLengths

  (** Whether every pair has a property.
      >> ListPair.all (op <) ([1,2,9], [2,3])
      true *)
  fun all p (x :: xs, y :: ys) = p (x, y) andalso all p (xs, ys)
    | all _ _ = true

  (** Whether the lists are of equal length and every pair has a property.
      >> ListPair.allEq (op <) ([1,2,9], [2,3])
      false *)
  fun allEq p (x :: xs, y :: ys) = p (x, y) andalso allEq p (xs, ys)
    | allEq _ ([], []) = true
    | allEq _ _ = false

  (** Whether some pair has a property.
      >> ListPair.exists (op =) ([1,2], [2,2])
      true *)
  fun exists p (x :: xs, y :: ys) = p (x, y) orelse exists p (xs, ys)
    | exists _ _ = false
end
