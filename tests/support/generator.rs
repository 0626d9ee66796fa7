//! Random Standard ML programs that are well typed, closed and end.
//!
//! A program is made from a tape of numbers, each deciding one choice; choice 0 is always the simplest and an empty tape answers 0. So a shorter tape, or smaller
//! numbers, is a simpler program, and proptest's shrinking of number lists shrinks programs.
//!
//! What keeps programs comparable between implementations: factors and literals are small, so that no `int` comes near 62 bits; recursion goes down a counter
//! or a list; every value shown has its type written.

use std::fmt::{self, Display};

/// Types of the generated expressions.
#[derive(Clone, PartialEq)]
enum Ty {
    Int,
    Bool,
    Str,
    Char,
    Order,
    Shape,
    List(Box<Ty>),
    Option(Box<Ty>),
    Tree(Box<Ty>),
    Pair(Box<Ty>, Box<Ty>),
    /// `{key: …, tag: …}`
    Record(Box<Ty>, Box<Ty>),
    Fun(Box<Ty>, Box<Ty>),
}

impl Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int => write!(f, "int"),
            Ty::Bool => write!(f, "bool"),
            Ty::Str => write!(f, "string"),
            Ty::Char => write!(f, "char"),
            Ty::Order => write!(f, "order"),
            Ty::Shape => write!(f, "shape"),
            Ty::List(t) => write!(f, "{t} list"),
            Ty::Option(t) => write!(f, "{t} option"),
            Ty::Tree(t) => write!(f, "{t} tree"),
            Ty::Pair(a, b) => write!(f, "({a} * {b})"),
            Ty::Record(a, b) => write!(f, "{{key : {a}, tag : {b}}}"),
            Ty::Fun(a, b) => write!(f, "({a} -> {b})"),
        }
    }
}

const PRELUDE: &str = "\
datatype shape = Dot | Line of int | Group of shape list | Named of {name : string, shape : shape};
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree;
exception Stop of int;
exception Odd;
fun twice f x = f (f x);
fun swap (a, b) = (b, a);
fun konst x _ = x;
fun curry f a b = f (a, b);
fun compose f g x = f (g x);
fun insert (x, Leaf) = Node (Leaf, x, Leaf) | insert (x, Node (l, y, r)) = Node (r, y, insert (x, l));
fun flatten Leaf = [] | flatten (Node (l, x, r)) = flatten l @ x :: flatten r;
fun weight Dot = 1 | weight (Line n) = n | weight (Group ss) = foldl (fn (s, n) => weight s + n) 0 ss | weight (Named {shape, ...}) = 1 + weight shape;
infix 5 +++;
fun xs +++ x = xs @ [x];
";

/// The program that a tape stands for.
pub fn program(tape: &[u32]) -> String {
    let mut make = Maker {
        tape,
        position: 0,
        scope: Vec::new(),
        names: 0,
    };
    let mut text = String::from(PRELUDE);
    for _ in 0..make.pick(4) {
        let function = make.function(3);
        text.push_str(&function);
        text.push_str(";\n");
    }
    for _ in 0..=make.pick(3) {
        let ty = make.ty(2);
        let body = make.expr(&ty, 4);
        let name = make.fresh("top");
        text.push_str(&format!("val {name} : {ty} = {body};\n"));
        make.scope.push((name, ty));
    }
    text
}

struct Maker<'a> {
    tape: &'a [u32],
    position: usize,
    /// Variables and their types; a later one hides an earlier one of the same name.
    scope: Vec<(String, Ty)>,
    names: usize,
}

impl Maker<'_> {
    fn pick(&mut self, choices: u32) -> u32 {
        let number = self.tape.get(self.position).copied().unwrap_or(0);
        self.position += 1;
        number % choices.max(1)
    }

    fn one_of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.pick(words.len() as u32) as usize]
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A name out of few, so that some hide others.
    fn name(&mut self) -> String {
        self.one_of(&["x", "y", "z", "a", "b", "value'"])
            .to_string()
    }

    fn ty(&mut self, depth: u32) -> Ty {
        let sub = |make: &mut Self| Box::new(make.ty(depth - 1));
        match self.pick(if depth == 0 { 6 } else { 11 }) {
            0 => Ty::Int,
            1 => Ty::Bool,
            2 => Ty::Str,
            3 => Ty::Char,
            4 => Ty::Shape,
            5 => Ty::Order,
            6 => Ty::List(sub(self)),
            7 => Ty::Option(sub(self)),
            8 => Ty::Pair(sub(self), sub(self)),
            9 => Ty::Record(sub(self), sub(self)),
            _ => Ty::Tree(sub(self)),
        }
    }

    /// A `fun` declaration, which is then in scope.
    fn function(&mut self, depth: u32) -> String {
        match self.pick(4) {
            0 => self.plain_function(depth),
            1 => self.counting_function(depth),
            2 => self.list_function(depth),
            _ => self.mutual_functions(depth),
        }
    }

    /// `fun f p q = e`, with one or two curried parameters.
    fn plain_function(&mut self, depth: u32) -> String {
        let (name, result) = (self.fresh("f"), self.ty(1));
        let (first, second) = (self.ty(2), self.ty(1));
        let curried = self.pick(2) == 1;
        let outside = self.scope.len();
        let mut head = format!("fun {name} {}", self.parameter(&first));
        let mut ty = Ty::Fun(Box::new(first), Box::new(result.clone()));
        if curried {
            // A name of its own: `fun f x x` is not legal.
            let parameter = self.fresh("p");
            self.scope.push((parameter.clone(), second.clone()));
            head = format!("{head} ({parameter} : {second})");
            let Ty::Fun(first, _) = ty else {
                unreachable!("made above")
            };
            ty = Ty::Fun(
                first,
                Box::new(Ty::Fun(Box::new(second), Box::new(result.clone()))),
            );
        }
        let body = self.expr(&result, depth);
        self.scope.truncate(outside);
        self.scope.push((name, ty));
        format!("{head} = {body}")
    }

    /// `fun f n x = if n <= 0 then e else … f (n - 1) e …`; in scope as a function that starts the counter.
    fn counting_function(&mut self, depth: u32) -> String {
        let (name, counter, start) = (self.fresh("f"), self.fresh("n"), self.fresh("go"));
        let (argument, result) = (self.ty(1), self.ty(1));
        let outside = self.scope.len();
        let parameter = self.parameter(&argument);
        let base = self.expr(&result, depth - 1);
        let call = self.expr(&argument, depth - 1);
        let answer = self.name();
        self.scope.push((answer.clone(), result.clone()));
        let body = self.expr(&result, depth);
        self.scope.truncate(outside);
        let first = self.pick(5);
        self.scope
            .push((start.clone(), Ty::Fun(Box::new(argument), Box::new(result))));
        format!(
            "fun {name} {counter} {parameter} = if {counter} <= 0 then {base} else let val {answer} = {name} ({counter} - 1) {call} in {body} end\n\
             fun {start} x = {name} {first} x"
        )
    }

    /// `fun f [] = e | f (x :: rest) = … f rest …`
    fn list_function(&mut self, depth: u32) -> String {
        let (name, rest) = (self.fresh("f"), self.fresh("rest"));
        let (element, result) = (self.ty(1), self.ty(1));
        let list = Ty::List(Box::new(element.clone()));
        let base = self.expr(&result, depth - 1);
        let outside = self.scope.len();
        let head = self.parameter(&element);
        self.scope.push((rest.clone(), list.clone()));
        let answer = self.name();
        self.scope.push((answer.clone(), result.clone()));
        let body = self.expr(&result, depth);
        self.scope.truncate(outside);
        self.scope
            .push((name.clone(), Ty::Fun(Box::new(list), Box::new(result))));
        format!(
            "fun {name} [] = {base} | {name} ({head} :: {rest}) = let val {answer} = {name} {rest} in {body} end"
        )
    }

    /// Two functions that call each other down a counter.
    fn mutual_functions(&mut self, depth: u32) -> String {
        let (one, two) = (self.fresh("f"), self.fresh("g"));
        let (counter, start) = (self.fresh("n"), self.fresh("go"));
        let (first, second) = (self.ty(1), self.ty(1));
        let half = |make: &mut Self, own: &str, other: &str, result: &Ty, inner: &Ty| {
            let outside = make.scope.len();
            let base = make.expr(result, depth - 1);
            make.scope.push((counter.clone(), Ty::Int));
            let answer = make.name();
            make.scope.push((answer.clone(), inner.clone()));
            let body = make.expr(result, depth - 1);
            make.scope.truncate(outside);
            format!(
                "{own} 0 = {base} | {own} {counter} = let val {answer} = {other} ({counter} - 1) in {body} end"
            )
        };
        let text = format!(
            "fun {} and {}",
            half(self, &one, &two, &first, &second),
            half(self, &two, &one, &second, &first)
        );
        let bound = self.pick(6);
        self.scope
            .push((start.clone(), Ty::Fun(Box::new(Ty::Int), Box::new(first))));
        format!("{text}\nfun {start} x = {one} (abs x mod {})", bound + 1)
    }

    /// A parameter: a variable or a pattern that may not match, with its type where a record makes that necessary.
    fn parameter(&mut self, ty: &Ty) -> String {
        let pattern = match self.pick(3) {
            0 => {
                let name = self.name();
                self.scope.push((name.clone(), ty.clone()));
                name
            }
            _ => self.pattern(ty, 2),
        };
        match has_record(ty) || self.pick(4) == 0 {
            true => format!("({pattern} : {ty})"),
            false => format!("({pattern})"),
        }
    }

    /// A pattern; its variables come into scope. No variable is bound twice.
    fn pattern(&mut self, ty: &Ty, depth: u32) -> String {
        let choice = self.pick(5);
        if choice == 0 || depth == 0 {
            return "_".into();
        }
        if choice == 1 {
            let name = self.fresh("v");
            self.scope.push((name.clone(), ty.clone()));
            return name;
        }
        if choice == 2 {
            let name = self.fresh("w");
            let inner = self.pattern(ty, depth - 1);
            self.scope.push((name.clone(), ty.clone()));
            return format!("({name} as {inner})");
        }
        let depth = depth - 1;
        match ty {
            Ty::Int => self.pick(5).to_string(),
            Ty::Bool => self.one_of(&["true", "false"]).into(),
            Ty::Str => self.one_of(&["\"\"", "\"a\"", "\"ab\\n\""]).into(),
            Ty::Char => self.one_of(&["#\"a\"", "#\" \""]).into(),
            Ty::Order => self.one_of(&["LESS", "EQUAL", "GREATER"]).into(),
            Ty::Shape => match self.pick(4) {
                0 => "Dot".into(),
                1 => format!("(Line {})", self.pattern(&Ty::Int, depth)),
                2 => format!(
                    "(Group {})",
                    self.pattern(&Ty::List(Box::new(Ty::Shape)), depth)
                ),
                _ => format!(
                    "(Named {{shape = {}, ...}})",
                    self.pattern(&Ty::Shape, depth)
                ),
            },
            Ty::List(t) => match self.pick(4) {
                0 => "[]".into(),
                1 => format!(
                    "({} :: {})",
                    self.pattern(t, depth),
                    self.pattern(ty, depth)
                ),
                2 => format!("[{}]", self.pattern(t, depth)),
                _ => format!("[{}, {}]", self.pattern(t, depth), self.pattern(t, depth)),
            },
            Ty::Option(t) => match self.pick(2) {
                0 => "NONE".into(),
                _ => format!("(SOME {})", self.pattern(t, depth)),
            },
            Ty::Tree(t) => match self.pick(2) {
                0 => "Leaf".into(),
                _ => format!(
                    "(Node ({}, {}, {}))",
                    self.pattern(ty, depth),
                    self.pattern(t, depth),
                    self.pattern(ty, depth)
                ),
            },
            Ty::Pair(a, b) => format!("({}, {})", self.pattern(a, depth), self.pattern(b, depth)),
            Ty::Record(a, b) => format!(
                "{{tag = {}, key = {}}}",
                self.pattern(b, depth),
                self.pattern(a, depth)
            ),
            Ty::Fun(..) => "_".into(),
        }
    }

    /// An expression of a type, in parentheses where it is more than one word.
    fn expr(&mut self, ty: &Ty, depth: u32) -> String {
        if depth == 0 {
            return self.atom(ty);
        }
        match self.pick(22) {
            0 | 1 => self.atom(ty),
            2..=6 => self.own(ty, depth - 1),
            7 | 8 => self.call(ty, depth - 1),
            other => self.general(other, ty, depth - 1),
        }
    }

    /// A variable or a constant.
    fn atom(&mut self, ty: &Ty) -> String {
        let known: Vec<String> = (self.visible())
            .filter(|(_, found)| found == ty)
            .map(|(name, _)| name.clone())
            .collect();
        let choice = self.pick(2 * known.len() as u32 + 1) as usize;
        if choice > 0 {
            return known[(choice - 1) / 2].clone();
        }
        match ty {
            Ty::Int => match self.pick(4) {
                3 => format!("~{}", self.pick(20)),
                _ => self.pick(20).to_string(),
            },
            Ty::Bool => self.one_of(&["true", "false"]).into(),
            Ty::Str => self
                .one_of(&["\"\"", "\"a\"", "\"hello world\"", "\"tab\\tquote\\\"\""])
                .into(),
            Ty::Char => self
                .one_of(&["#\"a\"", "#\" \"", "#\"Z\"", "#\"\\n\""])
                .into(),
            Ty::Order => self.one_of(&["EQUAL", "LESS", "GREATER"]).into(),
            Ty::Shape => self.one_of(&["Dot", "(Line 3)", "(Group [])"]).into(),
            Ty::List(_) => format!("([] : {ty})"),
            Ty::Option(_) => format!("(NONE : {ty})"),
            Ty::Tree(_) => format!("(Leaf : {ty})"),
            Ty::Pair(a, b) => format!("({}, {})", self.atom(a), self.atom(b)),
            Ty::Record(a, b) => format!("{{key = {}, tag = {}}}", self.atom(a), self.atom(b)),
            Ty::Fun(_, b) => format!("(fn _ => {})", self.atom(b)),
        }
    }

    fn visible(&self) -> impl Iterator<Item = &(String, Ty)> {
        let scope = &self.scope;
        let newest =
            move |at: usize, name: &str| scope[at + 1..].iter().all(|later| later.0 != name);
        let entries = scope.iter().enumerate();
        entries
            .filter(move |(at, entry)| newest(*at, &entry.0))
            .map(|(_, entry)| entry)
    }

    /// A call of a function in scope, or what `own` makes if none fits.
    fn call(&mut self, ty: &Ty, depth: u32) -> String {
        let fits = |found: &Ty| match found {
            Ty::Fun(_, result) if **result == *ty => true,
            Ty::Fun(_, result) => matches!(&**result, Ty::Fun(_, last) if **last == *ty),
            _ => false,
        };
        let known: Vec<(String, Ty)> = self
            .visible()
            .filter(|(_, found)| fits(found))
            .cloned()
            .collect();
        if known.is_empty() {
            return self.own(ty, depth);
        }
        let (name, found) = known[self.pick(known.len() as u32) as usize].clone();
        match found {
            Ty::Fun(argument, result) => {
                let first = self.expr(&argument, depth);
                match *result {
                    Ty::Fun(second, _) => format!("({name} {first} {})", self.expr(&second, depth)),
                    _ => format!("({name} {first})"),
                }
            }
            _ => name,
        }
    }

    /// Forms that exist for every type.
    fn general(&mut self, form: u32, ty: &Ty, depth: u32) -> String {
        let outside = self.scope.len();
        let text = match form {
            9 => format!(
                "(if {} then {} else {})",
                self.expr(&Ty::Bool, depth),
                self.expr(ty, depth),
                self.expr(ty, depth)
            ),
            10 | 11 => self.case(ty, depth),
            12 => {
                let inner = self.ty(2);
                let bound = self.expr(&inner, depth);
                let name = self.name();
                self.scope.push((name.clone(), inner));
                format!("let val {name} = {bound} in {} end", self.expr(ty, depth))
            }
            13 => {
                let inner = self.ty(2);
                let bound = self.expr(&inner, depth);
                let pattern = self.parameter(&inner);
                format!(
                    "let val {pattern} = {bound} in {} end",
                    self.expr(ty, depth)
                )
            }
            14 => {
                let function = self.function(depth.clamp(1, 2));
                format!("let {function} in {} end", self.call(ty, depth))
            }
            15 => {
                let inner = self.ty(1);
                let argument = self.expr(&inner, depth);
                let parameter = self.parameter(&inner);
                format!("((fn {parameter} => {}) {argument})", self.expr(ty, depth))
            }
            16 => self.handled(ty, depth),
            17 => {
                let raised = match self.pick(4) {
                    0 => "Odd".to_string(),
                    1 => format!("(Stop {})", self.expr(&Ty::Int, depth)),
                    2 => format!("(Fail {})", self.expr(&Ty::Str, depth)),
                    _ => "Empty".to_string(),
                };
                format!(
                    "(if {} then {} else raise {raised})",
                    self.expr(&Ty::Bool, depth),
                    self.expr(ty, depth)
                )
            }
            18 => {
                let name = self.fresh("r");
                format!(
                    "let val {name} = ref {} in ({name} := {}; !{name}) end",
                    self.expr(ty, depth),
                    self.expr(ty, depth)
                )
            }
            19 => format!(
                "(print ({} ^ \"\\n\"); {})",
                self.expr(&Ty::Str, depth),
                self.expr(ty, depth)
            ),
            20 => self.selected(ty, depth),
            _ => self.borrowed(ty, depth),
        };
        self.scope.truncate(outside);
        match text.starts_with("let") {
            true => format!("({text})"),
            false => text,
        }
    }

    fn case(&mut self, ty: &Ty, depth: u32) -> String {
        let subject = self.ty(2);
        let mut text = format!("(case {} of ", self.expr(&subject, depth));
        if has_record(&subject) {
            text = format!("(case ({} : {subject}) of ", self.expr(&subject, depth));
        }
        for _ in 0..=self.pick(3) {
            let outside = self.scope.len();
            let pattern = self.pattern(&subject, 3);
            let body = self.expr(ty, depth);
            self.scope.truncate(outside);
            text.push_str(&format!("{pattern} => {body} | "));
        }
        match self.pick(4) {
            0 => text.trim_end_matches(" | ").to_string() + ")",
            _ => format!("{text}_ => {})", self.expr(ty, depth)),
        }
    }

    fn handled(&mut self, ty: &Ty, depth: u32) -> String {
        let body = self.expr(ty, depth);
        let row = match self.pick(4) {
            0 => format!("_ => {}", self.expr(ty, depth)),
            1 => {
                let name = self.fresh("e");
                self.scope.push((name.clone(), Ty::Int));
                format!("Stop {name} => {}", self.expr(ty, depth))
            }
            2 => format!(
                "Div => {} | Odd => {}",
                self.expr(ty, depth),
                self.expr(ty, depth)
            ),
            _ => {
                let unmatched = self.atom(ty);
                let name = self.fresh("e");
                self.scope.push((name.clone(), Ty::Str));
                let failed = self.expr(ty, depth);
                format!("Match => {unmatched} | Fail {name} => {failed}")
            }
        };
        format!("({body} handle {row})")
    }

    /// A component of a larger value.
    fn selected(&mut self, ty: &Ty, depth: u32) -> String {
        let other = self.ty(1);
        let (own, other) = (Box::new(ty.clone()), Box::new(other));
        let whole = match self.pick(5) {
            0 => Ty::Pair(own, other),
            1 => Ty::Pair(other, own),
            2 => Ty::Record(own, other),
            3 => Ty::List(own),
            _ => Ty::Option(own),
        };
        let selector = match &whole {
            Ty::Pair(first, _) if **first == *ty => "#1",
            Ty::Pair(..) => "#2",
            Ty::Record(..) => "#key",
            Ty::List(_) => self.one_of(&["hd", "List.last"]),
            _ => "valOf",
        };
        format!("({selector} ({} : {whole}))", self.expr(&whole, depth))
    }

    /// A polymorphic function at this type.
    fn borrowed(&mut self, ty: &Ty, depth: u32) -> String {
        let other = self.ty(1);
        match self.pick(6) {
            0 => format!(
                "(konst {} {})",
                self.expr(ty, depth),
                self.expr(&other, depth)
            ),
            1 => format!(
                "(twice {} {})",
                self.lambda(ty, ty, depth),
                self.expr(ty, depth)
            ),
            2 => format!(
                "(#1 (swap ({}, {})))",
                self.expr(&other, depth),
                self.expr(ty, depth)
            ),
            3 => format!(
                "(compose {} {} {})",
                self.lambda(&other, ty, depth),
                self.lambda(ty, &other, depth),
                self.expr(ty, depth)
            ),
            4 => {
                let pair = Ty::Pair(Box::new(ty.clone()), Box::new(other.clone()));
                format!(
                    "(curry {} {} {})",
                    self.lambda(&pair, ty, depth),
                    self.expr(ty, depth),
                    self.expr(&other, depth)
                )
            }
            _ => format!(
                "(foldl {} {} {})",
                self.lambda(
                    &Ty::Pair(Box::new(other.clone()), Box::new(ty.clone())),
                    ty,
                    depth
                ),
                self.expr(ty, depth),
                self.expr(&Ty::List(Box::new(other)), depth)
            ),
        }
    }

    fn lambda(&mut self, from: &Ty, to: &Ty, depth: u32) -> String {
        let outside = self.scope.len();
        let parameter = self.parameter(from);
        let text = format!("(fn {parameter} => {})", self.expr(to, depth));
        self.scope.truncate(outside);
        text
    }

    /// Forms that belong to one type.
    fn own(&mut self, ty: &Ty, depth: u32) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Bool => self.bool(depth),
            Ty::Str => self.string(depth),
            Ty::Char => match self.pick(3) {
                0 => format!("(Char.toUpper {})", self.expr(&Ty::Char, depth)),
                1 => format!(
                    "(String.sub ({}, {}))",
                    self.expr(&Ty::Str, depth),
                    self.atom(&Ty::Int)
                ),
                _ => format!("(chr ({}))", self.expr(&Ty::Int, depth)),
            },
            Ty::Order => match self.pick(2) {
                0 => format!(
                    "(Int.compare ({}, {}))",
                    self.expr(&Ty::Int, depth),
                    self.expr(&Ty::Int, depth)
                ),
                _ => format!(
                    "(String.compare ({}, {}))",
                    self.expr(&Ty::Str, depth),
                    self.expr(&Ty::Str, depth)
                ),
            },
            Ty::Shape => match self.pick(3) {
                0 => format!("(Line {})", self.expr(&Ty::Int, depth)),
                1 => format!(
                    "(Group {})",
                    self.expr(&Ty::List(Box::new(Ty::Shape)), depth)
                ),
                _ => format!(
                    "(Named {{shape = {}, name = {}}})",
                    self.expr(&Ty::Shape, depth),
                    self.expr(&Ty::Str, depth)
                ),
            },
            Ty::List(element) => self.list(element, depth),
            Ty::Option(t) => match self.pick(4) {
                0 => format!("(SOME {})", self.expr(t, depth)),
                1 => format!(
                    "(Option.map {} {})",
                    self.lambda(t, t, depth),
                    self.expr(ty, depth)
                ),
                2 => {
                    let list = Ty::List(t.clone());
                    format!(
                        "(List.find {} {})",
                        self.lambda(t, &Ty::Bool, depth),
                        self.expr(&list, depth)
                    )
                }
                _ => format!(
                    "(Option.filter {} {})",
                    self.lambda(t, &Ty::Bool, depth),
                    self.expr(t, depth)
                ),
            },
            Ty::Tree(t) => match self.pick(2) {
                0 => format!(
                    "(insert ({}, {}))",
                    self.expr(t, depth),
                    self.expr(ty, depth)
                ),
                _ => format!(
                    "(Node ({}, {}, {}))",
                    self.expr(ty, depth),
                    self.expr(t, depth),
                    self.atom(ty)
                ),
            },
            Ty::Pair(a, b) => format!("({}, {})", self.expr(a, depth), self.expr(b, depth)),
            // Written in the other order than the type: components are evaluated as written.
            Ty::Record(a, b) => format!(
                "{{tag = {}, key = {}}}",
                self.expr(b, depth),
                self.expr(a, depth)
            ),
            Ty::Fun(a, b) => self.lambda(a, b, depth),
        }
    }

    fn int(&mut self, depth: u32) -> String {
        let int = |make: &mut Self| make.expr(&Ty::Int, depth);
        match self.pick(11) {
            0 | 1 => format!("({} + {} - {})", int(self), int(self), int(self)),
            2 => format!(
                "({} + ({} mod 100) * ({} mod 100))",
                int(self),
                int(self),
                int(self)
            ),
            3 => format!("({} div {})", int(self), int(self)),
            4 => format!("({} mod {} - {})", int(self), int(self), int(self)),
            5 => format!("(~ {})", int(self)),
            6 => format!("(size {})", self.expr(&Ty::Str, depth)),
            7 => {
                let element = self.ty(1);
                format!(
                    "(length {})",
                    self.expr(&Ty::List(Box::new(element)), depth)
                )
            }
            8 => format!("(weight {})", self.expr(&Ty::Shape, depth)),
            9 => format!(
                "(foldr op + {} {})",
                int(self),
                self.expr(&Ty::List(Box::new(Ty::Int)), depth)
            ),
            _ => format!("(Int.max ({}, abs {}))", int(self), int(self)),
        }
    }

    fn bool(&mut self, depth: u32) -> String {
        let compared = self.ty(2);
        match self.pick(7) {
            0 => format!(
                "({} < {})",
                self.expr(&Ty::Int, depth),
                self.expr(&Ty::Int, depth)
            ),
            1 => format!(
                "({} andalso {})",
                self.expr(&Ty::Bool, depth),
                self.expr(&Ty::Bool, depth)
            ),
            2 => format!(
                "({} orelse {})",
                self.expr(&Ty::Bool, depth),
                self.expr(&Ty::Bool, depth)
            ),
            3 => format!("(not {})", self.expr(&Ty::Bool, depth)),
            4 => format!(
                "({} >= {})",
                self.expr(&Ty::Str, depth),
                self.expr(&Ty::Str, depth)
            ),
            5 => format!(
                "({} = {})",
                self.expr(&compared, depth),
                self.expr(&compared, depth)
            ),
            _ => {
                let list = Ty::List(Box::new(compared.clone()));
                format!(
                    "(List.exists {} {})",
                    self.lambda(&compared, &Ty::Bool, depth),
                    self.expr(&list, depth)
                )
            }
        }
    }

    fn string(&mut self, depth: u32) -> String {
        match self.pick(6) {
            0 => format!(
                "({} ^ {})",
                self.expr(&Ty::Str, depth),
                self.expr(&Ty::Str, depth)
            ),
            1 => format!("(Int.toString {})", self.expr(&Ty::Int, depth)),
            2 => format!(
                "(String.concatWith \", \" {})",
                self.expr(&Ty::List(Box::new(Ty::Str)), depth)
            ),
            3 => format!("(implode (rev (explode {})))", self.expr(&Ty::Str, depth)),
            4 => format!(
                "(substring ({}, {}, {}))",
                self.expr(&Ty::Str, depth),
                self.atom(&Ty::Int),
                self.atom(&Ty::Int)
            ),
            _ => format!("(str {})", self.expr(&Ty::Char, depth)),
        }
    }

    fn list(&mut self, element: &Ty, depth: u32) -> String {
        let ty = Ty::List(Box::new(element.clone()));
        let other = self.ty(1);
        match self.pick(11) {
            0 => format!(
                "[{}, {}]",
                self.expr(element, depth),
                self.expr(element, depth)
            ),
            1 => format!(
                "({} :: {})",
                self.expr(element, depth),
                self.expr(&ty, depth)
            ),
            2 => format!("({} @ {})", self.expr(&ty, depth), self.expr(&ty, depth)),
            3 => format!("(rev {})", self.expr(&ty, depth)),
            4 => format!(
                "(map {} {})",
                self.lambda(&other, element, depth),
                self.expr(&Ty::List(Box::new(other)), depth)
            ),
            5 => format!(
                "(List.filter {} {})",
                self.lambda(element, &Ty::Bool, depth),
                self.expr(&ty, depth)
            ),
            6 => format!(
                "(List.tabulate ({}, {}))",
                self.pick(5),
                self.lambda(&Ty::Int, element, depth)
            ),
            7 => format!(
                "({} +++ {})",
                self.expr(&ty, depth),
                self.expr(element, depth)
            ),
            8 => format!("(List.take ({}, {}))", self.expr(&ty, depth), self.pick(3)),
            9 => {
                let tree = Ty::Tree(Box::new(element.clone()));
                format!("(flatten {})", self.expr(&tree, depth))
            }
            _ => format!("(tl {})", self.expr(&ty, depth)),
        }
    }
}

fn has_record(ty: &Ty) -> bool {
    match ty {
        Ty::Record(..) => true,
        Ty::List(t) | Ty::Option(t) | Ty::Tree(t) => has_record(t),
        Ty::Pair(a, b) | Ty::Fun(a, b) => has_record(a) || has_record(b),
        _ => false,
    }
}
