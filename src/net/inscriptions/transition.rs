//! One transition: its arcs, guard, delay and priority.

use super::{Compiler, PlaceKind, Variables, full_name};
use crate::net::delay::{self, Delay};
use crate::net::flat::{self, PlaceId, Tokens, Variable, VariableId};
use crate::net::model::{ArcKind, Page, Text, Transition};
use std::collections::BTreeSet;
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Because, Inscription, NetVariable, Reading, Wanted};

/// The priority of a transition that says nothing.
const PRIORITY: i64 = 1000;

/// An arc with its inscription.
pub(super) struct Parsed<'k> {
    /// The place's number on the page.
    pub place: PlaceId,
    pub kind: &'k PlaceKind,
    pub inscription: Inscription,
}

/// The texts of a transition, parsed.
#[derive(Default)]
pub(super) struct Texts<'k> {
    pub inputs: Vec<Parsed<'k>>,
    /// With the text, which may have to be read in another way.
    pub outputs: Vec<(Parsed<'k>, Text)>,
    pub conditions: Vec<Inscription>,
    delay: Option<(Inscription, bool)>,
    pub action: Option<Inscription>,
    /// An input arc or a part of the guard could not be read: what gives variables their values is not known.
    pub incomplete: bool,
}

impl Texts<'_> {
    /// All inscriptions with variables, in the order in which a reader looks for a variable.
    pub fn all(&self) -> impl Iterator<Item = &Inscription> {
        (self.inputs.iter().map(|arc| &arc.inscription))
            .chain(&self.conditions)
            .chain(self.outputs.iter().map(|(arc, _)| &arc.inscription))
            .chain(self.delay.iter().map(|(delay, _)| delay))
            .chain(&self.action)
    }
}

impl Compiler<'_> {
    /// Compiles a transition for all instances of its page: once, or for each of them if it asks which one it is.
    pub(super) fn instances(
        &mut self,
        page: &Page,
        kinds: &[Option<PlaceKind>],
        transition: &Transition,
        count: u32,
    ) -> Vec<Option<flat::Transition>> {
        let mut compiled = Vec::new();
        for number in 1..=count.max(1) {
            self.session.set_instance(Some(number));
            compiled.push(self.transition(page, kinds, transition));
            let unnamed = std::mem::take(&mut self.unnamed);
            self.session.remove_unnamed(&unnamed);
            if !self.session.set_instance(None) {
                break;
            }
        }
        compiled
    }

    /// Compiles a transition; its places are numbered as on its page.
    fn transition(
        &mut self,
        page: &Page,
        kinds: &[Option<PlaceKind>],
        transition: &Transition,
    ) -> Option<flat::Transition> {
        let errors = self.errors();
        let (texts, inhibitors, resets) = self.parse_all(page, kinds, transition);
        let (variables, table) = self.variables(&texts, transition)?;
        let outputs = self.code_outputs(&texts, transition);
        let inputs: Vec<Option<flat::Arc>> = (texts.inputs.iter())
            .map(|arc| {
                let tokens = self.tokens(&arc.inscription, &variables, arc.kind, true)?;
                Some(flat::Arc {
                    place: arc.place,
                    tokens,
                })
            })
            .collect();
        let put: Vec<Option<flat::Arc>> = (texts.outputs.iter())
            .map(|(arc, text)| {
                let tokens = self.output(arc, *text, &variables)?;
                Some(flat::Arc {
                    place: arc.place,
                    tokens,
                })
            })
            .collect();
        let delay = (texts.delay.as_ref()).and_then(|d| self.delay(d, &variables));
        let code = self.code(&texts, transition, &variables);
        self.idle_delay(&texts);
        let priority = self.priority(transition);
        let plan = self.steps(&texts, &variables, &table, &outputs, transition);
        if self.errors() > errors {
            return None;
        }
        Some(flat::Transition {
            name: full_name(page, &transition.name),
            instance: 1,
            span: transition.name.span,
            variables: table,
            plan,
            inputs: inputs.into_iter().collect::<Option<_>>()?,
            outputs: put.into_iter().collect::<Option<_>>()?,
            inhibitors,
            resets,
            delay,
            priority,
            code,
        })
    }

    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    fn parse_all<'k>(
        &mut self,
        page: &Page,
        kinds: &'k [Option<PlaceKind>],
        transition: &Transition,
    ) -> (Texts<'k>, Vec<PlaceId>, Vec<PlaceId>) {
        let mut texts = Texts::default();
        let (mut inhibitors, mut resets) = (Vec::new(), Vec::new());
        for arc in &transition.arcs {
            // What is missing has been reported: a place or an inscription with the structure of the net, a colour set with its place.
            let Some(i) = page
                .places
                .iter()
                .position(|p| p.name.text == arc.place.text)
            else {
                continue;
            };
            let place = PlaceId(i as u32);
            match arc.kind {
                ArcKind::Inhibitor => inhibitors.push(place),
                ArcKind::Reset => resets.push(place),
                ArcKind::In | ArcKind::Out | ArcKind::Both => {
                    let (Some(kind), Some(text)) = (&kinds[i], arc.text) else {
                        texts.incomplete = true;
                        continue;
                    };
                    let parsed = |inscription| Parsed {
                        place,
                        kind,
                        inscription,
                    };
                    let mut text = text;
                    if arc.kind != ArcKind::Out {
                        let conditions;
                        (text, conditions) = self.without_layers(text);
                        text = self.without_wildcards(text, kind);
                        for condition in conditions {
                            let condition = self.parse(condition, Reading::Expression);
                            texts.incomplete |= condition.is_none();
                            texts.conditions.extend(condition);
                        }
                        let inscription = self.parse(text, Reading::Expression);
                        texts.incomplete |= inscription.is_none();
                        texts.inputs.extend(inscription.map(parsed));
                    }
                    if arc.kind != ArcKind::In
                        && let Some(inscription) = self.parse_output(text)
                    {
                        texts.outputs.push((parsed(inscription), text));
                    }
                }
            }
        }
        for &text in &transition.guard {
            match self.parse_guard(text) {
                Some(guard) => texts.conditions.extend(guard.conditions()),
                None => texts.incomplete = true,
            }
        }
        texts.delay = transition.delay.and_then(|text| {
            let written = &self.session.sources.get(text.source).text;
            let time = Delay::of(written).operator == Some(delay::OF_TIME);
            Some((self.parse(text, Reading::Delay)?, time))
        });
        if let Some(code) = &transition.code {
            let action = code.action;
            texts.action = action.and_then(|action| self.parse(action, Reading::Expression));
        }
        (texts, inhibitors, resets)
    }

    /// On an output arc all before the first `@+` is delayed, if it can be read so.
    fn parse_output(&mut self, text: Text) -> Option<Inscription> {
        (self.session.inscription(text.source, Reading::Output).ok())
            .or_else(|| self.parse(text, Reading::Expression))
    }

    /// A guard that is no expression may be a list of them without its brackets.
    fn parse_guard(&mut self, text: Text) -> Option<Inscription> {
        let plain = self.session.inscription(text.source, Reading::Expression);
        let list =
            |problems| (self.session.inscription(text.source, Reading::List)).map_err(|_| problems);
        match plain.or_else(list) {
            Ok(guard) => Some(guard),
            Err(problems) => {
                self.diagnostics.extend(problems);
                None
            }
        }
    }

    /// The variables of all texts, by name; nothing if one cannot be a variable, since then nothing else makes sense.
    fn variables(
        &mut self,
        texts: &Texts,
        transition: &Transition,
    ) -> Option<(Variables, Vec<Variable>)> {
        let mut names: BTreeSet<Arc<str>> = BTreeSet::new();
        let mut places = Vec::new();
        for inscription in texts.all() {
            for mention in self.session.mentioned(inscription) {
                if names.insert(mention.name.clone()) {
                    places.push((mention.name.clone(), mention.span));
                }
            }
        }
        if let Some(code) = &transition.code {
            for name in code.input.iter().flatten().chain(&code.output) {
                let text: Arc<str> = name.text.as_str().into();
                if self.declared(name).is_some() && names.insert(text.clone()) {
                    places.push((text, name.span));
                }
            }
        }
        let mut variables = Variables::new();
        let mut table = Vec::new();
        let mut sound = true;
        for name in names {
            let Some(known) = self.session.net_variable(&name) else {
                continue;
            };
            let Some(colour) = known.colour else {
                let span = places.iter().find(|p| p.0 == name).map(|p| p.1);
                self.no_colour_set(&name, span.unwrap_or(known.span), &known);
                sound = false;
                continue;
            };
            variables.insert(name.clone(), VariableId(table.len() as u32));
            table.push(Variable {
                name: name.to_string(),
                colour,
                shape: known.shape,
                pointer: known.pointer,
            });
        }
        sound.then_some((variables, table))
    }

    fn no_colour_set(&mut self, name: &str, span: sweepnet_lang::span::Span, known: &NetVariable) {
        let message = format!("The type of variable `{name}` is not a colour set.");
        self.report(
            Diagnostic::error("E1103", span, message)
                .at("used here")
                .label(known.span, "declared here with a type")
                .help("Declare a colour set of that type and use its name: `colset L = list INT; var l : L;`."),
        );
    }

    fn output(&mut self, arc: &Parsed, text: Text, variables: &Variables) -> Option<Tokens> {
        let known = self.diagnostics.len();
        if let Some(tokens) = self.tokens(&arc.inscription, variables, arc.kind, false) {
            return Some(tokens);
        }
        // Delaying all before `@+` did not fit: perhaps only the last part is meant. If that is wrong too, it is the reading to be explained.
        self.diagnostics.truncate(known);
        let plain = self.parse(text, Reading::Expression)?;
        self.tokens(&plain, variables, arc.kind, false)
    }

    fn delay(
        &mut self,
        (inscription, time): &(Inscription, bool),
        variables: &Variables,
    ) -> Option<flat::Delay> {
        let real = self.session.has_real_time();
        let unbounded = *time || real || self.session.is_unbounded(inscription);
        let wanted = if unbounded { Wanted::Time } else { Wanted::Int };
        let text = "a delay is `{}`".to_string();
        let because = Because(Some((inscription.span(), text)));
        let function = self.function(inscription, variables, &wanted, &because, false)?;
        Some(flat::Delay {
            function,
            unbounded,
        })
    }

    /// Warns of a delay that no token gets.
    fn idle_delay(&mut self, texts: &Texts) {
        let Some((delay, _)) = &texts.delay else {
            return;
        };
        if delay.constant() == Some(0) || texts.outputs.iter().any(|(arc, _)| arc.kind.timed) {
            return;
        }
        let message = "This delay has no effect: no token that the transition puts has a stamp.";
        let mut report = Diagnostic::warning("W1117", delay.span(), message)
            .at("added to no stamp")
            .help("Declare the colour set of an output place with `timed` at its end, or leave the delay out.");
        if let Some((arc, _)) = texts.outputs.first() {
            let text = format!("colour set `{}` is not timed", arc.kind.colset);
            report = report.label(arc.kind.name.span, text);
        }
        self.report(report);
    }

    fn priority(&mut self, transition: &Transition) -> i64 {
        let Some(text) = transition.priority else {
            return PRIORITY;
        };
        self.constant(text).unwrap_or(PRIORITY)
    }

    fn constant(&mut self, text: Text) -> Option<i64> {
        let inscription = self.parse(text, Reading::Expression)?;
        self.without_variables(&inscription, "A priority")?;
        let because = Because(Some((inscription.span(), "a priority is `{}`".to_string())));
        let none = Variables::new();
        let function = self.function(&inscription, &none, &Wanted::Int, &because, true)?;
        match self.session.vm.call(function.code.0, &[]) {
            Ok(word) => Some(word as i64),
            Err(stop) => {
                let diagnostic = self.session.explain(&stop);
                self.report(diagnostic);
                None
            }
        }
    }
}
