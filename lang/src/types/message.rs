//! What is said when types clash or names are unknown: both types, where each came from, and what to do.

use super::env::Value;
use super::show::{Namer, class_names};
use super::suggest::nearest;
use super::ty::{Clash, Class, INT, INTINF, MS, Node, REAL, STRING, TIMED, Ty};
use super::{Checker, Why};
use crate::core::{CoreId, Kind};
use crate::diagnostic::Diagnostic;
use crate::library;
use crate::span::Span;
use crate::syntax::ast::{Name, Path};

const DELAY_FIRST: &str =
    "`@+` binds tighter than other operators: put the delay in parentheses, `x @+ (2 * d)`.";
const MISSING_ARGUMENT: &str =
    "A function stands where its result is needed: is an argument missing?";

impl Checker {
    /// Makes the expression's type the wanted one, or reports the clash.
    pub(super) fn expect(&mut self, id: CoreId, want: Ty, why: &Why) {
        let found = self.core[id].ty;
        if let Err(clash) = self.types.unify(want, found) {
            let span = self.core[id].span;
            self.clash(span, found, want, clash, why, Some(id));
        }
    }

    /// Makes two types of something at `span` equal, or reports the clash.
    pub(super) fn expect_type(&mut self, span: Span, found: Ty, want: Ty, why: &Why) {
        if let Err(clash) = self.types.unify(want, found) {
            self.clash(span, found, want, clash, why, None);
        }
    }

    fn clash(
        &mut self,
        span: Span,
        found: Ty,
        want: Ty,
        clash: Clash,
        why: &Why,
        expr: Option<CoreId>,
    ) {
        let mut namer = Namer::default();
        let shown = namer.show(&self.types, found);
        let wanted = namer.show(&self.types, want);
        let mut needed = format!("`{wanted}`");
        let mut diagnostic = match &clash {
            Clash::NoEquality(ty) => {
                let help = match self.types.node(*ty) {
                    Node::Fun(..) => "Functions have no equality in Standard ML; compare what they return.",
                    Node::Con(c, _) if *c == REAL => {
                        "Reals are compared with `Real.==`, or by their distance: `abs (x - y) < 0.001`."
                    }
                    _ => "It contains functions or reals, which have no equality: compare the other parts, or use a `case`.",
                };
                let ty = namer.show(&self.types, *ty);
                Diagnostic::error("E0303", span, format!("Values of type `{ty}` cannot be compared with `=`."))
                    .at(format!("this is `{shown}`"))
                    .help(help)
            }
            Clash::NotInClass(_, class) if self.is_overloaded(want) => {
                needed = class_names(*class).to_string();
                let d = Diagnostic::error("E0302", span, format!("This is `{shown}`, but {needed} is needed here."))
                    .at(format!("this is `{shown}`"));
                match self.types.node(found) {
                    _ if self.is_stamped(found) => d.help(DELAY_FIRST),
                    Node::Con(c, _) if *c == STRING => {
                        d.help("Strings are joined with `^`; `Int.fromString` and `Real.fromString` read numbers.")
                    }
                    Node::Fun(..) => d.help(MISSING_ARGUMENT),
                    _ => d,
                }
            }
            Clash::Rigid(name) => Diagnostic::error(
                "E0306",
                span,
                format!("The type variable `{name}` promises any type, but here it would have to be a certain one."),
            )
            .at(format!("this is `{shown}`, where `{wanted}` is needed"))
            .help(format!("Leave out the annotation with `{name}`, or write the type it really is.")),
            Clash::Circular => Diagnostic::error("E0307", span, "This would need a type that contains itself.")
                .at(format!("this is `{shown}`, where `{wanted}` is needed"))
                .help("Often an argument is missing, or a list is put into itself: `x :: xs`, not `xs :: xs`."),
            Clash::NoField(label) => {
                let mut d = Diagnostic::error("E0308", span, format!("The record has no field `{label}`."))
                    .at(format!("this is `{shown}`"));
                let fields = self.types.fields(found).or_else(|| self.types.fields(want));
                if let Some(fields) = fields {
                    let near = nearest(label, fields.iter().map(|f| &*f.0));
                    let all: Vec<&str> = fields.iter().map(|f| &*f.0).collect();
                    d = d.help(match near {
                        Some(near) => format!("Did you mean `{near}`?"),
                        None => format!("Its fields are {}.", all.join(", ")),
                    });
                }
                d
            }
            Clash::Different | Clash::NotInClass(..) => {
                let mut d = Diagnostic::error(
                    "E0301",
                    span,
                    format!("This is `{shown}`, but `{wanted}` is needed here."),
                )
                .at(format!("this is `{shown}`"));
                // A pattern or an annotation is not computed, so nothing can convert it.
                if expr.is_some()
                    && let Some(help) = self.habit(found, want, why).or_else(|| self.conversion(found, want, why))
                {
                    d = d.help(help);
                }
                d
            }
        };
        if let Some(id) = expr
            && let Some((place, text)) = self.origin(id)
        {
            diagnostic = diagnostic.label(place, text);
        }
        // These say what was wanted themselves: a type with equality, a certain field.
        let said = matches!(clash, Clash::NoEquality(_) | Clash::NoField(_));
        if let Some(place) = why.span.filter(|_| !said) {
            diagnostic = diagnostic.label(place, why.text.replace("`{}`", &needed));
        }
        self.report(diagnostic);
    }

    /// Where the type of an expression was decided, if that is somewhere else and not in the library.
    fn origin(&self, id: CoreId) -> Option<(Span, String)> {
        let (bind, called) = match &self.core[id].kind {
            Kind::Var(bind, _) => (*bind, false),
            Kind::App(f, _) => match &self.core[*f].kind {
                Kind::Var(bind, _) => (*bind, true),
                _ => return None,
            },
            _ => return None,
        };
        let binding = self.core.binding(bind);
        if binding.span.source != self.core[id].span.source {
            return None;
        }
        let name = &binding.name;
        let ty = self.show(binding.scheme.ty);
        Some((
            binding.span,
            match called {
                true => format!("`{name}` is declared here, of type `{ty}`"),
                false => format!("`{name}` is bound here, of type `{ty}`"),
            },
        ))
    }

    /// Whether values of a type are tokens with stamps.
    fn is_stamped(&self, ty: Ty) -> bool {
        match self.types.node(ty) {
            Node::Con(MS, of) => matches!(self.types.node(of[0]), Node::Con(TIMED, _)),
            _ => false,
        }
    }

    /// Whether a type may still be one of several, because an operator works on all of them. A constant such as `1` counts as `int`.
    fn is_overloaded(&self, ty: Ty) -> bool {
        match self.types.node(ty) {
            Node::Var(v) => matches!(self.types.var(*v).class, Class::NUMBER | Class::ORDERED),
            _ => false,
        }
    }

    /// What people are used to from other languages, and how it is written here.
    fn habit(&self, found: Ty, want: Ty, why: &Why) -> Option<String> {
        if why.text.starts_with("`==`") {
            return Some("`==` compares multi-sets; other values are compared with `=`.".into());
        }
        if why.text.starts_with("`!=`") {
            return Some("`!=` compares multi-sets; other values are compared with `<>`.".into());
        }
        let is_tuple = |ty| self.types.fields(ty).is_some_and(|fields| fields.len() > 1);
        let simple = matches!(self.types.node(want), Node::Con(..));
        (why.text.contains("takes") && is_tuple(found) && (simple || self.is_overloaded(want))).then(|| {
            "If the function takes its arguments one after the other, write `f x y`, not `f (x, y)`.".into()
        })
    }

    /// The library function that makes one type of the other.
    fn conversion(&self, found: Ty, want: Ty, why: &Why) -> Option<String> {
        let con = |ty| match self.types.node(ty) {
            Node::Con(c, _) => Some(*c),
            Node::Var(v) if self.types.var(*v).class.0 == Class::REAL => Some(REAL),
            Node::Var(v) if self.types.var(*v).class == Class::INTEGER => Some(INT),
            _ => None,
        };
        if matches!(self.types.node(found), Node::Fun(..))
            && !matches!(self.types.node(want), Node::Fun(..) | Node::Var(_))
        {
            return Some(MISSING_ARGUMENT.into());
        }
        if self.is_stamped(found) && matches!(con(want), Some(INT | INTINF | REAL)) {
            return Some(DELAY_FIRST.into());
        }
        if con(found) == Some(MS)
            && con(want) == Some(MS)
            && self.is_stamped(found) != self.is_stamped(want)
        {
            return Some("Of tokens with stamps, `ms m` is the multi-set without them.".into());
        }
        let text = match (con(found)?, con(want)?) {
            (REAL, INT) if self.real_time && why.text.contains("`@+`") => {
                "A delay that is a real number is written with `@++`: `x @++ 0.5`."
            }
            (INT, REAL) => "Write a real constant (`1.0`), or convert with `real x`.",
            (REAL, INT) => "Convert with `round x`, `floor x` or `trunc x`.",
            (INT, STRING) => "Convert with `Int.toString x`.",
            (STRING, INT) => "Convert with `Int.fromString s`, which gives an `int option`.",
            (INT, INTINF) => "Convert with `IntInf.fromInt x`.",
            (INTINF, INT) => "Convert with `IntInf.toInt x`.",
            (REAL, STRING) => "Convert with `Real.toString x`.",
            _ => return None,
        };
        Some(text.into())
    }

    pub(super) fn unknown_value(&mut self, path: &Path) {
        let shown = qualified(&path.structures, &path.name);
        let mut d = Diagnostic::error("E0401", path.span, format!("`{shown}` is not declared."))
            .at("no such value is known here");
        let near = (self.env.scope(&path.structures)).and_then(|env| {
            let mut names = sorted_keys(env.values.keys());
            if path.structures.is_empty() {
                names.extend(library::values(""));
            }
            nearest(&path.name, names)
        });
        let other = || {
            let mut homes: Vec<&str> = (self.env.structures.iter())
                .filter(|(_, s)| s.values.contains_key(&path.name))
                .map(|(n, _)| &**n)
                .collect();
            homes.extend(library::homes(&path.name));
            homes.sort_unstable();
            homes.first().map(|home| format!("{home}.{}", path.name))
        };
        if let Some(function) = self.function_of_older_nets(&path.name) {
            d = d.help(format!(
                "Write `{function}`: older nets have names such as this."
            ));
        } else if let Some(near) = near.or_else(|| self.on_another_page(path)) {
            d = d.help(format!(
                "Did you mean `{}`?",
                qualified(&path.structures, &near.into())
            ));
        } else if let Some(home) = other() {
            d = d.help(format!("There is `{home}`."));
        } else if path.structures.is_empty() {
            d = d.help("Declare it before its use: declarations are read from top to bottom.");
        }
        self.report(d);
    }

    /// `CS.ran` for `ran'CS`, as colour set functions were called before CPN Tools.
    fn function_of_older_nets(&self, name: &str) -> Option<String> {
        let (function, set) = name.split_once('\'')?;
        let function = match function {
            "mkst_col" => "mkstr",
            "mkst_ms" => "mkstr_ms",
            "ms" => "all",
            same => same,
        };
        let known = self.env.structures.get(set)?.values.contains_key(function);
        known.then(|| format!("{set}.{function}"))
    }

    /// The only name that is the same after the quote: `Top'Waiting` for `Database'Waiting`.
    fn on_another_page(&self, path: &Path) -> Option<String> {
        let (_, node) = path.name.split_once('\'')?;
        let scope = self.env.scope(&path.structures)?;
        let same = |known: &&Name| known.split_once('\'').is_some_and(|k| k.1 == node);
        let mut found = scope.values.keys().filter(same);
        let first = found.next()?;
        found.next().is_none().then(|| first.to_string())
    }

    pub(super) fn lost_value(&mut self, path: &Path, declared: Span) {
        let name = &path.name;
        self.report(
            Diagnostic::error(
                "E0401",
                path.span,
                format!("`{name}` is not declared: its declaration has a mistake."),
            )
            .at("it is used here")
            .label(declared, "its declaration")
            .help("Correct the declaration."),
        );
    }

    pub(super) fn unknown_structure(&mut self, path: &Path) {
        let name = path.structures.join(".");
        let mut d = Diagnostic::error(
            "E0403",
            path.span,
            format!("There is no structure or colour set `{name}`."),
        )
        .at("it is used as one here");
        let first = path.structures.first().map(|n| &**n).unwrap_or("");
        let is_value = matches!(
            self.env.values.get(first),
            Some(Value::Var(_) | Value::NetVar(..))
        );
        if is_value {
            d = d.help(format!(
                "`{first}` is a value: its field `{0}` is `#{0} {first}`.",
                path.name
            ));
        } else if let Some(near) = nearest(first, sorted_keys(self.env.structures.keys())) {
            d = d.help(format!("Did you mean `{near}`?"));
        }
        self.report(d);
    }

    pub(super) fn unknown_type(&mut self, path: &Path) {
        let shown = qualified(&path.structures, &path.name);
        let mut d = Diagnostic::error(
            "E0402",
            path.span,
            format!("There is no type or colour set `{shown}`."),
        )
        .at("not declared before this place");
        let near = (self.env.scope(&path.structures))
            .and_then(|env| nearest(&path.name, sorted_keys(env.types.keys())));
        let is_value = path.structures.is_empty() && self.env.values.contains_key(&path.name);
        d = d.help(match near {
            _ if is_value => format!("`{shown}` is a value, not a type."),
            Some(near) => format!("Did you mean `{near}`?"),
            None => "Declare it first, with `type`, `datatype` or `colset`.".to_string(),
        });
        self.report(d);
    }
}

/// Keys in alphabetical order, so that a suggestion does not depend on hashing.
pub(super) fn sorted_keys<'a>(keys: impl Iterator<Item = &'a Name>) -> Vec<&'a str> {
    let mut keys: Vec<&str> = keys.map(|k| &**k).collect();
    keys.sort_unstable();
    keys
}

/// `A.B.name`
pub(super) fn qualified(structures: &[Name], name: &Name) -> String {
    let mut text: String = structures.iter().flat_map(|s| [s, "."]).collect();
    text.push_str(name);
    text
}
