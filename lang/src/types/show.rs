//! Types as text: `int list -> bool`, `('a * 'b) list`, `{a:int, b:string}`.

use super::ty::{Class, MS, Node, TIMED, Ty, TyCon, TyVar, Types};
use std::fmt::Write;

/// Names for the variables of the types shown together: the first becomes `'a`, the next `'b`, …
#[derive(Default)]
pub struct Namer {
    seen: Vec<TyVar>,
}

/// How tightly the surrounding text binds.
#[derive(Copy, Clone, PartialEq, PartialOrd)]
enum Within {
    Nothing,
    FunArgument,
    TuplePart,
    ConArgument,
}

/// A type on its own.
pub fn show(types: &Types, ty: Ty) -> String {
    Namer::default().show(types, ty)
}

/// The overloaded types of a class, for messages.
pub fn class_names(class: Class) -> &'static str {
    match class {
        Class::INTEGER => "int or IntInf.int",
        Class::NUMBER => "int, IntInf.int or real",
        Class::ORDERED => "int, IntInf.int, real, char or string",
        Class(Class::REAL) => "real",
        _ => "one of the overloaded types",
    }
}

/// The colour of a timed multi-set, whose type has a name of its own.
fn timed(types: &Types, con: TyCon, args: &[Ty]) -> Option<Ty> {
    match types.node(*args.first()?) {
        Node::Con(TIMED, colour) if con == MS => colour.first().copied(),
        _ => None,
    }
}

impl Namer {
    /// A type, naming variables as earlier calls did. Very large types are cut.
    pub fn show(&mut self, types: &Types, ty: Ty) -> String {
        let mut out = String::new();
        self.write(types, ty, Within::Nothing, 0, &mut out);
        out
    }

    fn write(&mut self, types: &Types, ty: Ty, within: Within, depth: usize, out: &mut String) {
        if depth > 60 || out.len() > 4000 {
            out.push_str("...");
            return;
        }
        let depth = depth + 1;
        match types.node(ty) {
            Node::Error => out.push('?'),
            Node::Var(v) => self.variable(types, *v, out),
            Node::Con(con, args) if let Some(colour) = timed(types, *con, args) => {
                self.write(types, colour, Within::ConArgument, depth, out);
                out.push_str(" tms");
            }
            Node::Con(con, args) => {
                match args.len() {
                    0 => {}
                    1 => {
                        self.write(types, args[0], Within::ConArgument, depth, out);
                        out.push(' ');
                    }
                    _ => {
                        out.push('(');
                        for (i, &arg) in args.iter().enumerate() {
                            if i > 0 {
                                out.push_str(", ");
                            }
                            self.write(types, arg, Within::Nothing, depth, out);
                        }
                        out.push_str(") ");
                    }
                }
                out.push_str(&types.constructors[con.0 as usize].name);
            }
            Node::Fun(a, b) => {
                let brackets = within > Within::Nothing;
                if brackets {
                    out.push('(');
                }
                self.write(types, *a, Within::FunArgument, depth, out);
                out.push_str(" -> ");
                self.write(types, *b, Within::Nothing, depth, out);
                if brackets {
                    out.push(')');
                }
            }
            Node::Tuple(parts) if parts.is_empty() => out.push_str("unit"),
            Node::Tuple(parts) => {
                let brackets = within > Within::FunArgument;
                if brackets {
                    out.push('(');
                }
                for (i, &part) in parts.iter().enumerate() {
                    if i > 0 {
                        out.push_str(" * ");
                    }
                    self.write(types, part, Within::TuplePart, depth, out);
                }
                if brackets {
                    out.push(')');
                }
            }
            Node::Record(fields) => {
                out.push('{');
                for (i, (label, ty)) in fields.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    let _ = write!(out, "{label}:");
                    self.write(types, *ty, Within::Nothing, depth, out);
                }
                out.push('}');
            }
        }
    }

    fn variable(&mut self, types: &Types, v: TyVar, out: &mut String) {
        let var = types.var(v);
        if let Some(name) = &var.rigid {
            out.push_str(name);
            return;
        }
        match var.class {
            Class::ANY => {}
            class if class.0 & Class::INT != 0 => return out.push_str("int"),
            _ => return out.push_str("real"),
        }
        if let Some(fields) = &var.fields {
            out.push('{');
            for (label, ty) in fields.iter() {
                let _ = write!(out, "{label}:");
                self.write(types, *ty, Within::Nothing, 40, out);
                out.push_str(", ");
            }
            out.push_str("...}");
            return;
        }
        let i = match self.seen.iter().position(|&s| s == v) {
            Some(i) => i,
            None => {
                self.seen.push(v);
                self.seen.len() - 1
            }
        };
        out.push_str(if var.equality { "''" } else { "'" });
        out.push((b'a' + (i % 26) as u8) as char);
        if i >= 26 {
            let _ = write!(out, "{}", i / 26);
        }
    }
}
