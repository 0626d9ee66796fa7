//! Matches that miss a case, and rows that can never be reached.
//!
//! The method is the usual one: to see what a matrix of patterns misses, split on the constructors of its first column; if they are all there, look
//! into each, otherwise the rows with a variable in that column decide. The missing case found this way is shown to the user. The work is limited, since
//! adversarial matches take exponential time; beyond the limit nothing is said.

use super::Checker;
use super::ty::{DataId, Node, Ty};
use crate::core::{ExnId, Match, Otherwise, Pat};
use crate::diagnostic::Diagnostic;
use crate::escape::escape;
use crate::span::Span;
use crate::syntax::ast::Name;
use num_bigint::BigInt;
use std::rc::Rc;

/// What a pattern looks at first.
#[derive(Clone, PartialEq, Debug)]
enum Head {
    Con(DataId, u16, usize),
    Int(BigInt),
    Char(u8),
    Str(Rc<[u8]>),
    Exn(ExnId, usize),
    /// A tuple or record with these labels; it has but one shape.
    Tuple(Rc<[Name]>),
    /// `ref` or a time stamp: one shape too.
    Single(&'static str, usize),
}

/// A pattern with all its parts.
#[derive(Clone, Debug)]
enum Simple {
    Any,
    Head(Head, Rc<[Simple]>),
}

type Row = Vec<Simple>;

struct Search<'a> {
    checker: &'a Checker,
    steps: u32,
}

const STEPS: u32 = 20_000;

impl Checker {
    /// Warns about what a match misses and about rows that are never reached.
    pub(super) fn check_match(&mut self, found: &Match, span: Span, row_spans: &[Span]) {
        if self.has_errors() || self.misread || self.in_library {
            return;
        }
        let rows: Vec<Row> = (found.rows.iter())
            .map(|(pats, _)| pats.iter().map(|p| self.simplify(p)).collect())
            .collect();
        let mut search = Search {
            checker: self,
            steps: 0,
        };
        let useless: Vec<usize> = (1..rows.len())
            .filter(|&i| !search.useful(&rows[..i], &rows[i]))
            .collect();
        let missing = match found.otherwise {
            Otherwise::Reraise => None,
            _ => search.missing(&rows, found.subjects.len()),
        };
        let missing = missing.map(|row| self.show_row(&row));
        for i in useless {
            let span = row_spans.get(i).copied().unwrap_or(span);
            self.report(
                Diagnostic::warning("W0501", span, "This case is never reached.")
                    .at("the ones before it catch everything it would")
                    .help("Remove it, or move it up. A misspelt constructor counts as a variable, which matches anything."),
            );
        }
        if let Some(missing) = missing {
            let (code, message, help) = match found.otherwise {
                Otherwise::RaiseBind => (
                    "W0503",
                    "This pattern does not fit every value.",
                    "If it does not fit, `Bind` is raised; a `case` can deal with the other values.",
                ),
                _ => (
                    "W0502",
                    "This match does not cover every value.",
                    "Add a case for it, or one with `_` for all the rest; without it `Match` is raised.",
                ),
            };
            self.report(
                Diagnostic::warning(code, span, message)
                    .at(format!("`{missing}` is not covered"))
                    .help(help),
            );
        }
    }

    fn simplify(&self, pat: &Pat) -> Simple {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match pat {
            Pat::Wild | Pat::Var(_) | Pat::Error => Simple::Any,
            Pat::As(_, p) => self.simplify(p),
            Pat::Int(value, _) => Simple::Head(Head::Int(value.clone()), Rc::from([])),
            Pat::Char(c) => Simple::Head(Head::Char(*c), Rc::from([])),
            Pat::Str(s) => Simple::Head(Head::Str(s.to_vec().into()), Rc::from([])),
            Pat::Con(data, tag, arg, _) => {
                let args: Vec<Simple> = arg.iter().map(|p| self.simplify(p)).collect();
                Simple::Head(Head::Con(*data, *tag, args.len()), args.into())
            }
            Pat::Exn(id, arg) => {
                let args: Vec<Simple> = arg.iter().map(|p| self.simplify(p)).collect();
                Simple::Head(Head::Exn(*id, args.len()), args.into())
            }
            Pat::Ref(p) => Simple::Head(Head::Single("ref", 1), Rc::from([self.simplify(p)])),
            Pat::Timed(v, t, _) => Simple::Head(
                Head::Single("@", 2),
                Rc::from([self.simplify(v), self.simplify(t)]),
            ),
            Pat::Tuple(fields, ty) => self.simplify_tuple(fields, *ty),
        })
    }

    fn simplify_tuple(&self, fields: &[(Name, Pat)], ty: Ty) -> Simple {
        let Some(all) = self.types.fields(ty) else {
            return Simple::Any;
        };
        let parts: Vec<Simple> = (all.iter())
            .map(|(label, _)| match fields.iter().find(|f| f.0 == *label) {
                Some((_, p)) => self.simplify(p),
                None => Simple::Any,
            })
            .collect();
        let labels: Vec<Name> = match self.types.node(ty) {
            Node::Tuple(_) => vec!["".into(); all.len()],
            _ => all.into_iter().map(|f| f.0).collect(),
        };
        Simple::Head(Head::Tuple(labels.into()), parts.into())
    }

    fn show_row(&self, row: &[Simple]) -> String {
        let parts: Vec<String> = row
            .iter()
            .map(|p| self.show_simple(p, row.len() > 1))
            .collect();
        parts.join(" ")
    }

    fn show_simple(&self, pat: &Simple, nested: bool) -> String {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let Simple::Head(head, args) = pat else {
                return "_".to_string();
            };
            let text = match head {
                Head::Int(value) => value.to_string().replace('-', "~"),
                Head::Char(c) => format!("#\"{}\"", escape(&[*c])),
                Head::Str(s) => format!("\"{}\"", escape(s)),
                Head::Tuple(labels) if labels.iter().all(|l| l.is_empty()) => {
                    let parts: Vec<String> =
                        args.iter().map(|a| self.show_simple(a, false)).collect();
                    return format!("({})", parts.join(", "));
                }
                Head::Tuple(labels) => {
                    let parts: Vec<String> = (labels.iter().zip(args.iter()))
                        .map(|(l, a)| format!("{l} = {}", self.show_simple(a, false)))
                        .collect();
                    return format!("{{{}}}", parts.join(", "));
                }
                Head::Single(_, 1) => format!("ref {}", self.show_simple(&args[0], true)),
                Head::Single(..) => {
                    format!(
                        "{}@{}",
                        self.show_simple(&args[0], true),
                        self.show_simple(&args[1], true)
                    )
                }
                Head::Exn(id, _) => self.with_argument(&self.exceptions[id.0 as usize].0, args),
                Head::Con(DataId(1), 1, _) => match &args[0] {
                    Simple::Head(Head::Tuple(_), parts) => {
                        format!(
                            "{} :: {}",
                            self.show_simple(&parts[0], true),
                            self.show_simple(&parts[1], false)
                        )
                    }
                    _ => "_ :: _".to_string(),
                },
                Head::Con(DataId(1), ..) => return "[]".to_string(),
                Head::Con(data, tag, _) => {
                    let name = &self.types.data[data.0 as usize].constructors[*tag as usize].0;
                    self.with_argument(name, args)
                }
            };
            let spaced = text.contains(' ') && !text.starts_with(['"', '#']);
            if nested && spaced {
                format!("({text})")
            } else {
                text
            }
        })
    }

    fn with_argument(&self, name: &Name, args: &[Simple]) -> String {
        match args.first() {
            Some(arg) => format!("{name} {}", self.show_simple(arg, true)),
            None => name.to_string(),
        }
    }
}

impl Search<'_> {
    /// A row that no row of the matrix matches.
    fn missing(&mut self, rows: &[Row], columns: usize) -> Option<Row> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.missing_step(rows, columns))
    }

    fn missing_step(&mut self, rows: &[Row], columns: usize) -> Option<Row> {
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        if columns == 0 {
            return rows.is_empty().then(Vec::new);
        }
        let heads = first_heads(rows);
        if let Some(all) = self.complete(&heads) {
            return all.into_iter().find_map(|head| {
                let n = arity(&head);
                let mut row = self.missing(&specialise(rows, &head), n + columns - 1)?;
                let rest = row.split_off(n);
                Some(
                    std::iter::once(Simple::Head(head, row.into()))
                        .chain(rest)
                        .collect(),
                )
            });
        }
        let rest: Vec<Row> = (rows.iter())
            .filter(|r| matches!(r[0], Simple::Any))
            .map(|r| r[1..].to_vec())
            .collect();
        let rest = self.missing(&rest, columns - 1)?;
        let first = self.absent(&heads);
        Some(std::iter::once(first).chain(rest).collect())
    }

    /// Whether some value fits `row` and none of `rows`.
    fn useful(&mut self, rows: &[Row], row: &[Simple]) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.useful_step(rows, row))
    }

    fn useful_step(&mut self, rows: &[Row], row: &[Simple]) -> bool {
        self.steps += 1;
        if self.steps > STEPS {
            return true;
        }
        let Some(first) = row.first() else {
            return rows.is_empty();
        };
        let try_head = |search: &mut Self, head: &Head| {
            let specialised = specialise(&[row.to_vec()], head);
            (specialised.first()).is_some_and(|r| search.useful(&specialise(rows, head), r))
        };
        match first {
            Simple::Head(head, _) => try_head(self, head),
            Simple::Any => {
                let heads = first_heads(rows);
                if let Some(all) = self.complete(&heads) {
                    return all.iter().any(|head| try_head(self, head));
                }
                let rest: Vec<Row> = (rows.iter())
                    .filter(|r| matches!(r[0], Simple::Any))
                    .map(|r| r[1..].to_vec())
                    .collect();
                self.useful(&rest, &row[1..])
            }
        }
    }

    /// All heads of the column's type, if each of them occurs.
    fn complete(&self, heads: &[Head]) -> Option<Vec<Head>> {
        match heads.first()? {
            Head::Con(data, ..) => {
                let count = self.checker.types.data[data.0 as usize].constructors.len();
                (heads.len() == count).then(|| heads.to_vec())
            }
            Head::Tuple(_) | Head::Single(..) => Some(heads.to_vec()),
            Head::Char(_) => (heads.len() == 256).then(|| heads.to_vec()),
            Head::Int(_) | Head::Str(_) | Head::Exn(..) => None,
        }
    }

    /// A value none of the heads matches.
    fn absent(&self, heads: &[Head]) -> Simple {
        let data = match heads.first() {
            Some(Head::Con(data, ..)) => data,
            Some(Head::Int(_)) => {
                let free = (0..=heads.len())
                    .map(BigInt::from)
                    .find(|n| !heads.contains(&Head::Int(n.clone())));
                return free.map_or(Simple::Any, |n| Simple::Head(Head::Int(n), Rc::from([])));
            }
            _ => return Simple::Any,
        };
        let constructors = &self.checker.types.data[data.0 as usize].constructors;
        let tag = (0..constructors.len()).find(|&t| {
            !heads
                .iter()
                .any(|h| matches!(h, Head::Con(_, tag, _) if *tag as usize == t))
        });
        match tag {
            Some(tag) => {
                let carries = constructors[tag].1.is_some();
                let args: Vec<Simple> = carries.then_some(Simple::Any).into_iter().collect();
                Simple::Head(Head::Con(*data, tag as u16, args.len()), args.into())
            }
            None => Simple::Any,
        }
    }
}

fn first_heads(rows: &[Row]) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    for row in rows {
        if let Simple::Head(head, _) = &row[0]
            && !heads.contains(head)
        {
            heads.push(head.clone());
        }
    }
    heads
}

fn arity(head: &Head) -> usize {
    match head {
        Head::Con(_, _, n) | Head::Exn(_, n) | Head::Single(_, n) => *n,
        Head::Tuple(labels) => labels.len(),
        Head::Int(_) | Head::Char(_) | Head::Str(_) => 0,
    }
}

/// The rows that fit `head` in their first column, its parts spread out.
fn specialise(rows: &[Row], head: &Head) -> Vec<Row> {
    let n = arity(head);
    (rows.iter())
        .filter_map(|row| match &row[0] {
            Simple::Any => {
                let any = std::iter::repeat_n(Simple::Any, n);
                Some(any.chain(row[1..].iter().cloned()).collect())
            }
            Simple::Head(h, args) if h == head => {
                Some(args.iter().chain(&row[1..]).cloned().collect())
            }
            Simple::Head(..) => None,
        })
        .collect()
}
