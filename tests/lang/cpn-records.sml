(*** update ***)
colset R = record a : int * b : bool * c : string;
val r : R = {a = 1, b = true, c = "x"};
{r where a = 2};
{r where c = "y", a = #a r + 10};
r;
(*=
val r = {a=1,b=true,c="x"} : {a:int, b:bool, c:string}
val it = {a=2,b=true,c="x"} : {a:int, b:bool, c:string}
val it = {a=11,b=true,c="y"} : {a:int, b:bool, c:string}
val it = {a=1,b=true,c="x"} : {a:int, b:bool, c:string}
*)

(*** update of what a function gives, evaluated once and first ***)
fun make n = (print "made "; {key = n, tag = "t"});
{make 3 where tag = (print "tag "; "u")};
{(if true then make 4 else make 5) where key = 0};
(*=
val make = fn : 'a -> {key:'a, tag:string}
made tag val it = {key=3,tag="u"} : {key:int, tag:string}
made val it = {key=0,tag="t"} : {key:int, tag:string}
*)

(*** update in a function whose argument's type follows from elsewhere ***)
fun up r = let val {a, b} : {a : int, b : int} = r in {r where a = b + 1} end;
up {a = 1, b = 5};
(*=
val up = fn : {a:int, b:int} -> {a:int, b:int}
val it = {a=6,b=5} : {a:int, b:int}
*)

(*** update of an update, and of tuples ***)
{{{a = 1, b = 2} where a = 3} where b = #a {{a = 7, b = 8} where b = 9}};
{(1, "x", true) where 2 = "y"};
(*=
val it = {a=3,b=7} : {a:int, b:int}
val it = (1,"y",true) : int * string * bool
*)

(*** a polymorphic field ***)
fun put (r : {x : 'a list, n : int}) = {r where n = length (#x r)};
put {x = ["a", "b"], n = 0};
put {x = [true], n = 0};
(*=
val put = fn : {n:int, x:'a list} -> {n:int, x:'a list}
val it = {n=2,x=["a","b"]} : {n:int, x:string list}
val it = {n=1,x=[true]} : {n:int, x:bool list}
*)
