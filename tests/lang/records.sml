(*** record constants ***)
{a = 1, b = "x"};
{b = "x", a = 1};
(*=
val it = {a=1,b="x"} : {a:int, b:string}
val it = {a=1,b="x"} : {a:int, b:string}
*)

(*** field selection ***)
#a {a = 1, b = "x"};
#name {name = "net", places = 3};
(*=
val it = 1 : int
val it = "net" : string
*)

(*** record patterns ***)
val {a = x, b = y} = {a = 1, b = "q"};
(*=
val x = 1 : int
val y = "q" : string
*)

(*** short field patterns ***)
val {a, b} = {a = 1, b = 2};
(*=
val a = 1 : int
val b = 2 : int
*)

(*** partial patterns ***)
val {name, ...} = {name = "n", size = 3, open_ = true};
fun width ({w, ...} : {w : int, h : int}) = w;
width {h = 3, w = 4};
(*=
val name = "n" : string
val width = fn : {h:int, w:int} -> int
val it = 4 : int
*)

(*** nested records ***)
val r = {pos = {x = 1, y = 2}, label = "p"};
#x (#pos r);
(*=
val r = {label="p",pos={x=1,y=2}} : {label:string, pos:{x:int, y:int}}
val it = 1 : int
*)

(*** records are equal whatever the order ***)
{a = 1, b = 2} = {b = 2, a = 1};
(*=
val it = true : bool
*)

(*** functions on records ***)
fun area {w, h} = w * h;
area {w = 3, h = 4};
fun scale k {w, h} = {w = k * w, h = k * h};
scale 2 {w = 1, h = 5};
(*=
val area = fn : {h:int, w:int} -> int
val it = 12 : int
val scale = fn : int -> {h:int, w:int} -> {h:int, w:int}
val it = {h=10,w=2} : {h:int, w:int}
*)

(*** update by rebuilding ***)
fun setName ({name = _, age}, new) = {name = new, age = age : int};
setName ({name = "a", age = 3}, "b");
(*=
val setName = fn : {age:int, name:'a} * 'b -> {age:int, name:'b}
val it = {age=3,name="b"} : {age:int, name:string}
*)

(*** empty record is unit ***)
{};
{} = ();
(*=
val it = () : unit
val it = true : bool
*)

(*** list of records ***)
val people = [{name = "Ada", born = 1815}, {name = "Carl", born = 1926}];
map #name people;
List.find (fn p => #born p > 1900) people;
(*=
val people = [{born=1815,name="Ada"},{born=1926,name="Carl"}] : {born:int, name:string} list
val it = ["Ada","Carl"] : string list
val it = SOME {born=1926,name="Carl"} : {born:int, name:string} option
*)

(*** records in datatypes ***)
datatype shape = Circle of {radius : int} | Box of {w : int, h : int};
fun area (Circle {radius}) = 3 * radius * radius | area (Box {w, h}) = w * h;
map area [Circle {radius = 2}, Box {h = 3, w = 4}];
Box {h = 3, w = 4};
(*=
val area = fn : shape -> int
val it = [12,12] : int list
val it = Box {h=3,w=4} : shape
*)

(*** pattern with constant fields ***)
fun f {a = 0, b} = b | f {a, b = 0} = a | f {a, b} = a * b;
map f [{a = 0, b = 5}, {a = 6, b = 0}, {a = 2, b = 3}];
(*=
val f = fn : {a:int, b:int} -> int
val it = [5,6,6] : int list
*)
