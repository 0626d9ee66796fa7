(* Time for nets whose clock is a real number. It is kept as a whole number of millionths, so that sums of times are exact and equal times are equal. In such a
   net these definitions take the place of those of whole time. *)

local
  val now = time
  val delayed = op @++
  val later = delay
  val make = ModelTime.stamped
  val stampOf = ModelTime.stamp
  val colourOf = ModelTime.col
in
  structure RealTime = struct
    (** A time in millionths.
        >> RealTime.ticks 1.5
        1500000 *)
    fun ticks (t : real) : IntInf.int = Real.toLargeInt IEEEReal.TO_NEAREST (t * 1000000.0)

    (** A whole time in millionths.
        >> RealTime.whole 2
        2000000 *)
    fun whole n : IntInf.int = IntInf.fromInt n * 1000000

    (** The time that is so many millionths.
        >> RealTime.fromTicks 2500000
        2.5 *)
    fun fromTicks (n : IntInf.int) = Real.fromLargeInt n / 1000000.0

    (** The model time.
        >> RealTime.time ()
        0.0 *)
    fun time () = fromTicks (now ())

    (** The elements stamped with the model time plus a delay.
        >> tcf (5, RealTime.@++ (2`5, 0.5))
        2 *)
    fun (m : 'a ms) @++ (by : real) : 'a tms = delayed (m, ticks by)

    (** The same, with a whole delay.
        >> tcf (5, RealTime.@+ (2`5, 3))
        2 *)
    fun (m : 'a ms) @+ n : 'a tms = delayed (m, whole n)

    (** Every stamp later by a delay.
        >> map RealModelTime.stamp (ms_to_list (RealTime.delay (RealTime.@++ (1`5, 0.5), 0.25)))
        [0.75] *)
    fun delay (m : 'a tms, by : real) : 'a tms = later (m, ticks by)
  end

  structure RealModelTime = struct
    type time = real

    (** The earliest time.
        >> RealModelTime.null
        0.0 *)
    val null = 0.0

    (** The model time.
        >> RealModelTime.time ()
        0.0 *)
    val time = RealTime.time

    (** A whole time.
        >> RealModelTime.fromInt 7
        7.0 *)
    fun fromInt n = real n

    (** The nearest whole time.
        >> RealModelTime.toInt 7.2
        7 *)
    fun toInt t = Real.round t

    (** The later time by a delay.
        >> RealModelTime.add (3.0, 0.5)
        3.5 *)
    fun add (a : real, b : real) = a + b

    (** The earlier time by a delay.
        >> RealModelTime.sub (3.0, 0.5)
        2.5 *)
    fun sub (a : real, b : real) = a - b

    (** Earlier than.
        >> RealModelTime.lt (3.0, 4.0)
        true *)
    fun lt (a : real, b : real) = a < b

    (** Not later than.
        >> RealModelTime.leq (4.0, 4.0)
        true *)
    fun leq (a : real, b : real) = a <= b

    (** Compares two times.
        >> RealModelTime.cmp (3.0, 4.0)
        LESS *)
    val cmp = Real.compare

    (** Whether a stamp is not after the model time.
        >> RealModelTime.ready 5.0
        false *)
    fun ready (stamp : real) = stamp <= time ()

    (** The time as a string.
        >> RealModelTime.toString 1.5
        "1.5" *)
    val toString = Real.toString

    (** The time that a string begins with, after blanks.
        >> RealModelTime.fromString "1.5"
        SOME 1.5 *)
    val fromString = Real.fromString

    (** The time as a string.
        >> RealModelTime.mkstr 1.5
        "1.5" *)
    val mkstr = Real.toString

    (** The colour of a timed token.
        >> RealModelTime.col (hd (ms_to_list (RealTime.@+ (1`5, 3))))
        5 *)
    fun col token = colourOf token

    (** The stamp of a timed token.
        >> RealModelTime.stamp (hd (ms_to_list (RealTime.@+ (1`5, 3))))
        3.0 *)
    fun stamp token = RealTime.fromTicks (stampOf token)

    (** A timed token: what `colour @ time` makes.
        >> RealModelTime.stamp (RealModelTime.stamped (5, 7.5))
        7.5 *)
    fun stamped (v, t : real) = make (v, RealTime.ticks t)
  end
end
