(*** bernoulli and binomial ***)
bernoulli 1.0;
bernoulli 0.0;
bernoulli 2.0 handle Bernoulli => ~1;
binomial (5, 1.0);
binomial (0, 0.5) handle Binomial => ~1;
(*=
val it = 1 : int
val it = 0 : int
val it = ~1 : int
val it = 5 : int
val it = ~1 : int
*)

(*** discrete and uniform ***)
discrete (4, 4);
discrete (2, 1) handle Discrete => ~1;
uniform (1.5, 1.5);
uniform (2.0, 1.0) handle Uniform => ~1.0;
let val n = discrete (1, 6) in 1 <= n andalso n <= 6 end;
(*=
val it = 4 : int
val it = ~1 : int
val it = 1.5 : real
val it = ~1.0 : real
val it = true : bool
*)

(*** normal chisq student ***)
normal (3.0, 0.0);
normal (3.0, ~1.0) handle Normal => ~1.0;
chisq 3 >= 0.0;
chisq 0 handle Chisq => ~1.0;
Real.isFinite (student 4);
student 0 handle Student => ~1.0;
(*=
val it = 3.0 : real
val it = ~1.0 : real
val it = true : bool
val it = ~1.0 : real
val it = true : bool
val it = ~1.0 : real
*)

(*** exponential erlang poisson ***)
exponential 2.0 >= 0.0;
exponential 0.0 handle Exponential => ~1.0;
erlang (2, 2.0) >= 0.0;
erlang (0, 2.0) handle Erlang => ~1.0;
poisson 2.0 >= 0;
poisson 0.0 handle Poisson => ~1;
(*=
val it = true : bool
val it = ~1.0 : real
val it = true : bool
val it = ~1.0 : real
val it = true : bool
val it = ~1 : int
*)

(*** gamma beta weibull rayleigh ***)
gamma (1.0, 2.0) >= 0.0;
gamma (0.0, 2.0) handle Gamma => ~1.0;
beta (2.0, 2.0) <= 1.0;
beta (0.0, 2.0) handle Beta => ~1.0;
weibull (1.0, 2.0) >= 0.0;
weibull (1.0, 0.0) handle Weibull => ~1.0;
rayleigh 1.0 >= 0.0;
rayleigh 0.0 handle Rayleigh => ~1.0;
(*=
val it = true : bool
val it = ~1.0 : real
val it = true : bool
val it = ~1.0 : real
val it = true : bool
val it = ~1.0 : real
val it = true : bool
val it = ~1.0 : real
*)

(*** beta_pert ***)
let val x = beta_pert (1.0, 5.0, 2.0) in 1.0 <= x andalso x <= 5.0 end;
beta_pert (1.0, 5.0, 7.0) handle Beta => ~1.0;
(*=
val it = true : bool
val it = ~1.0 : real
*)

(*** types ***)
bernoulli;
binomial;
normal;
poisson;
erlang;
discrete;
(*=
val it = fn : real -> int
val it = fn : int * real -> int
val it = fn : real * real -> real
val it = fn : real -> int
val it = fn : int * real -> real
val it = fn : int * int -> int
*)
