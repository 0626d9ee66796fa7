//! Declarations and expressions about the shape of values: polymorphic ones that fit a pattern or do
//! not, ones that share their parts, and wide ones.

use super::{Maker, Ty};

/// The type of a polymorphic value.
enum Open {
    /// `'a list`, `'a option`, `'a tree`, `'a -> 'a`: each type variable is one of its own.
    List,
    Option,
    Tree,
    Function,
    Int,
    ListOf(Box<Open>),
    OptionOf(Box<Open>),
    Pair(Box<Open>, Box<Open>),
}

impl Maker<'_> {
    /// `val p = v`, where `v` is polymorphic and may not fit `p`, and for each of its variables
    /// `val x = x : t` at some types. Those come into scope.
    pub(super) fn polymorphic_val(&mut self, depth: u32) -> String {
        let open = self.open(depth);
        let value = self.open_value(&open);
        let mut variables = Vec::new();
        let pattern = self.open_pattern(&open, 3, &mut variables);
        let mut text = format!("val {pattern} = {value}");
        for (name, open) in variables {
            for _ in 0..self.pick(3) {
                let ty = self.closed(open);
                let used = self.fresh("used");
                text.push_str(&format!(" val {used} : {ty} = {name}"));
                self.scope.push((used, ty));
            }
        }
        text
    }

    fn open(&mut self, depth: u32) -> Open {
        let sub = |make: &mut Self| Box::new(make.open(depth - 1));
        match self.pick(if depth == 0 { 5 } else { 8 }) {
            0 => Open::List,
            1 => Open::Option,
            2 => Open::Function,
            3 => Open::Tree,
            4 => Open::Int,
            5 => Open::ListOf(sub(self)),
            6 => Open::OptionOf(sub(self)),
            _ => Open::Pair(sub(self), sub(self)),
        }
    }

    fn open_value(&mut self, open: &Open) -> String {
        match open {
            Open::List => self.one_of(&["[]", "nil"]).into(),
            Open::Option => "NONE".into(),
            Open::Tree => "Leaf".into(),
            Open::Function => self.one_of(&["(fn x => x)", "(fn y => hd [y])"]).into(),
            Open::Int => self.pick(3).to_string(),
            Open::ListOf(of) => match self.pick(3) {
                0 => "[]".into(),
                1 => format!("[{}]", self.open_value(of)),
                _ => format!("({} :: [])", self.open_value(of)),
            },
            Open::OptionOf(of) => match self.pick(3) {
                0 => "NONE".into(),
                _ => format!("(SOME {})", self.open_value(of)),
            },
            Open::Pair(a, b) => format!("({}, {})", self.open_value(a), self.open_value(b)),
        }
    }

    /// A pattern for values of the type; its variables are added with their types.
    fn open_pattern<'o>(
        &mut self,
        open: &'o Open,
        depth: u32,
        variables: &mut Vec<(String, &'o Open)>,
    ) -> String {
        let choice = self.pick(5);
        if choice == 0 || depth == 0 {
            return "_".into();
        }
        if choice == 1 {
            let name = self.fresh("open");
            variables.push((name.clone(), open));
            return name;
        }
        if choice == 2 {
            let inner = self.open_pattern(open, depth - 1, variables);
            let name = self.fresh("open");
            variables.push((name.clone(), open));
            return format!("({name} as {inner})");
        }
        let depth = depth - 1;
        match open {
            Open::List => self.one_of(&["[]", "(_ :: _)", "[_]"]).into(),
            Open::Option => self.one_of(&["NONE", "(SOME _)"]).into(),
            Open::Tree => self
                .one_of(&["Leaf", "(Node _)", "(Node (Leaf, _, _))"])
                .into(),
            Open::Function => "_".into(),
            Open::Int => self.pick(3).to_string(),
            Open::ListOf(of) => match self.pick(3) {
                0 => "[]".into(),
                1 => format!("[{}]", self.open_pattern(of, depth, variables)),
                _ => format!("({} :: _)", self.open_pattern(of, depth, variables)),
            },
            Open::OptionOf(of) => match self.pick(3) {
                0 => "NONE".into(),
                _ => format!("(SOME {})", self.open_pattern(of, depth, variables)),
            },
            Open::Pair(a, b) => {
                let first = self.open_pattern(a, depth, variables);
                format!("({first}, {})", self.open_pattern(b, depth, variables))
            }
        }
    }

    /// One of the types that values of the polymorphic type have.
    fn closed(&mut self, open: &Open) -> Ty {
        match open {
            Open::List => Ty::List(Box::new(self.ty(1))),
            Open::Option => Ty::Option(Box::new(self.ty(1))),
            Open::Tree => Ty::Tree(Box::new(self.ty(1))),
            Open::Function => {
                let ty = Box::new(self.ty(1));
                Ty::Fun(ty.clone(), ty)
            }
            Open::Int => Ty::Int,
            Open::ListOf(of) => Ty::List(Box::new(self.closed(of))),
            Open::OptionOf(of) => Ty::Option(Box::new(self.closed(of))),
            Open::Pair(a, b) => Ty::Pair(Box::new(self.closed(a)), Box::new(self.closed(b))),
        }
    }

    /// A value that is doubled some times and taken apart again.
    pub(super) fn doubled(&mut self, ty: &Ty, depth: u32) -> String {
        let name = self.fresh("twin");
        let times = 1 + self.pick(10) as usize;
        let mut text = format!("let val {name} = {}", self.expr(ty, depth));
        text.push_str(&format!(" val {name} = ({name}, {name})").repeat(times));
        let mut part = name;
        for _ in 0..times {
            part = format!("({} {part})", self.one_of(&["#1", "#2"]));
        }
        format!("{text} in {part} end")
    }

    /// A component of a tuple too wide for registers, as a selector or a pattern finds it.
    pub(super) fn wide(&mut self, ty: &Ty, depth: u32) -> String {
        let width = 7 + self.pick(6) as usize;
        let chosen = self.pick(width as u32) as usize;
        let mut parts = Vec::new();
        for place in 0..width {
            let other = self.ty(0);
            parts.push(match place == chosen {
                true => self.expr(ty, depth),
                false => self.atom(&other),
            });
        }
        let tuple = format!("({})", parts.join(", "));
        let mut pattern = vec!["_".to_string(); width];
        let name = self.fresh("part");
        pattern[chosen].clone_from(&name);
        match self.pick(3) {
            0 => format!("(#{} {tuple})", chosen + 1),
            1 => format!("(case hd [{tuple}] of ({}) => {name})", pattern.join(", ")),
            _ => format!("((fn ({}) => {name}) {tuple})", pattern.join(", ")),
        }
    }
}
