//! Functions that products, records and unions bring along for their parts: `CS.set_…`, `CS.mult`, `CS.of_…`.
//!
//! They depend on the components of the set, so they are made here as `core` functions, one for each declaration.

use super::env::{Env, Value};
use super::ty::{MS, Node, Ty};
use super::{Checker, ColsetForm, Item, Why};
use crate::core::{self, BindId, ColourFn, CoreId, Function, Kind, Match, Otherwise, Pat};
use crate::span::Span;
use crate::syntax::ast::{Ident, Name};
use crate::vm::program::ColourSetId;
use std::sync::Arc;

impl Checker {
    /// `set_…` and `mult` of products and records, `of_…` of unions.
    pub(super) fn part_functions(
        &mut self,
        form: &ColsetForm,
        ty: Ty,
        span: Span,
        env: &mut Env,
        items: &mut Vec<Item>,
    ) {
        match form {
            ColsetForm::Product(_) | ColsetForm::Record(_) => {
                let fields = self.types.fields(ty).unwrap_or_default();
                // Labels and colour sets of the parts in the order of declaration
                let declared: Vec<(Name, ColourSetId)> = match form {
                    ColsetForm::Record(parts) => parts.clone(),
                    ColsetForm::Product(parts) => (fields.iter())
                        .map(|f| f.0.clone())
                        .zip(parts.iter().copied())
                        .collect(),
                    _ => Vec::new(),
                };
                for (label, set) in &declared {
                    let at = fields.iter().position(|f| f.0 == *label).unwrap_or(0);
                    let function = self.setter(ty, &fields, at, *set, span);
                    self.add_function(&format!("set_{label}"), function, span, env, items);
                }
                let declared: Vec<Name> = declared.into_iter().map(|d| d.0).collect();
                let function = self.multiplier(ty, &fields, &declared, span);
                self.add_function("mult", function, span, env, items);
            }
            ColsetForm::Union(parts) => {
                for (tag, (name, of)) in parts.iter().enumerate() {
                    let function = self.tester(ty, tag as u16, of.is_some(), span);
                    self.add_function(&format!("of_{name}"), function, span, env, items);
                }
            }
            _ => {}
        }
    }

    fn add_function(
        &mut self,
        name: &str,
        function: (Ty, Arc<[BindId]>, CoreId),
        span: Span,
        env: &mut Env,
        items: &mut Vec<Item>,
    ) {
        let name = Ident {
            name: name.into(),
            span,
        };
        let (ty, params, body) = function;
        let bind = self.new_binding(&name, ty);
        env.values.insert(name.name.clone(), Value::Var(bind));
        let function = Function { bind, params, body };
        items.push(Item::Dec(core::Dec::Fun(vec![function]), Vec::new()));
    }

    fn var(&mut self, bind: BindId, span: Span) -> CoreId {
        let ty = self.core.binding(bind).scheme.ty;
        self.core.add(Kind::Var(bind, Arc::from([])), ty, span)
    }

    /// `fn colour => fn value => colour with one component replaced`
    fn setter(
        &mut self,
        ty: Ty,
        fields: &[(Name, Ty)],
        at: usize,
        set: ColourSetId,
        span: Span,
    ) -> (Ty, Arc<[BindId]>, CoreId) {
        let colour = self.parameter("colour", ty, span);
        let value = self.parameter("value", fields[at].1, span);
        let parts = (fields.iter().enumerate())
            .map(|(i, (label, part))| {
                if i == at {
                    return (i as u16, self.var(value, span));
                }
                let select_ty = self.types.fun(ty, *part);
                let select = self.core.add(Kind::Select(label.clone()), select_ty, span);
                let whole = self.var(colour, span);
                (
                    i as u16,
                    self.core.add(Kind::App(select, whole), *part, span),
                )
            })
            .collect();
        let whole = self.core.add(Kind::Tuple(parts), ty, span);
        let body = self.if_legal(value, set, whole, span);
        let result = self.types.fun(fields[at].1, ty);
        (self.types.fun(ty, result), Arc::from([colour, value]), body)
    }

    /// `if CS.legal value then body else raise CPN'Error (CS.illegal_msg value)`
    fn if_legal(&mut self, value: BindId, set: ColourSetId, body: CoreId, span: Span) -> CoreId {
        let (bool, string, exn) = (self.bool, self.string, self.exn);
        let (part, ty) = (self.core.binding(value).scheme.ty, self.core[body].ty);
        let apply = |c: &mut Checker, function, result| {
            let from = c.types.fun(part, result);
            let function = c.core.add(Kind::Colour(function, set), from, span);
            let argument = c.var(value, span);
            c.core.add(Kind::App(function, argument), result, span)
        };
        let legal = apply(self, ColourFn::Legal, bool);
        let message = apply(self, ColourFn::IllegalMsg, string);
        let error_ty = self.types.fun(string, exn);
        let id = crate::core::ExnId(u32::from(crate::vm::exn::CPN_ERROR));
        let error = self.core.add(Kind::Exn(id), error_ty, span);
        let packet = self.core.add(Kind::App(error, message), exn, span);
        let raise = self.core.add(Kind::Raise(packet), ty, span);
        self.core.add(Kind::If(legal, body, raise), ty, span)
    }

    /// `fn colour => is it made by this constructor?`
    fn tester(
        &mut self,
        ty: Ty,
        tag: u16,
        carries: bool,
        span: Span,
    ) -> (Ty, Arc<[BindId]>, CoreId) {
        let Node::Con(con, _) = *self.types.node(ty) else {
            let body = self.error_expr(span);
            return (ty, Arc::from([]), body);
        };
        let data = self.types.constructors[con.0 as usize]
            .data
            .unwrap_or(super::ty::DataId(0));
        let colour = self.parameter("colour", ty, span);
        let subject = self.var(colour, span);
        let bool = self.bool;
        let truth = |c: &mut Checker, value| {
            c.core.add(
                Kind::Con(super::ty::DataId(0), u16::from(value)),
                bool,
                span,
            )
        };
        let (yes, no) = (truth(self, true), truth(self, false));
        let found = Match {
            subjects: vec![subject],
            rows: vec![
                (
                    vec![Pat::Con(
                        data,
                        tag,
                        carries.then(|| Box::new(Pat::Wild)),
                        ty,
                    )],
                    yes,
                ),
                (vec![Pat::Wild], no),
            ],
            otherwise: Otherwise::RaiseMatch,
        };
        let body = self.core.add(Kind::Match(found), bool, span);
        (self.types.fun(ty, bool), Arc::from([colour]), body)
    }

    /// `fn (ms1, ms2, …) => the multi-set of all combinations`, arguments in the order of declaration
    fn multiplier(
        &mut self,
        ty: Ty,
        fields: &[(Name, Ty)],
        declared: &[Name],
        span: Span,
    ) -> (Ty, Arc<[BindId]>, CoreId) {
        let result = self.types.con(MS, &[ty]);
        let of = |label: &Name| fields.iter().position(|f| f.0 == *label).unwrap_or(0);
        let order: Vec<usize> = declared.iter().map(of).collect();
        let sets: Vec<Ty> = order
            .iter()
            .map(|&i| self.types.con(MS, &[fields[i].1]))
            .collect();
        let from = self.types.tuple(&sets);
        let argument = self.parameter("multisets", from, span);
        let colours: Vec<BindId> = order
            .iter()
            .map(|&i| self.parameter("colour", fields[i].1, span))
            .collect();
        let parts = (order.iter().zip(&colours))
            .map(|(&i, &c)| (i as u16, self.var(c, span)))
            .collect();
        let mut body = self.core.add(Kind::Tuple(parts), ty, span);
        for k in (0..order.len()).rev() {
            // `ext_col` for the innermost, `ext_ms` around it
            let name = if k + 1 == order.len() {
                "ext_col"
            } else {
                "ext_ms"
            };
            let extend = self.overloaded_function(&[name], span);
            let body_ty = self.core[body].ty;
            let inner_ty = self.types.fun(fields[order[k]].1, body_ty);
            let function = self
                .core
                .add(Kind::Fn(Arc::from([colours[k]]), body), inner_ty, span);
            let rest_ty = self.types.fun(sets[k], result);
            let whole = self.types.fun(inner_ty, rest_ty);
            self.expect(extend, whole, &Why::none());
            let partial = self.core.add(Kind::App(extend, function), rest_ty, span);
            let select_ty = self.types.fun(from, sets[k]);
            let select = self
                .core
                .add(Kind::Select((k + 1).to_string().into()), select_ty, span);
            let all = self.var(argument, span);
            let set = self.core.add(Kind::App(select, all), sets[k], span);
            body = self.core.add(Kind::App(partial, set), result, span);
        }
        (self.types.fun(from, result), Arc::from([argument]), body)
    }

    /// `unit with e`: `e` is another name of `()`.
    pub(super) fn unit_name(&mut self, name: &Name, span: Span, items: &mut Vec<Item>) {
        let unit = self.unit;
        let expr = self.core.add(Kind::Tuple(Vec::new()), unit, span);
        let ident = Ident {
            name: name.clone(),
            span,
        };
        let bind = self.new_binding(&ident, unit);
        self.bind(&ident, bind);
        let dec = core::Dec::Val {
            pat: Pat::Var(bind),
            expr,
            vars: Arc::from([]),
            span,
        };
        items.push(Item::Dec(dec, Vec::new()));
    }
}
