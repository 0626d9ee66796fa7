//! Expressions read as patterns: on an input arc `(n, d)` gives `n` and `d` their values from a token.
//!
//! Variables that have no value yet get one. Everything else is compared: variables that have one, second occurrences, and what is no pattern
//! at all, such as the `n + 1` of `(n + 1, d)`.

use super::env::Value;
use super::inscription::Checked;
use super::ty::{Constructor, Data, DataId, Equality, LIST, Ty, TyCon};
use super::{Checker, Why};
use crate::core::{BindId, CoreId, Kind, Match, Op, Otherwise, Pat};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::vm::program::ColourSetId;
use std::sync::Arc;

/// Larger expressions are not taken apart: patterns are nested, and looked into recursively.
const SIZE: usize = 1000;

/// What an expression is as a pattern.
#[derive(Clone, Debug, Default)]
pub struct PatternShape {
    /// Net variables at places where a pattern can bind them, repetitions included.
    pub variables: Vec<Ident>,
    /// Parts that can only be computed and compared.
    pub computed: Vec<ExprId>,
    /// Whether it also has constants or constructors, which not every value fits.
    pub constants: bool,
}

/// What a matcher looks at.
#[derive(Copy, Clone, Debug)]
pub enum Subject {
    /// A colour that is the function's first argument.
    Colour(ColourSetId),
    /// An expression of the same text.
    Value(ExprId),
}

/// A pattern being made.
struct Pattern<'a> {
    new: &'a [Name],
    /// Where each of `new` is found.
    binds: Vec<Option<BindId>>,
    /// A part of the value and what it must be equal to.
    equal: Vec<(BindId, ExprId)>,
}

impl Checker {
    /// What an expression is as a pattern.
    pub fn pattern_shape(&self, ast: &Ast, e: ExprId) -> PatternShape {
        let mut shape = PatternShape::default();
        let mut work = vec![e];
        let mut size = 0;
        while let Some(e) = work.pop() {
            size += 1;
            match &ast[e].kind {
                ExprKind::Lit(Lit::Real(_)) => shape.computed.push(e),
                ExprKind::Lit(_) => shape.constants = true,
                ExprKind::Var(path) => match self.named(path) {
                    Some(Value::NetVar(..)) => shape.variables.push(Ident {
                        name: path.name.clone(),
                        span: path.span,
                    }),
                    Some(Value::Con(data, tag)) if !self.carries(*data, *tag) => {
                        shape.constants = true;
                    }
                    _ => shape.computed.push(e),
                },
                ExprKind::Tuple(parts) => work.extend(parts.iter().rev()),
                ExprKind::List(parts) => {
                    shape.constants = true;
                    work.extend(parts.iter().rev());
                }
                ExprKind::Record(fields) => work.extend(fields.iter().rev().map(|f| f.1)),
                ExprKind::Typed(inner, _) => work.push(*inner),
                ExprKind::App(f, x) if self.constructor_applied(ast, *f).is_some() => {
                    shape.constants = true;
                    work.push(*x);
                }
                _ => shape.computed.push(e),
            }
        }
        if size > SIZE {
            return PatternShape {
                computed: vec![e],
                ..PatternShape::default()
            };
        }
        shape
    }

    fn named(&self, path: &Path) -> Option<&Value> {
        self.env.scope(&path.structures)?.values.get(&path.name)
    }

    fn carries(&self, data: DataId, tag: u16) -> bool {
        let data = &self.types.data[data.0 as usize];
        data.constructors[tag as usize].1.is_some()
    }

    fn constructor_applied(&self, ast: &Ast, f: ExprId) -> Option<(DataId, u16)> {
        let ExprKind::Var(path) = &ast[f].kind else {
            return None;
        };
        match self.named(path) {
            Some(Value::Con(data, tag)) if self.carries(*data, *tag) => Some((*data, *tag)),
            _ => None,
        }
    }

    /// An expression as a matcher: a function of the colour, if that is the subject, and of the variables `bound`. It gives a `bool` if there is nothing `new`;
    /// else nothing, or an object with the values of the variables `new`.
    pub fn matcher(
        &mut self,
        ast: &Ast,
        e: ExprId,
        subject: Subject,
        bound: &[Name],
        new: &[Name],
    ) -> Checked {
        let span = ast[e].span;
        self.as_function(span, |c| {
            let mut params = Vec::new();
            let colour = match subject {
                Subject::Colour(set) => {
                    let ty = c.colour_type(set);
                    let bind = c.parameter("colour", ty, span);
                    params.push(bind);
                    Some(c.mention(bind, span))
                }
                Subject::Value(_) => None,
            };
            let types: Vec<Ty> = new.iter().map(|n| c.net_variable_type(n)).collect();
            params.extend(c.net_parameters(bound, span));
            let value = match (colour, subject) {
                (None, Subject::Value(e)) => c.infer(ast, e),
                (Some(colour), _) => colour,
                (None, Subject::Colour(_)) => c.error_expr(span),
            };
            let ty = c.core[value].ty;
            let mut pattern = Pattern {
                new,
                binds: vec![None; new.len()],
                equal: Vec::new(),
            };
            let pat = c.read_pattern(ast, e, ty, &mut pattern);
            let body = c.matched(ast, &pattern, &types, span);
            let (yes, no) = body;
            let found = Match {
                subjects: vec![value],
                rows: vec![(vec![pat], yes), (vec![Pat::Wild], no)],
                otherwise: Otherwise::RaiseMatch,
            };
            let ty = c.core[no].ty;
            (params, c.core.add(Kind::Match(found), ty, span))
        })
    }

    fn mention(&mut self, bind: BindId, span: Span) -> CoreId {
        let ty = self.core.binding(bind).scheme.ty;
        self.core.add(Kind::Var(bind, Arc::from([])), ty, span)
    }

    /// What the matcher gives if the pattern fits, and if it does not.
    fn matched(
        &mut self,
        ast: &Ast,
        pattern: &Pattern,
        types: &[Ty],
        span: Span,
    ) -> (CoreId, CoreId) {
        for (name, bind) in pattern.new.iter().zip(&pattern.binds) {
            if let Some(bind) = bind {
                self.add_value(name, Value::Var(*bind));
            }
        }
        let values: Vec<CoreId> = (pattern.binds.iter())
            .map(|bind| match bind {
                Some(bind) => self.mention(*bind, span),
                None => self.error_expr(span),
            })
            .collect();
        let (mut yes, no) = match values[..] {
            [] => (self.truth(true, span), self.truth(false, span)),
            _ => self.found(&values, types, span),
        };
        let result = self.core[no].ty;
        for &(part, e) in pattern.equal.iter().rev() {
            let ty = self.core.binding(part).scheme.ty;
            let left = self.mention(part, ast[e].span);
            let right = self.check(ast, e, ty, &Why::none());
            let pair = self.tuple(&[left, right], ast[e].span);
            let operator = self.value(&Value::Op(Op::Eq), &"=".into(), ast[e].span);
            let (from, bool) = (self.core[pair].ty, self.bool);
            let want = self.types.fun(from, bool);
            self.expect(operator, want, &Why::none());
            let same = self.core.add(Kind::App(operator, pair), bool, ast[e].span);
            yes = self.core.add(Kind::If(same, yes, no), result, span);
        }
        (yes, no)
    }

    /// The values as one object, and what stands for no object.
    fn found(&mut self, values: &[CoreId], types: &[Ty], span: Span) -> (CoreId, CoreId) {
        let data = self.found_type(values.len());
        let tycon = self.types.data[data.0 as usize].tycon;
        let ty = self.types.con(tycon, types);
        let argument = match values {
            [only] => *only,
            _ => self.tuple(values, span),
        };
        let from = self.core[argument].ty;
        let function = self.types.fun(from, ty);
        let some = self.core.add(Kind::Con(data, 1), function, span);
        let yes = self.core.add(Kind::App(some, argument), ty, span);
        let no = self.core.add(Kind::Con(data, 0), ty, span);
        (yes, no)
    }

    /// `datatype ('a, 'b) found = NONE | SOME of 'a * 'b` for as many components. Unlike a tuple in an `option`, its values are one object.
    fn found_type(&mut self, components: usize) -> DataId {
        if self.found.len() <= components {
            self.found.resize(components + 1, None);
        }
        if let Some(known) = self.found[components] {
            return known;
        }
        self.types.level += 1;
        let parts: Vec<Ty> = (0..components).map(|_| self.types.fresh()).collect();
        let carried = match parts[..] {
            [only] => only,
            _ => self.types.tuple(&parts),
        };
        self.types.level -= 1;
        let params = self.types.generalisable(&parts).to_vec();
        let id = DataId(self.types.data.len() as u32);
        let tycon = TyCon(self.types.constructors.len() as u32);
        self.types.constructors.push(Constructor {
            name: "found".into(),
            arity: components,
            data: Some(id),
            equality: Equality::IfArguments,
        });
        self.types.data.push(Data {
            tycon,
            params,
            constructors: vec![("NONE".into(), None), ("SOME".into(), Some(carried))],
        });
        self.found[components] = Some(id);
        id
    }

    fn read_pattern(&mut self, ast: &Ast, e: ExprId, want: Ty, pattern: &mut Pattern) -> Pat {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.read_pattern_step(ast, e, want, pattern)
        })
    }

    fn read_pattern_step(&mut self, ast: &Ast, e: ExprId, want: Ty, pattern: &mut Pattern) -> Pat {
        let span = ast[e].span;
        let why = Why::none();
        match &ast[e].kind {
            ExprKind::Lit(lit) if !matches!(lit, Lit::Real(_)) => {
                self.literal_pattern(lit, span, want, &why)
            }
            ExprKind::Var(path) => match self.named(path).cloned() {
                Some(Value::Con(data, tag)) if !self.carries(data, tag) => {
                    let (ty, _) = self.constructor_type(data, tag);
                    self.expect_type(span, ty, want, &why);
                    Pat::Con(data, tag, None, ty)
                }
                Some(Value::NetVar(ty, ..)) => {
                    let place = pattern.new.iter().position(|n| *n == path.name);
                    self.expect_type(span, ty, want, &why);
                    match place {
                        Some(i) if pattern.binds[i].is_none() => {
                            let bind = self.parameter(&path.name, ty, span);
                            pattern.binds[i] = Some(bind);
                            Pat::Var(bind)
                        }
                        _ => self.compared(e, ty, span, pattern),
                    }
                }
                _ => self.compared(e, want, span, pattern),
            },
            ExprKind::Tuple(parts) => {
                let types: Vec<Ty> = parts.iter().map(|_| self.types.fresh()).collect();
                let ty = self.types.tuple(&types);
                self.expect_type(span, ty, want, &why);
                let pats = (parts.iter().zip(types).enumerate())
                    .map(|(i, (&p, ty))| {
                        let label = (i + 1).to_string().into();
                        (label, self.read_pattern(ast, p, ty, pattern))
                    })
                    .collect();
                Pat::Tuple(pats, want)
            }
            ExprKind::Record(fields) => {
                let parts: Vec<(Name, Ty)> = (fields.iter())
                    .map(|f| (f.0.name.clone(), self.types.fresh()))
                    .collect();
                let ty = self.types.record(parts.clone());
                self.expect_type(span, ty, want, &why);
                let pats = (fields.iter().zip(parts))
                    .map(|((label, p), (_, ty))| {
                        (label.name.clone(), self.read_pattern(ast, *p, ty, pattern))
                    })
                    .collect();
                Pat::Tuple(pats, want)
            }
            ExprKind::List(parts) => {
                let elem = self.types.fresh();
                let ty = self.types.con(LIST, &[elem]);
                self.expect_type(span, ty, want, &why);
                let pats = (parts.iter())
                    .map(|&p| self.read_pattern(ast, p, elem, pattern))
                    .collect();
                self.list_pattern(pats, ty)
            }
            ExprKind::Typed(inner, t) => {
                let ty = self.annotation(ast, *t);
                self.expect_type(span, ty, want, &why);
                self.read_pattern(ast, *inner, want, pattern)
            }
            ExprKind::App(f, x) => match self.constructor_applied(ast, *f) {
                Some((data, tag)) => {
                    let (ty, of) = self.constructor_type(data, tag);
                    self.expect_type(span, ty, want, &why);
                    let of = of.unwrap_or(self.unit);
                    let inner = self.read_pattern(ast, *x, of, pattern);
                    Pat::Con(data, tag, Some(Box::new(inner)), ty)
                }
                None => self.compared(e, want, span, pattern),
            },
            _ => self.compared(e, want, span, pattern),
        }
    }

    fn compared(&mut self, e: ExprId, ty: Ty, span: Span, pattern: &mut Pattern) -> Pat {
        let part = self.parameter("part", ty, span);
        pattern.equal.push((part, e));
        Pat::Var(part)
    }
}
