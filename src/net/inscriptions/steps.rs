//! The plan of a transition as functions: what `plan` knows of its inscriptions, and what the engine does at each step.

use super::transition::{Parsed, Texts};
use super::{Compiler, Variables, function};
use crate::net::flat::{Matcher, Step, Variable, VariableId};
use crate::net::model::Transition;
use crate::net::plan::{self, Plan, Planned, Problem, Set};
use std::collections::BTreeSet;
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Because, Inscription, Pattern, Subject, TokenForm, Wanted};

type Names = Vec<Arc<str>>;

impl Compiler<'_> {
    /// How the variables get their values.
    pub(super) fn steps(
        &mut self,
        texts: &Texts,
        variables: &Variables,
        table: &[Variable],
        given: &BTreeSet<Arc<str>>,
        transition: &Transition,
    ) -> Vec<Step> {
        let read: Vec<Vec<(Inscription, bool)>> =
            texts.inputs.iter().map(|arc| self.terms(arc)).collect();
        let problem = Problem {
            variables: table.len(),
            given: numbers(variables, given),
            arcs: (texts.inputs.iter().zip(&read))
                .map(|(arc, terms)| plan::Arc {
                    reads: self.numbers_of(variables, &arc.inscription),
                    terms: (terms.iter())
                        .map(|(term, uncertain)| plan::Pattern {
                            uncertain: *uncertain,
                            ..self.pattern(variables, term)
                        })
                        .collect(),
                })
                .collect(),
            conditions: (texts.conditions.iter())
                .map(|condition| self.condition(variables, condition))
                .collect(),
        };
        let only = |terms: Vec<(Inscription, bool)>| terms.into_iter().map(|t| t.0).collect();
        let terms: Vec<Vec<Inscription>> = read.into_iter().map(only).collect();
        let Plan { steps, unbound } = plan::plan(&problem, &mut |v| self.size(&table[v]));
        // What a text that could not be read would give is not known, so nothing is said then.
        for v in unbound.into_iter().filter(|_| !texts.incomplete) {
            self.unbound(&table[v], texts, transition);
        }
        (steps.into_iter())
            .filter_map(|step| self.step(step, texts, &terms, variables, table))
            .collect()
    }

    /// How many values the variable's colour set has. One that cannot be counted counts as infinite.
    fn size(&mut self, variable: &Variable) -> Option<u64> {
        let set = variable.colour;
        if let Some(&known) = self.sizes.get(&set) {
            return known;
        }
        let size = self.session.vm.colour_size(set).ok().flatten();
        self.sizes.insert(set, size);
        size
    }

    /// The terms of an input arc that may give variables values, and whether their coefficient may be 0.
    fn terms(&mut self, arc: &Parsed) -> Vec<(Inscription, bool)> {
        let (inscription, form) = self.form(&arc.inscription, arc.kind);
        if form == TokenForm::One {
            return vec![(inscription, false)];
        }
        (self.session.terms(&inscription, arc.kind.lists).into_iter())
            .filter_map(|term| match term.coefficient {
                // A multi-set or a list of colours is no colour: `l` in ``1`x ++ l``.
                None => {
                    let form = self.session.token_form(&term.colour, arc.kind.colour);
                    (form == TokenForm::One).then_some((term.colour, false))
                }
                Some(times) => match times.constant() {
                    Some(n) => (n > 0).then_some((term.colour, false)),
                    None => Some((term.colour, true)),
                },
            })
            .collect()
    }

    fn numbers_of(&mut self, variables: &Variables, inscription: &Inscription) -> Set {
        let mentioned = self.session.mentioned(inscription);
        numbers(variables, mentioned.iter().map(|m| &m.name))
    }

    fn pattern(&mut self, variables: &Variables, inscription: &Inscription) -> plan::Pattern {
        let Pattern {
            variables: binds,
            needs,
            selective,
        } = self.session.pattern(inscription);
        plan::Pattern {
            binds: numbers(variables, &binds),
            needs: numbers(variables, &needs),
            selective,
            uncertain: false,
        }
    }

    fn condition(&mut self, variables: &Variables, condition: &Inscription) -> plan::Condition {
        let mut sides = Vec::new();
        if let Some([left, right]) = self.session.equation(condition) {
            for (i, (side, other)) in [(&left, &right), (&right, &left)].into_iter().enumerate() {
                let pattern = self.pattern(variables, side);
                sides.push((i, pattern, self.numbers_of(variables, other)));
            }
        }
        plan::Condition {
            reads: self.numbers_of(variables, condition),
            sides,
        }
    }

    fn step(
        &mut self,
        step: Planned,
        texts: &Texts,
        terms: &[Vec<Inscription>],
        variables: &Variables,
        table: &[Variable],
    ) -> Option<Step> {
        Some(match step {
            Planned::Need(arc) => Step::Need(arc),
            Planned::Each(variable) => Step::Each(VariableId(variable as u32)),
            Planned::Test(i) => {
                let condition = &texts.conditions[i];
                let because = Because(Some((condition.span(), "a condition is `{}`".to_string())));
                Step::Test(self.function(condition, variables, &Wanted::Bool, &because, true)?)
            }
            Planned::Token(arc, term, new) => {
                let (arc, term) = (&texts.inputs[arc], &terms[arc][term]);
                let subject = Subject::Colour(arc.kind.colour);
                let matcher = self.matcher(term, term, subject, &new, variables, table)?;
                Step::Token(arc.place, matcher)
            }
            Planned::Let(i, side, new) => {
                let condition = &texts.conditions[i];
                // Checked as a condition first: what is wrong with it is told as such.
                self.function(
                    condition,
                    variables,
                    &Wanted::Bool,
                    &Because::default(),
                    true,
                )?;
                let sides = self.session.equation(condition)?;
                let subject = Subject::Equation(side);
                let matcher =
                    self.matcher(condition, &sides[side], subject, &new, variables, table)?;
                Step::Let(matcher)
            }
        })
    }

    fn matcher(
        &mut self,
        inscription: &Inscription,
        pattern: &Inscription,
        subject: Subject,
        new: &Set,
        variables: &Variables,
        table: &[Variable],
    ) -> Option<Matcher> {
        let names: Names = new.iter().map(|&v| table[v].name.as_str().into()).collect();
        let ids = new.iter().map(|&v| VariableId(v as u32));
        // The lone variable of a token is the token.
        if let (Subject::Colour(_), Some(name)) = (subject, pattern.name())
            && let Some(&variable) = variables.get(name)
        {
            return Some(Matcher::Whole(variable));
        }
        let (mut bound, mut reads) = self.reads(inscription, variables);
        let known = |id: &VariableId| !new.contains(&(id.0 as usize));
        bound = (bound.into_iter().zip(&reads))
            .filter(|(_, id)| known(id))
            .map(|(name, _)| name)
            .collect();
        reads.retain(known);
        let mut found = Vec::new();
        let made = (self.session).compile_matcher(inscription, subject, &bound, &names, &mut found);
        self.diagnostics.extend(found);
        let (code, fields) = made?;
        let function = function(code, reads, inscription);
        Some(Matcher::Bind(function, ids.zip(fields).collect()))
    }

    fn unbound(&mut self, variable: &Variable, texts: &Texts, transition: &Transition) {
        let name = &variable.name;
        let set = &self.session.vm.program.colour_sets[variable.colour.0 as usize];
        let set = set.name.to_string();
        let size = match self.size(variable) {
            Some(size) => {
                format!("its colour set `{set}` has {size} values, too many to try them all")
            }
            None => format!("its colour set `{set}` has no end of values to try"),
        };
        let mut place = transition.name.span;
        for inscription in texts.all() {
            let mentioned = self.session.mentioned(inscription);
            if let Some(mention) = mentioned.iter().find(|m| *m.name == **name) {
                place = mention.span;
                break;
            }
        }
        let mut diagnostic = Diagnostic::error(
            "E1102",
            place,
            format!(
                "Nothing gives the variable `{name}` of transition `{}` a value.",
                transition.name.text
            ),
        )
        .at(format!(
            "no input arc has it as a pattern, no equation of the guard gives it, and {size}"
        ));
        if place != transition.name.span {
            diagnostic = diagnostic.label(transition.name.span, "the transition");
        }
        self.report(diagnostic.help(format!(
            "Take `{name}` from a token (an input arc such as `{name}` or `({name}, y)`), say what it is in the guard (`{name} = …`), or give it a small colour set."
        )));
    }
}

fn numbers<'n>(variables: &Variables, names: impl IntoIterator<Item = &'n Arc<str>>) -> Set {
    (names.into_iter())
        .filter_map(|name| variables.get(name))
        .map(|id| id.0 as usize)
        .collect()
}
