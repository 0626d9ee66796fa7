(* Mathematical functions, as in the Standard ML Basis Library. *)

structure Math = struct
  type real = real

  (** The ratio of a circle's circumference to its diameter.
      >> Math.pi
      3.14159265359 *)
  val pi = 3.14159265358979323846

  (** The base of natural logarithms.
      >> Math.e
      2.71828182846 *)
  val e = 2.71828182845904523536

  (** The square root.
      >> Math.sqrt 2.25
      1.5
      >> Math.sqrt ~1.0
      nan *)
  val sqrt = _prim "math_sqrt" : real -> real

  (** The sine of an angle in radians.
      >> Math.sin 0.0
      0.0 *)
  val sin = _prim "math_sin" : real -> real

  (** The cosine of an angle in radians.
      >> Math.cos 0.0
      1.0 *)
  val cos = _prim "math_cos" : real -> real

  (** The tangent of an angle in radians.
      >> Math.tan 0.0
      0.0 *)
  val tan = _prim "math_tan" : real -> real

  (** The angle whose sine is given.
      >> Math.asin 1.0
      1.57079632679 *)
  val asin = _prim "math_asin" : real -> real

  (** The angle whose cosine is given.
      >> Math.acos 1.0
      0.0 *)
  val acos = _prim "math_acos" : real -> real

  (** The angle whose tangent is given.
      >> Math.atan 1.0
      0.785398163397 *)
  val atan = _prim "math_atan" : real -> real

  (** `atan2 (y, x)` is the angle of the point (x, y).
      >> Math.atan2 (1.0, ~1.0)
      2.35619449019 *)
  val atan2 = _prim "math_atan2" : real * real -> real

  (** The hyperbolic sine.
      >> Math.sinh 0.0
      0.0 *)
  val sinh = _prim "math_sinh" : real -> real

  (** The hyperbolic cosine.
      >> Math.cosh 0.0
      1.0 *)
  val cosh = _prim "math_cosh" : real -> real

  (** The hyperbolic tangent.
      >> Math.tanh 0.0
      0.0 *)
  val tanh = _prim "math_tanh" : real -> real

  (** A power of `e`.
      >> Math.exp 0.0
      1.0 *)
  val exp = _prim "math_exp" : real -> real

  (** `pow (x, y)` is `x` to the power `y`.
      >> Math.pow (2.0, 10.0)
      1024.0 *)
  val pow = _prim "math_pow" : real * real -> real

  (** The natural logarithm.
      >> Math.ln 1.0
      0.0 *)
  val ln = _prim "math_ln" : real -> real

  (** The logarithm to base 10.
      >> Math.log10 1000.0
      3.0 *)
  val log10 = _prim "math_log10" : real -> real
end
