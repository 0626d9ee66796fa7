//! Which variables a function needs from outside.
//!
//! A call of a local function passes the variables the function uses as further arguments (lambda lifting), so a local loop allocates nothing. What a
//! function needs includes what the local functions it calls need. Bindings are unique, so the order of things inside a body does not matter.

use crate::core::{BindId, Binding, Core, CoreId, Dec, Function, Kind, Pat};
use crate::types::ty::{Node, Scheme, TyVar, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A polymorphic `val`: evaluated at each use, at the types of that use.
#[derive(Clone, Debug)]
pub struct Template {
    /// What is bound.
    pub pat: Pat,
    /// The value: an expression without effect.
    pub expr: CoreId,
    /// The variables it is generalised over.
    pub vars: Arc<[TyVar]>,
}

/// What a body mentions.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// Variables used, in order of first use.
    used: Vec<BindId>,
    /// Variables bound inside.
    bound: FxHashSet<BindId>,
}

/// All known functions and templates, and what they use.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// Functions by their variable.
    pub functions: FxHashMap<BindId, Function>,
    /// Polymorphic values by each variable they bind.
    pub templates: FxHashMap<BindId, Template>,
    /// All values declared with `val`, by each variable they bind.
    pub values: FxHashMap<BindId, (CoreId, Pat)>,
    uses: FxHashMap<CoreId, Uses>,
    free: FxHashMap<CoreId, Arc<[BindId]>>,
}

impl Definitions {
    /// Registers a declaration and all that are nested in it.
    pub fn register(&mut self, core: &mut Core, types: &Types, dec: &Dec) {
        let mut work = Vec::new();
        self.register_one(core, types, dec, &mut work);
        let mut applied = FxHashSet::default();
        while let Some(id) = work.pop() {
            match &core[id].kind {
                Kind::Let(decs, _) => {
                    for dec in decs {
                        // The expressions of nested declarations are children and come by themselves.
                        self.register_one(core, types, dec, &mut Vec::new());
                    }
                }
                Kind::App(f, _) => {
                    applied.insert(*f);
                }
                _ => {}
            }
            if !applied.contains(&id) {
                expand(core, types, id);
            }
            children(core, id, &mut work);
        }
    }

    fn register_one(&mut self, core: &Core, types: &Types, dec: &Dec, work: &mut Vec<CoreId>) {
        match dec {
            Dec::Fun(functions) => {
                for function in functions {
                    self.functions.insert(function.bind, function.clone());
                    work.push(function.body);
                }
            }
            Dec::Val {
                pat, expr, vars, ..
            } => {
                work.push(*expr);
                let mut all = Vec::new();
                bound_by(pat, &mut all);
                let value = |bind| (bind, (*expr, pat.clone()));
                self.values.extend(all.into_iter().map(value));
                // Polymorphic, or just another name of a primitive or function
                let names_function = matches!(pat, Pat::Var(_))
                    && matches!(types.node(core[*expr].ty), Node::Fun(..))
                    && matches!(
                        core[*expr].kind,
                        Kind::Var(..) | Kind::Prim(..) | Kind::Op(_) | Kind::Con(..) | Kind::Exn(_)
                    );
                if !vars.is_empty() || names_function {
                    let mut binds = Vec::new();
                    bound_by(pat, &mut binds);
                    for bind in binds {
                        let template = Template {
                            pat: pat.clone(),
                            expr: *expr,
                            vars: vars.clone(),
                        };
                        self.templates.insert(bind, template);
                    }
                }
            }
        }
    }

    /// The variables a function with these parameters and body needs from outside.
    pub fn free(&mut self, core: &Core, params: &[BindId], body: CoreId) -> Arc<[BindId]> {
        if let Some(free) = self.free.get(&body) {
            return free.clone();
        }
        let mut free: Vec<BindId> = Vec::new();
        let mut seen: FxHashSet<BindId> = FxHashSet::default();
        let mut seen_bodies = FxHashSet::from_iter([body]);
        let mut bodies: Vec<(CoreId, Arc<[BindId]>)> = vec![(body, params.into())];
        while let Some((next, params)) = bodies.pop() {
            let uses = self.uses(core, next).clone();
            for bind in uses.used {
                if core.binding(bind).global {
                    continue;
                }
                let elsewhere = match (self.functions.get(&bind), self.templates.get(&bind)) {
                    (Some(function), _) => Some((function.body, function.params.clone())),
                    (None, Some(template)) => Some((template.expr, Arc::from([]))),
                    (None, None) => None,
                };
                match elsewhere {
                    Some((other, params)) if seen_bodies.insert(other) => {
                        bodies.push((other, params));
                    }
                    Some(_) => {}
                    None if uses.bound.contains(&bind) || params.contains(&bind) => {}
                    None if seen.insert(bind) => free.push(bind),
                    None => {}
                }
            }
        }
        // A function defined inside this one may use this one's variables.
        let own = self.uses(core, body).bound.clone();
        free.retain(|b| !own.contains(b) && !params.contains(b));
        let free: Arc<[BindId]> = free.into();
        self.free.insert(body, free.clone());
        free
    }

    fn uses(&mut self, core: &Core, body: CoreId) -> &Uses {
        self.uses.entry(body).or_insert_with(|| {
            let mut uses = Uses::default();
            let mut seen = FxHashSet::default();
            let mut work = vec![body];
            while let Some(id) = work.pop() {
                mentions(core, id, &mut uses, &mut seen);
                children(core, id, &mut work);
            }
            uses
        })
    }
}

/// Writes out `op +` where it stands as a value: `fn x => op + x`.
fn expand(core: &mut Core, types: &Types, id: CoreId) {
    let head = matches!(
        core[id].kind,
        Kind::Con(..)
            | Kind::Exn(_)
            | Kind::Prim(..)
            | Kind::Op(_)
            | Kind::Select(_)
            | Kind::Colour(..)
    );
    if let (true, Node::Fun(from, to)) = (head, types.node(core[id].ty).clone()) {
        let span = core[id].span;
        let param = core.bind(Binding {
            name: "argument".into(),
            span,
            scheme: Scheme::mono(from),
            global: false,
        });
        let argument = core.add(Kind::Var(param, Arc::from([])), from, span);
        let body = core.add(Kind::App(id, argument), to, span);
        core.expanded.insert(id, (param, body));
    }
}

fn mentions(core: &Core, id: CoreId, uses: &mut Uses, seen: &mut FxHashSet<BindId>) {
    let mut bound = Vec::new();
    match &core[id].kind {
        Kind::Var(bind, _) if seen.insert(*bind) => uses.used.push(*bind),
        Kind::Fn(params, _) => bound.extend(params.iter().copied()),
        Kind::Handle(_, packet, _) => bound.push(*packet),
        Kind::Match(m) => m
            .rows
            .iter()
            .flat_map(|r| &r.0)
            .for_each(|p| bound_by(p, &mut bound)),
        Kind::Let(decs, _) => {
            for dec in decs {
                match dec {
                    Dec::Val { pat, .. } => bound_by(pat, &mut bound),
                    Dec::Fun(functions) => {
                        for function in functions {
                            bound.push(function.bind);
                            bound.extend(function.params.iter().copied());
                        }
                    }
                }
            }
        }
        _ => {}
    }
    uses.bound.extend(bound);
}

/// The variables a pattern binds.
pub fn bound_by(pat: &Pat, into: &mut Vec<BindId>) {
    let mut work = vec![pat];
    while let Some(pat) = work.pop() {
        match pat {
            Pat::Var(bind) => into.push(*bind),
            Pat::As(bind, p) => {
                into.push(*bind);
                work.push(p);
            }
            Pat::Con(_, _, Some(p), _) | Pat::Exn(_, Some(p)) | Pat::Ref(p) => work.push(p),
            Pat::Timed(v, t, _) => work.extend([&**v, &**t]),
            Pat::Tuple(fields, _) => work.extend(fields.iter().map(|f| &f.1)),
            _ => {}
        }
    }
}

/// The expressions directly inside another.
pub fn children(core: &Core, id: CoreId, into: &mut Vec<CoreId>) {
    match &core[id].kind {
        Kind::App(a, b) => into.extend([*a, *b]),
        Kind::Tuple(parts) => into.extend(parts.iter().map(|p| p.1)),
        Kind::List(es) | Kind::Seq(es) => into.extend(es),
        Kind::Let(decs, body) => {
            into.push(*body);
            for dec in decs {
                match dec {
                    Dec::Val { expr, .. } => into.push(*expr),
                    Dec::Fun(functions) => into.extend(functions.iter().map(|f| f.body)),
                }
            }
        }
        Kind::If(a, b, c) => into.extend([*a, *b, *c]),
        Kind::Match(m) => {
            into.extend(&m.subjects);
            into.extend(m.rows.iter().map(|r| r.1));
        }
        Kind::Fn(_, body) => into.push(*body),
        Kind::Raise(e) => into.push(*e),
        Kind::Handle(body, _, handler) => into.extend([*body, *handler]),
        Kind::Int(_)
        | Kind::Real(_)
        | Kind::Str(_)
        | Kind::Char(_)
        | Kind::Var(..)
        | Kind::Con(..)
        | Kind::Exn(_)
        | Kind::Prim(..)
        | Kind::Op(_)
        | Kind::Colour(..)
        | Kind::Select(_)
        | Kind::Error => {}
    }
}
