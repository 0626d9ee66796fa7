//! Does an expression treat some colours alike? That is: permute these colours in the values of its variables, and its value is permuted in the same way.
//!
//! It does if it is made only of parts that do. Comparing for equality, taking apart and putting together, calling a function that is its argument, all the
//! list functions: none of them can tell one colour of an enumeration from another. What can are the names of the colours, the order of multi-sets, and the
//! functions of a colour set that number, order or print its colours. Whoever meets none of these has a proof; who meets one has none, and the
//! expression may still be innocent.

use crate::core::{BindId, ColourFn};
use crate::core::{CoreId, Dec, Kind, Op, Pat};
use crate::session::Session;
use crate::span::Span;
use crate::types::ty::{DataId, Node, Ty};
use crate::vm::prim;
use crate::vm::program::ColourSetId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Primitives on values of any type that cannot tell colours apart.
const FAIR: &[&str] = &[
    "ms_empty",
    "ms_single",
    "ms_add",
    "ms_sub",
    "ms_scale",
    "ms_le",
    "ms_count",
    "ms_size",
    "ms_of_list",
    "ms_of_pairs",
    "list_append",
    "timed_make",
    "timed_value",
    "timed_stamp",
];

/// Functions of the library whose value does not depend on the order in which they look at the elements of a multi-set, although they look at them in order.
const TRUSTED: &[&str] = &[
    "ms_to_col",
    "filter",
    "ms_filter",
    "ext_col",
    "ext_ms",
    "ms_exists",
    "ms_all",
    "legal_ms",
];

/// Colours of an enumerated or index colour set, as tags or numbers.
pub type Permuted = BTreeMap<ColourSetId, Vec<i64>>;

/// What keeps an expression from being proven to treat colours alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Special {
    /// Where.
    pub span: Span,
    /// What is there.
    pub why: String,
}

struct Walk<'a> {
    session: &'a Session,
    /// The permuted colours, by their type.
    data: FxHashMap<DataId, &'a [i64]>,
    trusted: FxHashSet<BindId>,
    seen: FxHashSet<BindId>,
    /// Expressions to look at, each with where the net leads to it.
    work: Vec<(CoreId, Span)>,
    /// Colour sets all of whose colours are used.
    closed: Vec<ColourSetId>,
}

impl Session {
    /// Looks whether expressions treat colours alike. If so, these are the colour sets that must be closed under permutations for it to be true.
    pub fn treat_alike(
        &self,
        expressions: &[CoreId],
        permuted: &Permuted,
    ) -> Result<Vec<ColourSetId>, Special> {
        let mut data = FxHashMap::default();
        for (set, colours) in permuted {
            let (name, ty, _) = &self.checker.colours[set.0 as usize];
            let span = expressions.first().map(|&e| self.checker.core[e].span);
            match self.data_of(*ty) {
                Some(id) => {
                    data.insert(id, colours.as_slice());
                }
                // The colours of an `int with` are ints, and everything is done with ints.
                None => {
                    return Err(Special {
                        span: span.unwrap_or(Span::new(crate::span::SourceId(0), 0, 0)),
                        why: format!("the colours of {name} are ints"),
                    });
                }
            }
        }
        let trusted = (self.checker.core.bindings.iter().enumerate()).filter(|(_, binding)| {
            let known = binding.global && TRUSTED.contains(&&*binding.name);
            known && self.is_library(binding.span.source)
        });
        let mut walk = Walk {
            session: self,
            data,
            trusted: trusted.map(|(number, _)| BindId(number as u32)).collect(),
            seen: FxHashSet::default(),
            work: (expressions.iter())
                .map(|&e| (e, self.checker.core[e].span))
                .collect(),
            closed: Vec::new(),
        };
        while let Some((expr, from)) = walk.work.pop() {
            walk.expression(expr, from)?;
        }
        Ok(walk.closed)
    }

    fn data_of(&self, ty: Ty) -> Option<DataId> {
        match self.checker.types.node(ty) {
            Node::Con(constructor, _) => {
                self.checker.types.constructors[constructor.0 as usize].data
            }
            _ => None,
        }
    }
}

impl Walk<'_> {
    fn expression(&mut self, id: CoreId, from: Span) -> Result<(), Special> {
        let core = &self.session.checker.core;
        let expr = &core[id];
        // In the library, tell where the net uses it.
        let at = match self.session.is_library(expr.span.source) {
            true => from,
            false => expr.span,
        };
        let special = |why: &str| {
            Err(Special {
                span: at,
                why: why.to_string(),
            })
        };
        match &expr.kind {
            Kind::Con(data, tag) => match self.data.get(data) {
                Some(colours) if self.is_index(*data) || colours.contains(&i64::from(*tag)) => {
                    return special("names a colour that is permuted");
                }
                _ => {}
            },
            // the constructor of an index with a number that stays
            Kind::App(f, argument) => {
                let fixed = match (&core[*f].kind, &core[*argument].kind) {
                    (Kind::Con(data, _), Kind::Int(number)) => {
                        let colours = self.data.get(data);
                        colours.is_some_and(|c| !c.iter().any(|&c| *number == c.into()))
                    }
                    _ => false,
                };
                if fixed {
                    return Ok(());
                }
            }
            Kind::Prim(number, ty) => {
                let fair = prim::info(*number)
                    .is_some_and(|info| !info.shaped() || FAIR.contains(&info.name));
                let blind = ty.is_some_and(|ty| !self.may_hold(ty));
                if !fair && !blind {
                    return special("depends on the order of colours");
                }
            }
            Kind::Colour(function, set) => {
                let sets = &self.session.checker.colours;
                if self.may_hold(sets[set.0 as usize].1) {
                    match function {
                        // A random colour is each of them in its turn.
                        ColourFn::All | ColourFn::Legal | ColourFn::Size | ColourFn::Ran => {
                            self.closed.push(*set);
                        }
                        _ => return special("depends on the order or the names of colours"),
                    }
                }
            }
            Kind::Op(Op::Ref | Op::Deref | Op::Assign) => return special("uses a ref cell"),
            Kind::Handle(..) if !self.session.is_library(expr.span.source) => {
                return special("handles an exception, which may depend on the order of colours");
            }
            Kind::Match(found) => {
                for pattern in found.rows.iter().flat_map(|row| &row.0) {
                    self.pattern(pattern, at)?;
                }
            }
            Kind::Let(decs, _) => {
                for dec in decs {
                    if let Dec::Val { pat, .. } = dec {
                        self.pattern(pat, at)?;
                    }
                }
            }
            Kind::Var(bind, types) => self.variable(*bind, types, at)?,
            _ => {}
        }
        let mut parts = Vec::new();
        crate::compile::children(core, id, &mut parts);
        self.work.extend(parts.into_iter().map(|part| (part, at)));
        Ok(())
    }

    /// What a variable stands for, if it was declared.
    fn variable(&mut self, bind: BindId, types: &[Ty], at: Span) -> Result<(), Special> {
        let binding = self.session.checker.core.binding(bind);
        let of_library = self.session.is_library(binding.span.source);
        let blind = !types.is_empty() && !types.iter().any(|&ty| self.may_hold(ty));
        if self.trusted.contains(&bind) || of_library && blind || !self.seen.insert(bind) {
            return Ok(());
        }
        let definition = self.session.compiler.definition(bind);
        if definition.is_none() && binding.global {
            return Err(Special {
                span: at,
                why: format!("`{}` is not known to treat colours alike", binding.name),
            });
        }
        if let Some((body, pattern)) = definition {
            if let Some(pattern) = pattern {
                self.pattern(&pattern, at)?;
            }
            self.work.push((body, at));
        }
        Ok(())
    }

    fn pattern(&self, pattern: &Pat, at: Span) -> Result<(), Special> {
        let mut work = vec![pattern];
        while let Some(pattern) = work.pop() {
            match pattern {
                Pat::Con(data, tag, argument, _) => {
                    let colours = self.data.get(data);
                    let permuted = |number: i64| colours.is_some_and(|c| c.contains(&number));
                    let special = match (colours, argument.as_deref()) {
                        (None, _) => false,
                        (Some(_), None) => permuted((*tag).into()),
                        (Some(_), Some(Pat::Wild)) => false,
                        (Some(c), Some(Pat::Int(number, _))) => {
                            c.iter().any(|&c| *number == c.into())
                        }
                        (Some(_), Some(_)) => true,
                    };
                    if special {
                        return Err(Special {
                            span: at,
                            why: "looks which of the permuted colours it is".to_string(),
                        });
                    }
                    work.extend(argument.as_deref());
                }
                Pat::As(_, p) | Pat::Ref(p) | Pat::Exn(_, Some(p)) => work.push(p),
                Pat::Timed(value, stamp, _) => work.extend([&**value, &**stamp]),
                Pat::Tuple(fields, _) => work.extend(fields.iter().map(|field| &field.1)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the colours of a type carry a number.
    fn is_index(&self, data: DataId) -> bool {
        let known = &self.session.checker.types.data[data.0 as usize];
        known
            .constructors
            .iter()
            .any(|constructor| constructor.1.is_some())
    }

    /// Whether a value of a type can have permuted colours in it. A type variable may stand for anything.
    fn may_hold(&self, ty: Ty) -> bool {
        let types = &self.session.checker.types;
        let mut work = vec![ty];
        let (mut seen, mut parameters) = (FxHashSet::default(), FxHashSet::default());
        while let Some(ty) = work.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match types.node(ty) {
                Node::Var(variable) if parameters.contains(variable) => {}
                Node::Var(_) | Node::Error => return true,
                Node::Fun(from, to) => work.extend([*from, *to]),
                Node::Tuple(parts) => work.extend(parts.iter()),
                Node::Record(fields) => work.extend(fields.iter().map(|field| field.1)),
                Node::Con(constructor, arguments) => {
                    work.extend(arguments.iter());
                    let Some(data) = types.constructors[constructor.0 as usize].data else {
                        continue;
                    };
                    if self.data.contains_key(&data) {
                        return true;
                    }
                    // What a parameter stands for is among the arguments.
                    let known = &types.data[data.0 as usize];
                    parameters.extend(known.params.iter().copied());
                    work.extend(known.constructors.iter().filter_map(|c| c.1));
                }
            }
        }
        false
    }
}
