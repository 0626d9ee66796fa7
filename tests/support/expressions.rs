//! The expressions of random programs: forms every type has, forms of one type, and calls of what is in scope.

use super::{Maker, Ty, comparable, has_record};

/// Zeros, infinities and nan among them.
const REALS: &[&str] = &[
    "1.5",
    "0.0",
    "~0.0",
    "~2.25",
    "(1.0 / 0.0)",
    "(~1.0 / 0.0)",
    "(0.0 / 0.0)",
    "1E300",
    "3.0E~310",
    "0.1",
];

impl Maker<'_> {
    /// An expression of a type, in parentheses where it is more than one word.
    pub(super) fn expr(&mut self, ty: &Ty, depth: u32) -> String {
        if depth == 0 {
            return self.atom(ty);
        }
        match self.pick(25) {
            0 | 1 => self.atom(ty),
            2..=6 => self.own(ty, depth - 1),
            7 | 8 => self.call(ty, depth - 1),
            other => self.general(other, ty, depth - 1),
        }
    }

    /// A variable or a constant.
    pub(super) fn atom(&mut self, ty: &Ty) -> String {
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
            Ty::Real => self.one_of(REALS).into(),
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

    pub(super) fn visible(&self) -> impl Iterator<Item = &(String, Ty)> {
        let scope = &self.scope;
        let newest =
            move |at: usize, name: &str| scope[at + 1..].iter().all(|later| later.0 != name);
        let entries = scope.iter().enumerate();
        entries
            .filter(move |(at, entry)| newest(*at, &entry.0))
            .map(|(_, entry)| entry)
    }

    /// A call of a function in scope, or what `own` makes if none fits.
    pub(super) fn call(&mut self, ty: &Ty, depth: u32) -> String {
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
    pub(super) fn general(&mut self, form: u32, ty: &Ty, depth: u32) -> String {
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
            21 => {
                let declarations = self.polymorphic_val(depth.min(2));
                format!("let {declarations} in {} end", self.expr(ty, depth))
            }
            22 => self.doubled(ty, depth),
            23 => self.wide(ty, depth),
            _ => self.borrowed(ty, depth),
        };
        self.scope.truncate(outside);
        match text.starts_with("let") {
            true => format!("({text})"),
            false => text,
        }
    }

    pub(super) fn case(&mut self, ty: &Ty, depth: u32) -> String {
        let subject = self.ty(2);
        let mut text = format!("(case {} of ", self.expr(&subject, depth));
        if has_record(&subject) {
            text = format!("(case ({} : {subject}) of ", self.expr(&subject, depth));
        }
        // A value that comes out of another one is not made of parts that are at hand.
        if self.pick(3) == 2 {
            text = format!("(case hd [{} : {subject}] of ", self.expr(&subject, depth));
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

    pub(super) fn handled(&mut self, ty: &Ty, depth: u32) -> String {
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
    pub(super) fn selected(&mut self, ty: &Ty, depth: u32) -> String {
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
    pub(super) fn borrowed(&mut self, ty: &Ty, depth: u32) -> String {
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

    pub(super) fn lambda(&mut self, from: &Ty, to: &Ty, depth: u32) -> String {
        let outside = self.scope.len();
        let parameter = self.parameter(from);
        let text = format!("(fn {parameter} => {})", self.expr(to, depth));
        self.scope.truncate(outside);
        text
    }

    /// Forms that belong to one type.
    pub(super) fn own(&mut self, ty: &Ty, depth: u32) -> String {
        match ty {
            Ty::Int => self.int(depth),
            Ty::Bool => self.bool(depth),
            Ty::Real => self.real(depth),
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

    pub(super) fn int(&mut self, depth: u32) -> String {
        let int = |make: &mut Self| make.expr(&Ty::Int, depth);
        match self.pick(12) {
            10 => {
                let rounded = self.one_of(&["floor", "ceil", "trunc", "round"]);
                let bounded = "(fn x => if x < 1E6 andalso x > ~1E6 then x else 0.0)";
                format!("({rounded} ({bounded} {}))", self.expr(&Ty::Real, depth))
            }
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

    pub(super) fn bool(&mut self, depth: u32) -> String {
        let compared = comparable(self.ty(2));
        match self.pick(9) {
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
            6 => {
                let operator = self.one_of(&["<", "<=", ">", ">="]);
                let (a, b) = (self.expr(&Ty::Real, depth), self.expr(&Ty::Real, depth));
                format!("(({a} : real) {operator} {b})")
            }
            7 => {
                // The sign of a nan is the processor's.
                let test = self.one_of(&[
                    "(fn x => Real.isNan x orelse Real.signBit x)",
                    "Real.isFinite",
                    "(fn x => Real.== (x, 0.0))",
                    "(fn x => Real.== (x, x))",
                    "(fn x => Real.!= (x, ~0.0))",
                    "(fn x => 1.0 / x < 0.0)",
                ]);
                format!("({test} {})", self.expr(&Ty::Real, depth))
            }
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

    pub(super) fn real(&mut self, depth: u32) -> String {
        match self.pick(8) {
            0 | 1 => {
                let operator = self.one_of(&["+", "-", "*", "/"]);
                let (a, b) = (self.expr(&Ty::Real, depth), self.expr(&Ty::Real, depth));
                format!("(({a} : real) {operator} {b})")
            }
            2 => format!("(~ ({} : real))", self.expr(&Ty::Real, depth)),
            3 => format!("(abs ({} : real))", self.expr(&Ty::Real, depth)),
            4 => format!("(real {})", self.expr(&Ty::Int, depth)),
            5 => format!("(Math.sqrt {})", self.expr(&Ty::Real, depth)),
            6 => {
                let list = Ty::List(Box::new(Ty::Real));
                format!("(foldl op + ~0.0 {})", self.expr(&list, depth))
            }
            _ => format!(
                "(valOf (Real.fromString (Real.toString {})))",
                self.expr(&Ty::Real, depth)
            ),
        }
    }

    pub(super) fn string(&mut self, depth: u32) -> String {
        match self.pick(7) {
            0 => format!(
                "({} ^ {})",
                self.expr(&Ty::Str, depth),
                self.expr(&Ty::Str, depth)
            ),
            1 => format!("(Int.toString {})", self.expr(&Ty::Int, depth)),
            5 => format!("(Real.toString {})", self.expr(&Ty::Real, depth)),
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

    pub(super) fn list(&mut self, element: &Ty, depth: u32) -> String {
        let ty = Ty::List(Box::new(element.clone()));
        let other = self.ty(1);
        match self.pick(12) {
            // Long, but a message that shows all of it would be cut.
            10 => {
                let length = 200 + self.pick(200);
                let lambda = self.lambda(&Ty::Int, element, 0);
                format!(
                    "(List.drop (List.tabulate ({length}, {lambda}), {}))",
                    length - 2
                )
            }
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
