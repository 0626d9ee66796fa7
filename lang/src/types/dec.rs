//! Declarations, at top level and in `let`.

use super::effects::{Clock, Effects};
use super::env::{Env, Value};
use super::ty::{Node, Ty};
use super::{Checker, Item, Why};
use crate::core::{self, BindId, CoreId, Function, Kind, Match, Op, Otherwise, Pat};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{self, *};
use std::sync::Arc;

impl Checker {
    /// Checks a whole text: for each declaration what is to be evaluated, and the names in scope after it.
    pub fn program(&mut self, ast: &Ast) -> Vec<(Vec<Item>, Env)> {
        let checked = (ast.decs.iter())
            .map(|dec| {
                let mut items = Vec::new();
                self.declare(ast, dec, &mut items);
                self.settle(dec.span);
                (items, self.env.clone())
            })
            .collect();
        self.close_unsettled();
        checked
    }

    /// Checks the declarations of a `let`.
    pub(super) fn declarations(&mut self, ast: &Ast, decs: &[ast::Dec]) -> Vec<core::Dec> {
        let mut items = Vec::new();
        for dec in decs {
            self.declare(ast, dec, &mut items);
        }
        (items.into_iter())
            .filter_map(|item| match item {
                Item::Dec(dec, _) => Some(dec),
                Item::Colset(_) => None,
            })
            .collect()
    }

    fn declare(&mut self, ast: &Ast, dec: &ast::Dec, items: &mut Vec<Item>) {
        // What it declares is missing then, but nothing is reported after that.
        if self.is_interrupted(dec.span) {
            return;
        }
        // What a declaration mentions counts for what is around it, not for the declarations beside it.
        let clock = std::mem::take(&mut self.clock);
        let effects = std::mem::take(&mut self.effects);
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.declare_step(ast, dec, items);
        });
        self.clock |= clock;
        self.effects |= effects;
    }

    fn declare_step(&mut self, ast: &Ast, dec: &ast::Dec, items: &mut Vec<Item>) {
        match &dec.kind {
            DecKind::Val {
                tyvars,
                recursive,
                bindings,
            } => {
                let before = self.open_level(ast, tyvars, &dec.kind);
                if *recursive {
                    self.val_rec(ast, bindings, items);
                } else {
                    self.val(ast, bindings, dec.span, items);
                }
                self.type_variables.truncate(before);
            }
            DecKind::Fun { tyvars, functions } => {
                let before = self.open_level(ast, tyvars, &dec.kind);
                self.fun(ast, functions, items);
                self.type_variables.truncate(before);
            }
            DecKind::Type(bindings) => self.type_bindings(ast, bindings),
            DecKind::Datatype(datatypes, aliases) => self.datatypes(ast, datatypes, aliases),
            DecKind::DatatypeCopy(name, path) => self.datatype_copy(name, path),
            DecKind::Exception(exceptions) => self.exception(ast, exceptions),
            DecKind::Local(hidden, shown) => {
                let outside = self.env.clone();
                self.recorders.push(Env::default());
                self.hidden(ast, hidden, items);
                self.recorders.pop();
                self.recorders.push(Env::default());
                shown.iter().for_each(|d| self.declare(ast, d, items));
                let declared = self.recorders.pop().unwrap_or_default();
                self.env = outside;
                self.add_all(&declared);
            }
            DecKind::Structure(name, decs) => {
                let outside = self.env.clone();
                self.recorders.push(Env::default());
                self.structure_path.push(name.name.clone());
                self.hidden(ast, decs, items);
                self.structure_path.pop();
                let declared = self.recorders.pop().unwrap_or_default();
                self.env = outside;
                self.add_structure(name.name.clone(), declared);
            }
            DecKind::Open(paths) => {
                for path in paths {
                    let mut full = path.structures.clone();
                    full.push(path.name.clone());
                    match self.env.scope(&full).cloned() {
                        Some(env) => self.add_all(&env),
                        None => self.unknown_structure(&Path {
                            structures: full,
                            ..path.clone()
                        }),
                    }
                }
            }
            DecKind::Colset(colset) => {
                if self.depth > 0 {
                    self.report(
                        Diagnostic::error(
                            "E0414",
                            dec.span,
                            "A colour set can only be declared at top level.",
                        )
                        .at("inside an expression")
                        .help("Move the declaration out of the `let`."),
                    );
                } else {
                    self.colset(ast, colset, items);
                }
            }
            DecKind::Var(names, t) => {
                let ty = self.annotation(ast, *t);
                let colour = match &ast[*t].kind {
                    TypeKind::Con(_, path) => (self.env.scope(&path.structures))
                        .and_then(|env| env.colours.get(&path.name).copied()),
                    _ => None,
                };
                for name in names {
                    self.hide(&name.name);
                    self.add_value(&name.name, Value::NetVar(ty, colour, name.span));
                }
            }
            DecKind::Globref(name, e) => self.globref(ast, name, *e, items),
            DecKind::Expr(e) => self.top_expression(ast, *e, items),
            DecKind::Fixity(..) | DecKind::Error => {}
        }
    }

    /// Declarations whose values are not shown at top level.
    fn hidden(&mut self, ast: &Ast, decs: &[ast::Dec], items: &mut Vec<Item>) {
        let before = items.len();
        decs.iter().for_each(|d| self.declare(ast, d, items));
        for item in &mut items[before..] {
            if let Item::Dec(_, shown) = item {
                shown.clear();
            }
        }
    }

    fn open_level(&mut self, ast: &Ast, tyvars: &[Ident], dec: &DecKind) -> usize {
        self.types.level += 1;
        self.open_type_variables(ast, tyvars, dec)
    }

    /// Infers an expression that is not itself at top level.
    fn inner(&mut self, ast: &Ast, e: ExprId) -> CoreId {
        self.depth += 1;
        let id = self.infer(ast, e);
        self.depth -= 1;
        id
    }

    fn val(&mut self, ast: &Ast, bindings: &[(PatId, ExprId)], span: Span, items: &mut Vec<Item>) {
        let mut found = Vec::new();
        let mut all = Vec::new();
        for &(pat, expr) in bindings {
            let (id, ty) = self.bound_value(ast, pat, expr);
            let why = Why::new(ast[expr].span, "the value is `{}`");
            let (p, names) = self.pattern(ast, pat, ty, &why);
            if !matches!(p, Pat::Var(_) | Pat::Wild) {
                let row = Match {
                    subjects: vec![id],
                    rows: vec![(vec![p.clone()], id)],
                    otherwise: Otherwise::RaiseBind,
                };
                self.matches.push((row, ast[pat].span, vec![ast[pat].span]));
            }
            all.extend(names.iter().map(|n| n.0.clone()));
            found.push((p, id, names, self.is_value(ast, expr)));
        }
        self.distinct(all.iter(), "E0410", "variable");
        self.types.level -= 1;
        for (pat, expr, names, is_value) in found {
            let binds: Vec<BindId> = names.iter().map(|n| n.1).collect();
            let vars = if is_value {
                self.generalise(&binds)
            } else {
                self.keep_monomorphic(&binds);
                Arc::from([])
            };
            for (name, bind) in &names {
                self.bind(name, *bind);
            }
            // A value computed once keeps the stamps it got then.
            self.clock.stamps |= self.clock.counts && self.depth == 0;
            match &names[..] {
                [(name, bind)] if self.depth == 0 && self.is_new_cell(expr) => {
                    self.note_cell(&name.name, *bind);
                }
                _ if self.depth == 0 && !is_value => {
                    let kept = self.effects.kept(self.may_hold_cells(&binds));
                    self.note_effects(&binds, kept);
                }
                _ => self.note_effects(&binds, self.effects),
            }
            let dec = self.val_dec(pat, expr, vars, span);
            items.push(Item::Dec(dec, binds));
        }
    }

    /// The value of a binding; an annotation on the pattern says which type it must have.
    fn bound_value(&mut self, ast: &Ast, pat: PatId, expr: ExprId) -> (CoreId, Ty) {
        let PatKind::Typed(_, t) = &ast[pat].kind else {
            let id = self.inner(ast, expr);
            return (id, self.core[id].ty);
        };
        let want = self.annotation(ast, *t);
        let why = Why::new(ast[*t].span, "the annotation says `{}`");
        self.depth += 1;
        let id = self.check(ast, expr, want, &why);
        self.depth -= 1;
        (id, want)
    }

    fn may_hold_cells(&self, binds: &[BindId]) -> bool {
        let types = binds.iter().map(|bind| self.core.binding(*bind).scheme.ty);
        types.into_iter().any(|ty| self.types.may_hold_cells(ty))
    }

    /// What is declared with the help of a side effect has it. Declarations made together are not told apart.
    fn note_effects(&mut self, binds: &[BindId], effects: Effects) {
        if effects != Effects::default() {
            let all = binds.iter().map(|&bind| (bind, effects));
            self.effects_of.extend(all);
        }
        if self.clock != Clock::default() {
            let all = binds.iter().map(|&bind| (bind, self.clock));
            self.clock_of.extend(all);
        }
    }

    /// Whether an expression is `ref e`.
    fn is_new_cell(&self, expr: CoreId) -> bool {
        let Kind::App(f, _) = self.core[expr].kind else {
            return false;
        };
        matches!(self.core[f].kind, Kind::Op(Op::Ref))
    }

    /// A cell that nothing assigns to is a constant.
    fn note_cell(&mut self, name: &Name, bind: BindId) {
        let of_net = self.depth == 0;
        if of_net && self.constant_refs.contains(name) {
            self.constant_cells.insert(bind);
            let ty = self.core.binding(bind).scheme.ty;
            let holds = match self.types.node(ty) {
                Node::Con(_, content) => content.iter().any(|ty| self.types.may_hold_cells(*ty)),
                _ => true,
            };
            self.effects_of.insert(bind, self.effects.kept(holds));
            return;
        }
        let quiet = of_net && self.quiet_refs.contains(name);
        let effects = Effects {
            quiet,
            shares: !quiet,
            ..Effects::default()
        };
        self.effects_of.insert(bind, effects);
    }

    /// A variable bound to a function is that function, so that its calls need no closure.
    fn val_dec(
        &mut self,
        pat: Pat,
        expr: CoreId,
        vars: Arc<[super::ty::TyVar]>,
        span: Span,
    ) -> core::Dec {
        match (&pat, &self.core[expr].kind) {
            (Pat::Var(bind), Kind::Fn(params, body)) => core::Dec::Fun(vec![Function {
                bind: *bind,
                params: params.clone(),
                body: *body,
            }]),
            _ => core::Dec::Val {
                pat,
                expr,
                vars,
                span,
            },
        }
    }

    fn keep_monomorphic(&mut self, binds: &[BindId]) {
        if self.depth == 0 {
            self.unsettled.extend(binds);
        }
        for &bind in binds {
            let mut vars = Vec::new();
            self.types
                .free_vars(self.core.binding(bind).scheme.ty, &mut vars);
            let level = self.types.level;
            for v in vars {
                let var = self.types.var_mut(v);
                var.level = var.level.min(level);
            }
        }
    }

    /// Whether an expression is a syntactic value, so that its type may be generalised (the value restriction).
    fn is_value(&self, ast: &Ast, e: ExprId) -> bool {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            match &ast[e].kind {
                ExprKind::Lit(_)
                | ExprKind::Var(_)
                | ExprKind::Select(_)
                | ExprKind::Fn(_)
                | ExprKind::Prim(..) => {}
                ExprKind::Typed(e, _) => work.push(*e),
                ExprKind::Tuple(es) | ExprKind::List(es) => work.extend(es),
                ExprKind::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
                ExprKind::App(f, x) => {
                    let ExprKind::Var(path) = &ast[*f].kind else {
                        return false;
                    };
                    let value = self
                        .env
                        .scope(&path.structures)
                        .and_then(|s| s.values.get(&path.name));
                    if !matches!(value, Some(Value::Con(..) | Value::Exn(_))) {
                        return false;
                    }
                    work.push(*x);
                }
                _ => return false,
            }
        }
        true
    }

    fn val_rec(&mut self, ast: &Ast, bindings: &[(PatId, ExprId)], items: &mut Vec<Item>) {
        let mut binds = Vec::new();
        for &(pat, expr) in bindings {
            let ty = self.types.fresh();
            let (p, names) = self.pattern(ast, pat, ty, &Why::none());
            match (p, names.as_slice(), &ast[expr].kind) {
                (Pat::Var(bind), [(name, _)], ExprKind::Fn(_)) => {
                    binds.push((name.clone(), bind, expr));
                    self.bind(name, bind);
                }
                _ => self.report(
                    Diagnostic::error(
                        "E0415",
                        ast[pat].span,
                        "`val rec` needs a name on the left and a `fn` on the right.",
                    )
                    .label(ast[expr].span, "not of the form `fn x => …`")
                    .help("Use `fun` for functions, or leave out `rec`."),
                ),
            }
        }
        let mut functions = Vec::new();
        for (name, bind, expr) in &binds {
            let id = self.inner(ast, *expr);
            let ty = self.core.binding(*bind).scheme.ty;
            self.expect(id, ty, &Why::new(name.span, "its use makes it `{}`"));
            if let Kind::Fn(params, body) = &self.core[id].kind {
                functions.push(Function {
                    bind: *bind,
                    params: params.clone(),
                    body: *body,
                });
            }
        }
        self.types.level -= 1;
        let binds: Vec<BindId> = binds.iter().map(|b| b.1).collect();
        self.generalise(&binds);
        self.note_effects(&binds, self.effects);
        items.push(Item::Dec(core::Dec::Fun(functions), binds));
    }

    fn fun(&mut self, ast: &Ast, functions: &[ast::Function], items: &mut Vec<Item>) {
        self.distinct(functions.iter().map(|f| &f.name), "E0410", "function");
        let mut binds = Vec::new();
        for function in functions {
            let ty = self.types.fresh();
            let bind = self.new_binding(&function.name, ty);
            self.bind(&function.name, bind);
            binds.push(bind);
        }
        let functions = (functions.iter().zip(&binds))
            .map(|(function, &bind)| self.clauses(ast, function, bind))
            .collect();
        self.types.level -= 1;
        self.generalise(&binds);
        self.note_effects(&binds, self.effects);
        items.push(Item::Dec(core::Dec::Fun(functions), binds));
    }

    fn clauses(&mut self, ast: &Ast, function: &ast::Function, bind: BindId) -> Function {
        let span = function.name.span;
        let arity = function.clauses.first().map_or(0, |c| c.params.len());
        let from: Vec<Ty> = (0..arity).map(|_| self.types.fresh()).collect();
        let to = self.types.fresh();
        let ty = from
            .iter()
            .rev()
            .fold(to, |to, &from| self.types.fun(from, to));
        let known = self.core.binding(bind).scheme.ty;
        self.expect_type(span, ty, known, &Why::new(span, "its use makes it `{}`"));
        let mut rows = Vec::new();
        let mut spans = Vec::new();
        let mut first_body: Option<Span> = None;
        for clause in &function.clauses {
            self.scoped(|c| {
                let mut pats = Vec::new();
                let mut all = Vec::new();
                let mut first_pats = function.clauses[0].params.iter();
                for (&param, &ty) in clause.params.iter().zip(&from) {
                    let why = match first_pats.next() {
                        Some(&p) => Why::new(ast[p].span, "the first clause has `{}` here"),
                        None => Why::none(),
                    };
                    let (pat, names) = c.pattern(ast, param, ty, &why);
                    pats.push(pat);
                    all.extend(names);
                }
                c.distinct(all.iter().map(|n| &n.0), "E0410", "variable");
                for (name, bind) in &all {
                    c.bind(name, *bind);
                }
                let why = match (clause.result, first_body) {
                    (Some(t), _) => {
                        let annotated = c.annotation(ast, t);
                        let why =
                            Why::new(ast[t].span, "the function's result is declared as `{}`");
                        c.expect_type(ast[t].span, annotated, to, &why);
                        why
                    }
                    (None, Some(span)) => Why::new(span, "the first clause gives `{}`"),
                    (None, None) => Why::none(),
                };
                let body = c.check(ast, clause.body, to, &why);
                first_body.get_or_insert(ast[clause.body].span);
                // A clause with another number of parameters was reported when it was read.
                if pats.len() == arity {
                    rows.push((pats, body));
                    spans.push(clause.span);
                }
            });
        }
        // A single clause of plain variables needs no match.
        if let [(pats, body)] = rows.as_slice() {
            let params: Option<Vec<BindId>> = (pats.iter())
                .map(|p| match p {
                    Pat::Var(bind) => Some(*bind),
                    _ => None,
                })
                .collect();
            if let Some(params) = params {
                return Function {
                    bind,
                    params: params.into(),
                    body: *body,
                };
            }
        }
        let params: Vec<BindId> = from
            .iter()
            .map(|&ty| self.parameter("argument", ty, span))
            .collect();
        let subjects = (params.iter().zip(&from))
            .map(|(&p, &ty)| self.core.add(Kind::Var(p, Arc::from([])), ty, span))
            .collect();
        let found = Match {
            subjects,
            rows,
            otherwise: Otherwise::RaiseMatch,
        };
        self.matches.push((found.clone(), span, spans));
        let body = self.core.add(Kind::Match(found), to, span);
        Function {
            bind,
            params: params.into(),
            body,
        }
    }

    fn top_expression(&mut self, ast: &Ast, e: ExprId, items: &mut Vec<Item>) {
        self.types.level += 1;
        let id = self.inner(ast, e);
        let ty = self.core[id].ty;
        let name = Ident {
            name: "it".into(),
            span: ast[e].span,
        };
        let bind = self.new_binding(&name, ty);
        self.types.level -= 1;
        let vars = if self.is_value(ast, e) {
            self.generalise(&[bind])
        } else {
            self.keep_monomorphic(&[bind]);
            Arc::from([])
        };
        self.bind(&name, bind);
        let dec = core::Dec::Val {
            pat: Pat::Var(bind),
            expr: id,
            vars,
            span: ast[e].span,
        };
        items.push(Item::Dec(dec, vec![bind]));
    }

    fn globref(&mut self, ast: &Ast, name: &Ident, e: ExprId, items: &mut Vec<Item>) {
        let value = self.inner(ast, e);
        let ty = self.core[value].ty;
        let cell = self.types.con(super::ty::REF, &[ty]);
        let maker_ty = self.types.fun(ty, cell);
        let maker = self.core.add(Kind::Op(Op::Ref), maker_ty, name.span);
        let expr = self.core.add(Kind::App(maker, value), cell, name.span);
        let bind = self.new_binding(name, cell);
        self.note_cell(&name.name, bind);
        self.keep_monomorphic(&[bind]);
        self.bind(name, bind);
        let dec = core::Dec::Val {
            pat: Pat::Var(bind),
            expr,
            vars: Arc::from([]),
            span: name.span,
        };
        items.push(Item::Dec(dec, Vec::new()));
    }
}
