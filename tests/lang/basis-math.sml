(*** constants ***)
Math.pi;
Math.e;
(*=
val it = 3.14159265359 : real
val it = 2.71828182846 : real
*)

(*** sqrt ***)
Math.sqrt 16.0;
Math.sqrt 2.0;
Real.isNan (Math.sqrt ~1.0);
(*=
val it = 4.0 : real
val it = 1.41421356237 : real
val it = true : bool
*)

(*** sin cos tan ***)
Math.sin 1.0;
Math.cos 1.0;
Math.tan 1.0;
(*=
val it = 0.841470984808 : real
val it = 0.540302305868 : real
val it = 1.55740772465 : real
*)

(*** asin acos atan ***)
Math.asin 0.5;
Math.acos 0.5;
Math.atan 0.5;
(*=
val it = 0.523598775598 : real
val it = 1.0471975512 : real
val it = 0.463647609001 : real
*)

(*** atan2 ***)
Math.atan2 (1.0, 1.0);
Math.atan2 (~1.0, ~1.0);
Math.atan2 (0.0, 1.0);
(*=
val it = 0.785398163397 : real
val it = ~2.35619449019 : real
val it = 0.0 : real
*)

(*** sinh cosh tanh ***)
Math.sinh 1.0;
Math.cosh 1.0;
Math.tanh 1.0;
(*=
val it = 1.17520119364 : real
val it = 1.54308063482 : real
val it = 0.761594155956 : real
*)

(*** exp ln log10 ***)
Math.exp 1.0;
Math.ln 10.0;
Math.log10 1000.0;
Math.ln 0.0;
(*=
val it = 2.71828182846 : real
val it = 2.30258509299 : real
val it = 3.0 : real
val it = ~inf : real
*)

(*** pow ***)
Math.pow (2.0, 0.5);
Math.pow (2.0, ~1.0);
Math.pow (0.0, 0.0);
(*=
val it = 1.41421356237 : real
val it = 0.5 : real
val it = 1.0 : real
*)

(*** pythagoras ***)
fun hypot (a, b) = Math.sqrt (a * a + b * b);
hypot (5.0, 12.0);
(*=
val hypot = fn : real * real -> real
val it = 13.0 : real
*)

(*** the last bit is the same on every system ***)
(* Poly/ML: it takes the functions of the system, which round some of these otherwise *)
val found = [Math.sin 0.48, Math.cos 0.24, Math.tan 0.36, Math.ln 0.01, Math.exp 0.27, Math.tanh 0.29, Math.pow (0.12, 1.7)];
map (Real.fmt (StringCvt.GEN (SOME 17))) found;
(*=
val found = [0.461779175541,0.971337974852,0.376402851642,~4.60517018599,1.30996445073,0.28213481267,0.0272024561115] : real list
val it = ["0.46177917554148284","0.97133797485202955","0.37640285164202691","~4.6051701859880918","1.3099644507332475","0.28213481266963408","0.027202456111493405"] : string list
*)

(*** fourteen digits are those of every system ***)
val found = [Math.sin 0.48, Math.cos 0.24, Math.tan 0.36, Math.ln 0.01, Math.exp 0.27, Math.tanh 0.29, Math.pow (0.12, 1.7)];
map (Real.fmt (StringCvt.GEN (SOME 14))) found;
(*=
val found = [0.461779175541,0.971337974852,0.376402851642,~4.60517018599,1.30996445073,0.28213481267,0.0272024561115] : real list
val it = ["0.46177917554148","0.97133797485203","0.37640285164203","~4.6051701859881","1.3099644507332","0.28213481266963","0.027202456111493"] : string list
*)
