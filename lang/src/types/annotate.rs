//! Types as written in programs: `int list`, `'a -> 'b`, a colour set's name.

use super::Checker;
use super::env::TypeMeaning;
use super::ty::{Ty, TyVar};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::*;

impl Checker {
    /// The type a type expression means.
    pub(super) fn annotation(&mut self, ast: &Ast, id: TypeId) -> Ty {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.annotation_step(ast, id))
    }

    fn annotation_step(&mut self, ast: &Ast, id: TypeId) -> Ty {
        let span = ast[id].span;
        match &ast[id].kind {
            TypeKind::Var(name) => match self.type_variables.iter().rev().find(|v| v.0 == *name) {
                Some(&(_, ty)) => ty,
                None => {
                    self.report(
                        Diagnostic::error(
                            "E0404",
                            span,
                            format!("The type variable `{name}` is not a parameter here."),
                        )
                        .at("not declared on the left")
                        .help(format!("Write it as a parameter: `{name} t = …`.")),
                    );
                    self.error_type()
                }
            },
            TypeKind::Con(args, path) => {
                let args: Vec<Ty> = args.iter().map(|&a| self.annotation(ast, a)).collect();
                self.named_type(path, &args)
            }
            TypeKind::Tuple(parts) => {
                let parts: Vec<Ty> = parts.iter().map(|&p| self.annotation(ast, p)).collect();
                self.types.tuple(&parts)
            }
            TypeKind::Record(fields) => {
                self.distinct(fields.iter().map(|f| &f.0), "E0406", "field");
                let fields = (fields.iter())
                    .map(|(label, t)| (label.name.clone(), self.annotation(ast, *t)))
                    .collect();
                self.types.record(fields)
            }
            TypeKind::Fun(a, b) => {
                let (a, b) = (self.annotation(ast, *a), self.annotation(ast, *b));
                self.types.fun(a, b)
            }
            TypeKind::Error => self.error_type(),
        }
    }

    /// A type constructor or abbreviation applied to arguments.
    pub(super) fn named_type(&mut self, path: &Path, args: &[Ty]) -> Ty {
        let meaning = match self.env.scope(&path.structures) {
            None => {
                self.unknown_structure(path);
                return self.error_type();
            }
            Some(env) => env.types.get(&path.name).cloned(),
        };
        let Some(meaning) = meaning else {
            self.unknown_type(path);
            return self.error_type();
        };
        let arity = match &meaning {
            TypeMeaning::Con(c) => self.types.constructors[c.0 as usize].arity,
            TypeMeaning::Alias(scheme) => scheme.vars.len(),
        };
        if arity != args.len() {
            let name = &path.name;
            let count = |n| match n {
                0 => "no type argument".to_string(),
                1 => "one type argument".to_string(),
                n => format!("{n} type arguments"),
            };
            self.report(
                Diagnostic::error(
                    "E0405",
                    path.span,
                    format!("`{name}` takes {}.", count(arity)),
                )
                .at(format!("here it has {}", count(args.len())))
                .help(match arity {
                    0 => format!("Write just `{name}`."),
                    1 => format!("Write for example `int {name}`."),
                    _ => format!("Write for example `(int, string) {name}`."),
                }),
            );
            return self.error_type();
        }
        match meaning {
            TypeMeaning::Con(c) => self.types.con(c, args),
            TypeMeaning::Alias(scheme) => self.types.substitute(scheme.ty, &scheme.vars, args),
        }
    }

    /// Declares type parameters for the time of `body`.
    pub(super) fn with_parameters<T>(
        &mut self,
        params: &[Ident],
        body: impl FnOnce(&mut Checker, &[TyVar]) -> T,
    ) -> T {
        self.distinct(params.iter(), "E0406", "type parameter");
        let before = self.type_variables.len();
        self.types.level += 1;
        let mut vars = Vec::new();
        for param in params {
            let ty = self.types.fresh_rigid(&param.name);
            vars.extend(self.types.as_var(ty));
            self.type_variables.push((param.name.clone(), ty));
        }
        self.types.level -= 1;
        let result = body(self, &vars);
        self.type_variables.truncate(before);
        result
    }

    /// Reports names that stand twice.
    pub(super) fn distinct<'a>(
        &mut self,
        names: impl Iterator<Item = &'a Ident>,
        code: &'static str,
        what: &str,
    ) {
        let mut seen: Vec<&Ident> = Vec::new();
        for name in names {
            match seen.iter().find(|s| s.name == name.name) {
                Some(first) => self.report(
                    Diagnostic::error(
                        code,
                        name.span,
                        format!("The {what} `{}` stands here twice.", name.name),
                    )
                    .at("again here")
                    .label(first.span, "first here")
                    .help("Rename or remove one of them."),
                ),
                None => seen.push(name),
            }
        }
    }

    /// Brings the type variables that a declaration mentions into scope; returns how many there were before.
    pub(super) fn open_type_variables(
        &mut self,
        ast: &Ast,
        explicit: &[Ident],
        dec: &DecKind,
    ) -> usize {
        let before = self.type_variables.len();
        let mut names: Vec<Name> = explicit.iter().map(|i| i.name.clone()).collect();
        let mut walk = Walk {
            ast,
            names: &mut names,
        };
        walk.dec(dec);
        for name in names {
            if self.type_variables.iter().all(|v| v.0 != name) {
                let ty = self.types.fresh_rigid(&name);
                self.type_variables.push((name, ty));
            }
        }
        before
    }
}

/// Collects type variables of one `val` or `fun`, not looking into nested ones: those bind their own.
struct Walk<'a> {
    ast: &'a Ast,
    names: &'a mut Vec<Name>,
}

impl Walk<'_> {
    fn dec(&mut self, dec: &DecKind) {
        match dec {
            DecKind::Val { bindings, .. } => {
                for &(pat, expr) in bindings {
                    self.pats(vec![pat]);
                    self.exprs(vec![expr]);
                }
            }
            DecKind::Fun { functions, .. } => {
                for clause in functions.iter().flat_map(|f| &f.clauses) {
                    self.pats(clause.params.clone());
                    self.types(clause.result.into_iter().collect());
                    self.exprs(vec![clause.body]);
                }
            }
            _ => {}
        }
    }

    fn exprs(&mut self, mut work: Vec<ExprId>) {
        while let Some(id) = work.pop() {
            let mut rules: &[Rule] = &[];
            match &self.ast[id].kind {
                ExprKind::Record(fields) | ExprKind::OpenRecord(fields, _) => {
                    work.extend(fields.iter().map(|f| f.1));
                }
                ExprKind::Update(record, fields) => {
                    work.push(*record);
                    work.extend(fields.iter().map(|f| f.1));
                }
                ExprKind::Tuple(es)
                | ExprKind::List(es)
                | ExprKind::Seq(es)
                | ExprKind::Flat(es) => work.extend(es),
                ExprKind::Let(_, body) => work.push(*body),
                ExprKind::App(a, b) | ExprKind::AndAlso(a, b) | ExprKind::OrElse(a, b) => {
                    work.extend([*a, *b])
                }
                ExprKind::Typed(e, t) => {
                    work.push(*e);
                    self.types(vec![*t]);
                }
                ExprKind::Handle(e, rs) | ExprKind::Case(e, rs) => {
                    work.push(*e);
                    rules = rs;
                }
                ExprKind::Raise(e) => work.push(*e),
                ExprKind::If(a, b, c) => work.extend([*a, *b, *c]),
                ExprKind::Fn(rs) => rules = rs,
                ExprKind::Prim(_, t) => self.types(vec![*t]),
                ExprKind::Lit(_)
                | ExprKind::Var(_)
                | ExprKind::Select(_)
                | ExprKind::Wild
                | ExprKind::Error => {}
            }
            for rule in rules {
                self.pats(vec![rule.pat]);
                work.push(rule.body);
            }
        }
    }

    fn pats(&mut self, mut work: Vec<PatId>) {
        while let Some(id) = work.pop() {
            match &self.ast[id].kind {
                PatKind::Record(fields, _) => work.extend(fields.iter().map(|f| f.1)),
                PatKind::Tuple(ps) | PatKind::List(ps) | PatKind::Flat(ps) => work.extend(ps),
                PatKind::Con(_, p) | PatKind::As(_, p) => work.push(*p),
                PatKind::Typed(p, t) => {
                    work.push(*p);
                    self.types(vec![*t]);
                }
                PatKind::Wild | PatKind::Lit(_) | PatKind::Var(_) | PatKind::Error => {}
            }
        }
    }

    fn types(&mut self, mut work: Vec<TypeId>) {
        while let Some(id) = work.pop() {
            match &self.ast[id].kind {
                TypeKind::Var(name) => {
                    if !self.names.contains(name) {
                        self.names.push(name.clone());
                    }
                }
                TypeKind::Con(ts, _) | TypeKind::Tuple(ts) => work.extend(ts),
                TypeKind::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
                TypeKind::Fun(a, b) => work.extend([*a, *b]),
                TypeKind::Error => {}
            }
        }
    }
}
