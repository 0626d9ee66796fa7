//! Patterns: what they bind and of which type.

use super::env::Value;
use super::ty::{CHAR, Class, LIST, Node, REF, TIMED, Ty};
use super::{Checker, Why};
use crate::core::{BindId, Pat};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{self, *};

/// Patterns may be nested, and list patterns may be long, up to this. Nobody writes larger ones, and patterns are taken apart recursively.
const SIZE: usize = 1000;

/// The variables a pattern binds, in order.
pub(super) type Names = Vec<(Ident, BindId)>;

impl Checker {
    /// Checks a pattern against the type of what it will look at.
    pub(super) fn pattern(&mut self, ast: &Ast, id: PatId, want: Ty, why: &Why) -> (Pat, Names) {
        let mut names = Names::new();
        let pat = self.pat(ast, id, want, why, &mut names);
        self.distinct(names.iter().map(|n| &n.0), "E0410", "variable");
        (pat, names)
    }

    fn pat(&mut self, ast: &Ast, id: PatId, want: Ty, why: &Why, names: &mut Names) -> Pat {
        let too_long = matches!(&ast[id].kind, PatKind::List(parts) if parts.len() > SIZE);
        if self.pattern_depth >= SIZE || too_long {
            self.report(
                Diagnostic::error("E0421", ast[id].span, "This pattern is too large.")
                    .at(format!(
                        "patterns may have up to {SIZE} levels or list elements"
                    ))
                    .help("Match a few elements and go on with the rest in a recursive function."),
            );
            return Pat::Error;
        }
        self.pattern_depth += 1;
        let pat = stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.pat_step(ast, id, want, why, names)
        });
        self.pattern_depth -= 1;
        pat
    }

    fn pat_step(&mut self, ast: &Ast, id: PatId, want: Ty, why: &Why, names: &mut Names) -> Pat {
        let span = ast[id].span;
        match &ast[id].kind {
            PatKind::Wild => Pat::Wild,
            PatKind::Lit(lit) => self.literal_pattern(lit, span, want, why),
            PatKind::Var(path) => self.pat_name(path, want, why, names),
            PatKind::Record(fields, open) => {
                self.distinct(fields.iter().map(|f| &f.0), "E0406", "field");
                let parts: Vec<(Name, Ty)> = (fields.iter())
                    .map(|f| (f.0.name.clone(), self.types.fresh()))
                    .collect();
                let ty = if *open {
                    let ty = self.types.fresh_record(parts.clone());
                    self.open_records.push((ty, span));
                    ty
                } else {
                    self.types.record(parts.clone())
                };
                self.expect_type(span, ty, want, why);
                let pats = (fields.iter().zip(parts))
                    .map(|((label, p), (_, part))| {
                        (
                            label.name.clone(),
                            self.pat(ast, *p, part, &Why::none(), names),
                        )
                    })
                    .collect();
                Pat::Tuple(pats, want)
            }
            PatKind::Tuple(parts) => {
                let types: Vec<Ty> = parts.iter().map(|_| self.types.fresh()).collect();
                let ty = self.types.tuple(&types);
                self.expect_type(span, ty, want, why);
                let pats = (parts.iter().zip(types).enumerate())
                    .map(|(i, (&p, part))| {
                        (
                            (i + 1).to_string().into(),
                            self.pat(ast, p, part, why, names),
                        )
                    })
                    .collect();
                Pat::Tuple(pats, want)
            }
            PatKind::List(parts) => {
                let elem = self.types.fresh();
                let ty = self.types.con(LIST, &[elem]);
                self.expect_type(span, ty, want, why);
                let pats: Vec<Pat> = (parts.iter())
                    .map(|&p| self.pat(ast, p, elem, why, names))
                    .collect();
                self.list_pattern(pats, ty)
            }
            PatKind::Con(path, arg) => self.pat_constructor(ast, path, *arg, want, why, names),
            PatKind::Typed(p, t) => {
                let ty = self.annotation(ast, *t);
                self.expect_type(ast[*t].span, ty, want, why);
                self.pat(
                    ast,
                    *p,
                    ty,
                    &Why::new(ast[*t].span, "the annotation says `{}`"),
                    names,
                )
            }
            PatKind::As(name, p) => {
                let bind = self.new_binding(name, want);
                names.push((name.clone(), bind));
                Pat::As(bind, Box::new(self.pat(ast, *p, want, why, names)))
            }
            PatKind::Flat(_) | PatKind::Error => Pat::Error,
        }
    }

    /// `[p, q]` is `p :: q :: nil`.
    pub(super) fn list_pattern(&mut self, pats: Vec<Pat>, ty: Ty) -> Pat {
        let list = super::ty::DataId(1);
        let cell = match *self.types.node(ty) {
            Node::Con(_, ref args) => args[0],
            _ => ty,
        };
        let pair = self.types.tuple(&[cell, ty]);
        (pats.into_iter().rev()).fold(Pat::Con(list, 0, None, ty), |rest, p| {
            let both = Pat::Tuple(vec![("1".into(), p), ("2".into(), rest)], pair);
            Pat::Con(list, 1, Some(Box::new(both)), ty)
        })
    }

    pub(super) fn literal_pattern(&mut self, lit: &Lit, span: Span, want: Ty, why: &Why) -> Pat {
        match lit {
            Lit::Int(value) => {
                let ty = self.fresh_overloaded(Class::INTEGER, span);
                self.expect_type(span, ty, want, why);
                self.constants.push((value.clone(), ty, span));
                Pat::Int(value.clone(), ty)
            }
            Lit::Char(c) => {
                let ty = self.types.con(CHAR, &[]);
                self.expect_type(span, ty, want, why);
                Pat::Char(*c)
            }
            Lit::Str(bytes) => {
                self.expect_type(span, self.string, want, why);
                Pat::Str(bytes.as_slice().into())
            }
            Lit::Real(_) => {
                self.report(
                    Diagnostic::error("E0411", span, "A real number cannot be a pattern.")
                        .at("reals have no exact equality")
                        .help("Bind a variable and compare it with `<` or `Real.==`."),
                );
                Pat::Error
            }
        }
    }

    fn pat_name(&mut self, path: &ast::Path, want: Ty, why: &Why, names: &mut Names) -> Pat {
        let known = (self.env.scope(&path.structures))
            .and_then(|e| e.values.get(&path.name))
            .cloned();
        match known {
            Some(Value::Con(data, tag)) => {
                let (ty, arg) = self.constructor_type(data, tag);
                if arg.is_some() {
                    self.constructor_arity(path, true);
                    return Pat::Error;
                }
                self.expect_type(path.span, ty, want, why);
                Pat::Con(data, tag, None, ty)
            }
            Some(Value::Exn(id)) => {
                if self.exceptions[id.0 as usize].1.is_some() {
                    self.constructor_arity(path, true);
                    return Pat::Error;
                }
                self.expect_type(path.span, self.exn, want, why);
                Pat::Exn(id, None)
            }
            _ if !path.structures.is_empty() => {
                if self.env.scope(&path.structures).is_none() {
                    self.unknown_structure(path);
                } else {
                    self.not_a_constructor(path);
                }
                Pat::Error
            }
            _ => {
                let name = Ident {
                    name: path.name.clone(),
                    span: path.span,
                };
                let bind = self.new_binding(&name, want);
                names.push((name, bind));
                Pat::Var(bind)
            }
        }
    }

    fn pat_constructor(
        &mut self,
        ast: &Ast,
        path: &ast::Path,
        arg: PatId,
        want: Ty,
        why: &Why,
        names: &mut Names,
    ) -> Pat {
        let known = (self.env.scope(&path.structures))
            .and_then(|e| e.values.get(&path.name))
            .cloned();
        let span = path.span.to(ast[arg].span);
        match known {
            Some(Value::Con(data, tag)) => {
                let (ty, of) = self.constructor_type(data, tag);
                let Some(of) = of else {
                    self.constructor_arity(path, false);
                    return self.bind_only(ast, arg, names);
                };
                self.expect_type(span, ty, want, why);
                let why = Why::new(path.span, format!("`{}` carries `{{}}`", path.name));
                let arg = self.pat(ast, arg, of, &why, names);
                Pat::Con(data, tag, Some(Box::new(arg)), ty)
            }
            Some(Value::Exn(id)) => {
                let Some(of) = self.exceptions[id.0 as usize].1 else {
                    self.constructor_arity(path, false);
                    return self.bind_only(ast, arg, names);
                };
                self.expect_type(span, self.exn, want, why);
                let why = Why::new(path.span, format!("`{}` carries `{{}}`", path.name));
                let arg = self.pat(ast, arg, of, &why, names);
                Pat::Exn(id, Some(Box::new(arg)))
            }
            Some(Value::Ref) => {
                let a = self.types.fresh();
                let ty = self.types.con(REF, &[a]);
                self.expect_type(span, ty, want, why);
                Pat::Ref(Box::new(self.pat(ast, arg, a, &Why::none(), names)))
            }
            Some(Value::Overloaded(o)) if std::ptr::eq(o, &super::builtin::AT) => {
                self.clock.stamps = true;
                let a = self.types.fresh();
                let ty = self.types.con(TIMED, &[a]);
                self.expect_type(span, ty, want, why);
                if let PatKind::Tuple(parts) = &ast[arg].kind
                    && let [value, stamp] = parts.as_slice()
                {
                    let value = self.pat(ast, *value, a, &Why::none(), names);
                    let time = self.intinf;
                    let stamp = self.pat(ast, *stamp, time, &Why::none(), names);
                    return Pat::Timed(Box::new(value), Box::new(stamp), ty);
                }
                Pat::Error
            }
            _ => {
                if self.env.scope(&path.structures).is_none() {
                    self.unknown_structure(path);
                } else {
                    self.not_a_constructor(path);
                }
                self.bind_only(ast, arg, names)
            }
        }
    }

    /// After a mistake: what is in a pattern is bound all the same, so that its uses are no further mistakes.
    fn bind_only(&mut self, ast: &Ast, pat: PatId, names: &mut Names) -> Pat {
        let unknown = self.error_type();
        self.pat(ast, pat, unknown, &Why::none(), names);
        Pat::Error
    }

    fn not_a_constructor(&mut self, path: &ast::Path) {
        let name = &path.name;
        let env = self
            .env
            .scope(&path.structures)
            .cloned()
            .unwrap_or_default();
        let constructors = (env.values.iter())
            .filter(|(_, v)| matches!(v, Value::Con(..) | Value::Exn(_)))
            .map(|(n, _)| n);
        let near = super::suggest::nearest(name, super::message::sorted_keys(constructors));
        let mut d = Diagnostic::error(
            "E0412",
            path.span,
            format!("`{name}` is not a constructor."),
        )
        .at("only a constructor can have an argument in a pattern");
        d = d.help(match near {
            Some(near) => format!("Did you mean `{near}`?"),
            None => "Declare it in a `datatype`, or separate the patterns by a comma.".to_string(),
        });
        self.report(d);
    }

    fn constructor_arity(&mut self, path: &ast::Path, carries: bool) {
        let name = &path.name;
        self.report(match carries {
            true => Diagnostic::error(
                "E0413",
                path.span,
                format!(
                    "The constructor `{name}` carries a value, which is missing in the pattern."
                ),
            )
            .at("without its argument")
            .help(format!(
                "Write `{name} x`, or `{name} _` if the value does not matter."
            )),
            false => Diagnostic::error(
                "E0413",
                path.span,
                format!(
                    "The constructor `{name}` carries no value, but has an argument in the pattern."
                ),
            )
            .at("takes no argument")
            .help(format!("Write just `{name}`.")),
        });
    }
}
