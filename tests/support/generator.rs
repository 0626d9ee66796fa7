//! Random Standard ML programs that are well typed, closed and end.
//!
//! A program is made from a tape of numbers, each deciding one choice; choice 0 is always the simplest and an empty tape answers 0. So a shorter tape, or smaller
//! numbers, is a simpler program, and proptest's shrinking of number lists shrinks programs.
//!
//! What keeps programs comparable between implementations: factors and literals are small, so that no `int` comes near 62 bits; recursion goes down a counter
//! or a list; every value shown has its type written.

mod expressions;
mod shapes;

use std::fmt::{self, Display};

/// Types of the generated expressions.
#[derive(Clone, PartialEq)]
enum Ty {
    Int,
    Bool,
    Real,
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
            Ty::Real => write!(f, "real"),
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
    if make.pick(6) == 5 {
        let declaration = make.polymorphic_val(2);
        text.push_str(&declaration);
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
        match self.pick(if depth == 0 { 7 } else { 12 }) {
            0 => Ty::Int,
            1 => Ty::Bool,
            2 => Ty::Str,
            3 => Ty::Char,
            4 => Ty::Shape,
            5 => Ty::Order,
            6 => Ty::Real,
            7 => Ty::List(sub(self)),
            8 => Ty::Option(sub(self)),
            9 => Ty::Pair(sub(self), sub(self)),
            10 => Ty::Record(sub(self), sub(self)),
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
            Ty::Fun(..) | Ty::Real => "_".into(),
        }
    }
}

/// The type with `int` for `real`, whose values cannot be compared with `=`.
fn comparable(ty: Ty) -> Ty {
    let inner = |t: Box<Ty>| Box::new(comparable(*t));
    match ty {
        Ty::Real => Ty::Int,
        Ty::List(t) => Ty::List(inner(t)),
        Ty::Option(t) => Ty::Option(inner(t)),
        Ty::Tree(t) => Ty::Tree(inner(t)),
        Ty::Pair(a, b) => Ty::Pair(inner(a), inner(b)),
        Ty::Record(a, b) => Ty::Record(inner(a), inner(b)),
        other => other,
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
