(* CPN ML's random distributions, at top level. Each raises its own exception if a parameter makes no sense.

   All draw from one source of numbers in [0, 1), which the simulator seeds. Logarithms are taken of 1 minus such a number, which is never 0. *)

exception Bernoulli
exception Beta
exception Binomial
exception Chisq
exception Discrete
exception Erlang
exception Exponential
exception Gamma
exception Normal
exception Poisson
exception Rayleigh
exception Student
exception Uniform
exception Weibull

local
  val unit = _prim "random_real" : unit -> real
  val integer = _prim "random_int" : int * int -> int
  val chance = _prim "random_bool" : real -> bool

  fun positiveUnit () = 1.0 - unit ()

  (* Mean 0, variance 1, by the method of Box and Muller. *)
  fun standardNormal () = Math.sqrt (~2.0 * Math.ln (positiveUnit ())) * Math.cos (2.0 * Math.pi * unit ())

  (* The sum of n drawings. *)
  fun sum (0, _) = 0.0
    | sum (n, draw) = draw () + sum (n - 1, draw)

  (* Gamma with rate 1, by the method of Marsaglia and Tsang, which needs a shape of at least 1. *)
  fun standardGamma shape =
    if shape < 1.0 then standardGamma (shape + 1.0) * Math.pow (positiveUnit (), 1.0 / shape)
    else
      let
        val d = shape - 1.0 / 3.0
        val c = 1.0 / Math.sqrt (9.0 * d)
        fun try () =
          let
            val x = standardNormal ()
            val v = 1.0 + c * x
            val cube = v * v * v
          in
            if v > 0.0 andalso Math.ln (positiveUnit ()) < 0.5 * x * x + d - d * cube + d * Math.ln cube
            then d * cube
            else try ()
          end
      in
        try ()
      end

  fun standardBeta (a, b) =
    let
      val x = standardGamma a
      val y = standardGamma b
    in
      x / (x + y)
    end
in
  (** 1 with probability p, else 0.
      >> [bernoulli 0.0,bernoulli 1.0]
      [0,1]
      >> bernoulli 1.5
      raises Bernoulli *)
  fun bernoulli p =
    if p >= 0.0 andalso p <= 1.0 then (if chance p then 1 else 0) else raise Bernoulli

  (** The number of successes in n trials of probability p.
      >> binomial (20, 1.0)
      20
      >> binomial (0, 0.5)
      raises Binomial *)
  fun binomial (n, p) =
    let
      fun trials (0, successes) = successes
        | trials (n, successes) = trials (n - 1, successes + bernoulli p)
    in
      if n >= 1 andalso p >= 0.0 andalso p <= 1.0 then trials (n, 0) else raise Binomial
    end

  (** An integer from a to b, each equally likely.
      >> discrete (3, 3)
      3
      >> discrete (2, 1)
      raises Discrete *)
  fun discrete (a, b) = if a <= b then integer (a, b) else raise Discrete

  (** A number from a to b.
      >> uniform (2.0, 2.0)
      2.0
      >> uniform (2.0, 1.0)
      raises Uniform *)
  fun uniform (a, b) = if a <= b then a + (b - a) * unit () else raise Uniform

  (** A normal distribution, given its mean and variance.
      >> normal (5.0, 0.0)
      5.0
      >> normal (5.0, ~1.0)
      raises Normal *)
  fun normal (mean, variance) =
    if variance >= 0.0 then mean + Math.sqrt variance * standardNormal () else raise Normal

  (** An exponential distribution of intensity r: its mean is 1/r.
      >> exponential 4.0 >= 0.0
      true
      >> exponential 0.0
      raises Exponential *)
  fun exponential r = if r > 0.0 then ~(Math.ln (positiveUnit ())) / r else raise Exponential

  (** The sum of n drawings from an exponential distribution of intensity r.
      >> erlang (3, 2.0) >= 0.0
      true
      >> erlang (0, 2.0)
      raises Erlang *)
  fun erlang (n, r) =
    if n >= 1 andalso r > 0.0 then sum (n, fn () => exponential r) else raise Erlang

  (** A Poisson distribution of mean m: how many arrivals at intensity m one unit of time sees.
      >> poisson 3.0 >= 0
      true
      >> poisson 0.0
      raises Poisson *)
  fun poisson m =
    let
      fun arrivals (time, n) =
        let
          val next = time + exponential m
        in
          if next > 1.0 then n else arrivals (next, n + 1)
        end
    in
      if m > 0.0 then arrivals (0.0, 0) else raise Poisson
    end

  (** The sum of the squares of n standard normal numbers.
      >> chisq 4 >= 0.0
      true
      >> chisq 0
      raises Chisq *)
  fun chisq n =
    let
      fun square () =
        let
          val x = standardNormal ()
        in
          x * x
        end
    in
      if n >= 1 then sum (n, square) else raise Chisq
    end

  (** Student's distribution with n degrees of freedom.
      >> Real.isFinite (student 5)
      true
      >> student 0
      raises Student *)
  fun student n = if n >= 1 then standardNormal () / Math.sqrt (chisq n / real n) else raise Student

  (** A gamma distribution, given its rate and its shape: the mean is shape/rate.
      >> gamma (1.0, 0.5) >= 0.0
      true
      >> gamma (0.0, 1.0)
      raises Gamma *)
  fun gamma (rate, shape) = if rate > 0.0 andalso shape > 0.0 then standardGamma shape / rate else raise Gamma

  (** A beta distribution.
      >> beta (2.0, 3.0) <= 1.0
      true
      >> beta (2.0, 0.0)
      raises Beta *)
  fun beta (a, b) = if a > 0.0 andalso b > 0.0 then standardBeta (a, b) else raise Beta

  (** The PERT distribution: a beta distribution between a lowest and a highest value with a most likely one, in this order.
      >> beta_pert (1.0, 9.0, 3.0) >= 1.0
      true
      >> beta_pert (1.0, 9.0, 10.0)
      raises Beta *)
  fun beta_pert (low, high, likely) =
    let
      val range = high - low
    in
      if low < likely andalso likely < high
      then low + range * standardBeta (1.0 + 4.0 * (likely - low) / range, 1.0 + 4.0 * (high - likely) / range)
      else raise Beta
    end

  (** A Weibull distribution, given its scale and its shape.
      >> weibull (1.0, 2.0) >= 0.0
      true
      >> weibull (0.0, 2.0)
      raises Weibull *)
  fun weibull (scale, shape) =
    if scale > 0.0 andalso shape > 0.0 then scale * Math.pow (~(Math.ln (positiveUnit ())), 1.0 / shape)
    else raise Weibull

  (** A Rayleigh distribution of scale s.
      >> rayleigh 2.0 >= 0.0
      true
      >> rayleigh 0.0
      raises Rayleigh *)
  fun rayleigh s = if s > 0.0 then s * Math.sqrt (~2.0 * Math.ln (positiveUnit ())) else raise Rayleigh
end
