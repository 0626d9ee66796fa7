(* What models of CPN Tools use of the library of its compiler, and of the simulator itself. *)

structure ListMergeSort = struct
  local
    val sorted = fn lt => fn xs => sort lt xs
  in
    (** Sorts, given what is greater. Equal elements keep their order.
        >> ListMergeSort.sort (op >) [3,1,2]
        [1,2,3] *)
    fun sort greater xs = sorted (fn (a, b) => greater (b, a)) xs
  end

  (** The same, and of equal elements one stays.
      >> ListMergeSort.uniqueSort Int.compare [3,1,3,2]
      [1,2,3] *)
  fun uniqueSort compare xs =
    let
      fun once (a :: b :: rest) = if compare (a, b) = EQUAL then once (b :: rest) else a :: once (b :: rest)
        | once rest = rest
    in
      once (sort (fn (a, b) => compare (a, b) = GREATER) xs)
    end
end

(* All sources of random numbers are the one that the simulator seeds, so that a run can be repeated. *)
structure Random = struct
  datatype rand = Source

  local
    val unit = _prim "random_real" : unit -> real
    val integer = _prim "random_int" : int * int -> int
  in
    (** A source of random numbers.
        >> let val r = Random.rand (1, 2) in Random.randReal r < 1.0 end
        true *)
    fun rand (_ : int, _ : int) = Source

    (** A number from 0 on, below 1.
        >> Random.randReal (Random.rand (1, 2)) >= 0.0
        true *)
    fun randReal Source = unit ()

    (** A number from the first to the second.
        >> Random.randRange (3, 3) (Random.rand (1, 2))
        3 *)
    fun randRange (low : int, high : int) Source = integer (low, high)

    (** Any number.
        >> let val n = Random.randInt (Random.rand (1, 2)) in n = n end
        true *)
    fun randInt Source = integer (~1073741824, 1073741823)

    (** Any number that is not negative.
        >> Random.randNat (Random.rand (1, 2)) >= 0
        true *)
    fun randNat Source = integer (0, 1073741823)
  end
end

structure OS = struct
  structure Path = struct
    (** Joins two paths.
        >> OS.Path.concat ("folder", "file")
        "folder/file" *)
    fun concat (a, b) = if a = "" then b else a ^ "/" ^ b
  end
end

(* Where the simulator of CPN Tools would write. *)
structure Output = struct
  (** A folder's name.
      >> Output.getSimOutputDir ()
      "" *)
  fun getSimOutputDir () = ""

  (** A folder's name.
      >> Output.getModelDir ()
      "" *)
  fun getModelDir () = ""

  (** Makes the folder, which is not needed.
      >> Output.initSimOutputDir ()
      () *)
  fun initSimOutputDir () = ()
end
