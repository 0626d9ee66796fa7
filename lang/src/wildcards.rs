//! Parts of tokens without a name: `_` and `...` in the inscription of an input arc.
//!
//! Each stands for a variable that is used nowhere else, `...` for one for each missing field. Whoever
//! compiles the arc writes these variables into its text, so that all that follows knows variables only.

use crate::inscription::Inscription;
use crate::session::Session;
use crate::span::Span;
use crate::syntax::ast::{Ast, ExprId, ExprKind, Name};
use crate::types::env::Value;
use crate::vm::program::{ColourKind, ColourSetId};

/// A place in an inscription that stands for values without a name.
#[derive(Clone, Debug)]
pub struct Wildcard {
    /// The `_`, or the `...`.
    pub span: Span,
    /// For `...` the missing fields; for `_` one entry, with the label if it is all of a field.
    pub parts: Vec<(Option<Name>, ColourSetId)>,
    /// Whether it is `...`.
    pub is_rest: bool,
}

impl Session {
    /// The wildcards of a token of a colour set, or of several if the inscription is a sum, in the
    /// order of the text. Those where no token determines a value are left out: they are errors.
    /// `colours` says whether a list is itself a colour.
    pub fn wildcards(
        &self,
        tokens: &Inscription,
        colour: ColourSetId,
        colours: bool,
    ) -> Vec<Wildcard> {
        let mut found = Vec::new();
        for term in self.terms(tokens, colours) {
            self.find_wildcards(term.colour.ast(), term.colour.expr(), colour, &mut found);
        }
        found.sort_by_key(|wildcard| wildcard.span);
        found
    }

    /// Whether colours of a set are lists.
    pub fn is_list(&self, set: ColourSetId) -> bool {
        matches!(self.structure_of(set), ColourKind::List(..))
    }

    fn find_wildcards(
        &self,
        ast: &Ast,
        start: ExprId,
        colour: ColourSetId,
        found: &mut Vec<Wildcard>,
    ) {
        let mut work = vec![(start, colour, None)];
        while let Some((e, set, label)) = work.pop() {
            let kind = self.structure_of(set);
            match (&ast[e].kind, kind) {
                (ExprKind::Wild, _) => found.push(Wildcard {
                    span: ast[e].span,
                    parts: vec![(label, set)],
                    is_rest: false,
                }),
                (ExprKind::Typed(inner, _), _) => work.push((*inner, set, label)),
                (ExprKind::Tuple(parts), ColourKind::Product(sets)) => {
                    let parts = parts.iter().zip(sets);
                    work.extend(parts.map(|(&part, &set)| (part, set, None)));
                }
                (ExprKind::List(parts), ColourKind::List(of, _)) => {
                    work.extend(parts.iter().map(|&part| (part, *of, None)));
                }
                (ExprKind::Record(fields), ColourKind::Record(sets)) => {
                    work.extend(fields.iter().filter_map(|(name, part)| {
                        let set = sets.iter().find(|set| set.0 == name.name)?;
                        Some((*part, set.1, Some(name.name.clone())))
                    }));
                }
                (ExprKind::OpenRecord(fields, dots), ColourKind::Record(sets)) => {
                    work.extend(fields.iter().filter_map(|(name, part)| {
                        let set = sets.iter().find(|set| set.0 == name.name)?;
                        Some((*part, set.1, Some(name.name.clone())))
                    }));
                    let given = |label: &Name| fields.iter().any(|field| field.0.name == *label);
                    let missing = sets.iter().filter(|set| !given(&set.0));
                    found.push(Wildcard {
                        span: *dots,
                        parts: missing
                            .map(|(label, set)| (Some(label.clone()), *set))
                            .collect(),
                        is_rest: true,
                    });
                }
                (ExprKind::App(f, x), kind) => {
                    let ExprKind::Var(path) = &ast[*f].kind else {
                        continue;
                    };
                    match (kind, &ast[*x].kind) {
                        (ColourKind::List(of, _), ExprKind::Tuple(parts))
                            if &*path.name == "::" =>
                        {
                            if let [head, tail] = parts[..] {
                                work.extend([(head, *of, None), (tail, set, None)]);
                            }
                        }
                        (ColourKind::Union(variants), _) => {
                            let variant = variants.iter().find(|v| v.0 == path.name);
                            work.extend(variant.and_then(|v| Some((*x, v.1?, None))));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// What colours of a set consist of: a subset's are those of the whole set.
    fn structure_of(&self, mut set: ColourSetId) -> &ColourKind {
        loop {
            match &self.vm.program.colour_sets[set.0 as usize].kind {
                ColourKind::Alias(of)
                | ColourKind::SubsetBy(of, _)
                | ColourKind::SubsetWith(of, _) => set = *of,
                kind => return kind,
            }
        }
    }

    /// Declares a net variable with a name that nothing has: `any'a` for a field `a`, or `any'1`.
    pub fn add_unnamed(&mut self, label: Option<&str>, colour: ColourSetId, at: Span) -> Name {
        let ty = self.checker.colours[colour.0 as usize].1;
        let values = &mut self.checker.env.values;
        let named = |number: u32| match (label, number) {
            (Some(label), 1) => Name::from(format!("any'{label}")),
            (Some(label), _) => Name::from(format!("any'{label}'{number}")),
            (None, _) => Name::from(format!("any'{number}")),
        };
        let mut number = 1;
        while values.contains_key(&named(number)) {
            number += 1;
        }
        let name = named(number);
        values.insert(name.clone(), Value::NetVar(ty, Some(colour), at));
        name
    }

    /// Forgets such variables again.
    pub fn remove_unnamed(&mut self, names: &[Name]) {
        for name in names {
            self.checker.env.values.remove(name);
        }
    }
}
