(* Lists, as in the Standard ML Basis Library. *)

structure List = struct
  type 'a list = 'a list
  exception Empty = Empty

  (** Whether a list is empty.
      >> List.null []
      true *)
  val null = null

  (** The number of elements.
      >> List.length [1,2,3]
      3 *)
  val length = length

  (** Joins two lists.
      >> List.@ ([1,2], [3])
      [1,2,3] *)
  val op @ = op @

  (** The first element.
      >> List.hd [1,2]
      1 *)
  val hd = hd

  (** All but the first element.
      >> List.tl [1,2]
      [2] *)
  val tl = tl

  (** The last element.
      >> List.last [1,2,3]
      3
      >> List.last ([] : int list)
      raises Empty *)
  fun last [x] = x
    | last (_ :: rest) = last rest
    | last [] = raise Empty

  (** The first element and the rest, if there is one.
      >> List.getItem [1,2,3]
      SOME (1,[2,3])
      >> List.getItem ([] : int list)
      NONE *)
  fun getItem [] = NONE
    | getItem (x :: rest) = SOME (x, rest)

  local
    fun at (x :: _, 0) = x
      | at (_ :: rest, i) = at (rest, i - 1)
      | at ([], _) = raise Subscript
  in
    (** The element at an index; the first has index 0.
        >> List.nth ([10,20,30], 2)
        30
        >> List.nth ([10], 1)
        raises Subscript *)
    fun nth (xs, i) = if i < 0 then raise Subscript else at (xs, i)
  end

  local
    fun front (_, 0) = []
      | front (x :: rest, n) = x :: front (rest, n - 1)
      | front ([], _) = raise Subscript
  in
    (** The first elements.
        >> List.take ([1,2,3], 2)
        [1,2]
        >> List.take ([1,2,3], 4)
        raises Subscript *)
    fun take (xs, n) = if n < 0 then raise Subscript else front (xs, n)
  end

  local
    fun back (xs, 0) = xs
      | back (_ :: rest, n) = back (rest, n - 1)
      | back ([], _) = raise Subscript
  in
    (** What is left after the first elements.
        >> List.drop ([1,2,3], 2)
        [3]
        >> List.drop ([1,2,3], ~1)
        raises Subscript *)
    fun drop (xs, n) = if n < 0 then raise Subscript else back (xs, n)
  end

  (** The elements in the opposite order.
      >> List.rev [1,2,3]
      [3,2,1] *)
  val rev = rev

  (** Joins all lists of a list.
      >> List.concat [[1],[],[2,3]]
      [1,2,3] *)
  fun concat [] = []
    | concat (xs :: rest) = xs @ concat rest

  (** The first list reversed, then the second.
      >> List.revAppend ([1,2,3], [4])
      [3,2,1,4] *)
  fun revAppend ([], ys) = ys
    | revAppend (x :: rest, ys) = revAppend (rest, x :: ys)

  (** Applies a function to each element for its effect.
      >> List.app ignore [1,2]
      () *)
  val app = app

  (** The results of a function on each element.
      >> List.map Int.toString [1,2]
      ["1","2"] *)
  val map = map

  (** Like `map`, dropping the elements for which the function gives `NONE`.
      >> List.mapPartial Int.fromString ["1","x","3"]
      [1,3] *)
  fun mapPartial _ [] = []
    | mapPartial f (x :: rest) =
        (case f x of
           NONE => mapPartial f rest
         | SOME y => y :: mapPartial f rest)

  (** The first element with a property.
      >> List.find (fn n => n > 1) [1,2,3]
      SOME 2 *)
  fun find _ [] = NONE
    | find p (x :: rest) = if p x then SOME x else find p rest

  (** The elements with a property.
      >> List.filter (fn n => n mod 2 = 1) [1,2,3]
      [1,3] *)
  fun filter _ [] = []
    | filter p (x :: rest) = if p x then x :: filter p rest else filter p rest

  (** The elements with a property, and those without it.
      >> List.partition (fn n => n > 2) [1,2,3,4]
      ([3,4],[1,2]) *)
  fun partition p xs =
    let
      fun divide ([], yes, no) = (rev yes, rev no)
        | divide (x :: rest, yes, no) = if p x then divide (rest, x :: yes, no) else divide (rest, yes, x :: no)
    in
      divide (xs, [], [])
    end

  (** Combines the elements from left to right.
      >> List.foldl (op +) 0 [1,2,3]
      6 *)
  val foldl = foldl

  (** Combines the elements from right to left.
      >> List.foldr (op ^) "" ["a","b","c"]
      "abc" *)
  val foldr = foldr

  (** Whether some element has a property.
      >> List.exists (fn n => n > 2) [1,2,3]
      true *)
  fun exists _ [] = false
    | exists p (x :: rest) = p x orelse exists p rest

  (** Whether every element has a property.
      >> List.all (fn n => n > 2) [1,2,3]
      false *)
  fun all _ [] = true
    | all p (x :: rest) = p x andalso all p rest

  (** `tabulate (n, f)` is the list of `f 0` to `f (n - 1)`.
      >> List.tabulate (4, fn i => i * i)
      [0,1,4,9]
      >> List.tabulate (~1, fn i => i)
      raises Size *)
  fun tabulate (n, f) =
    let
      fun from i = if i = n then [] else f i :: from (i + 1)
    in
      if n < 0 then raise Size else from 0
    end

  (** Compares two lists lexicographically by an order of their elements.
      >> List.collate Int.compare ([1,2], [1,3])
      LESS
      >> List.collate Int.compare ([1,2], [1])
      GREATER *)
  fun collate (_ : 'a * 'a -> order) ([], []) = EQUAL
    | collate _ ([], _) = LESS
    | collate _ (_, []) = GREATER
    | collate compare (x :: xs, y :: ys) =
        (case compare (x, y) of
           EQUAL => collate compare (xs, ys)
         | unequal => unequal)
end
