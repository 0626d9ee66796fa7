//! From the texts of a net to compiled inscriptions: what each must give, what its variables are, and in which order they get their values.
//!
//! A transition is compiled once for its page, since its instances differ in their places only; once for each instance if it asks for the number of its
//! instance. `transition` gathers and compiles the inscriptions of one transition, `layered` the names of whole tokens on its arcs, `code` its code segment; `steps` turns its
//! plan into functions. `resets` warns of reset arcs; `agreement` compares initial markings of places that are one; `symmetry` evaluates which colours are alike.

mod agreement;
mod code;
mod layered;
mod resets;
mod steps;
mod symmetry;
#[cfg(test)]
mod tests;
mod transition;
pub mod unnamed;

pub use symmetry::symmetries;

use super::flat::{self, Function, PlaceId, Tokens, VariableId};
use super::flatten::Instances;
use super::model::{Model, Name, Page, Place, Text};
use std::collections::BTreeMap;
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Because, Code, Inscription, Reading, TokenForm, Wanted};
use sweepnet_lang::session::Session;
use sweepnet_lang::vm::program::{ColourSetId, Shape, ShapeId};

/// Compiles the inscriptions of all instances. The declarations have been run in the session. With errors the net is empty.
pub fn compile(
    model: &Model,
    instances: &Instances,
    session: &mut Session,
) -> (Vec<flat::Place>, Vec<flat::Transition>, Vec<Diagnostic>) {
    let mut compiler = Compiler {
        session,
        diagnostics: Vec::new(),
        sizes: BTreeMap::new(),
        unnamed: Vec::new(),
    };
    let mut kinds: Vec<Vec<Option<PlaceKind>>> = Vec::new();
    let mut initials: Vec<Vec<Option<Tokens>>> = Vec::new();
    let mut templates: Vec<Vec<Vec<Option<flat::Transition>>>> = Vec::new();
    let counts = instances.counts(model.pages.len());
    for (page, &count) in model.pages.iter().zip(&counts) {
        let own: Vec<Option<PlaceKind>> = page
            .places
            .iter()
            .map(|place| compiler.kind(place))
            .collect();
        let tokens = (page.places.iter().zip(&own))
            .map(|(place, kind)| compiler.initial(place.initial?, kind.as_ref()?))
            .collect();
        initials.push(tokens);
        let transitions = (page.transitions.iter())
            .map(|t| compiler.instances(page, &own, t, count))
            .collect();
        kinds.push(own);
        templates.push(transitions);
    }
    for &pair in &instances.given_twice {
        compiler.agree(model, &kinds, pair);
    }
    let mut diagnostics = compiler.diagnostics;
    // A double arc is read twice, and texts are checked in another order than they are written.
    diagnostics.sort_by_key(|d| (d.span(), d.code));
    diagnostics.dedup();
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (Vec::new(), Vec::new(), diagnostics);
    }
    let places = (instances.places.iter()).filter_map(|at| {
        let (page, kind) = (&model.pages[at.page], kinds[at.page][at.place].as_ref()?);
        let place = &page.places[at.place];
        Some(flat::Place {
            name: full_name(page, &place.name),
            instance: at.instance,
            colour: kind.colour,
            shape: kind.shape,
            pointer: kind.pointer,
            timed: kind.timed,
            initial: at
                .initial
                .and_then(|(page, place)| initials[page][place].clone()),
            span: place.name.span,
        })
    });
    let transitions = (instances.transitions.iter()).filter_map(|at| {
        let own = &templates[at.page][at.transition];
        // All instances share one, or each has its own.
        let template = own
            .get(at.instance as usize - 1)
            .or(own.first())?
            .as_ref()?;
        Some(placed(template, at.instance, &at.places))
    });
    let places: Vec<flat::Place> = places.collect();
    diagnostics.extend(resets::warnings(model, instances, &places));
    (places, transitions.collect(), diagnostics)
}

/// `Page'Place`
fn full_name(page: &Page, name: &Name) -> String {
    super::names::qualified(&page.name.text, &name.text)
}

/// An instance of a transition whose places are still numbered as on its page.
fn placed(template: &flat::Transition, instance: u32, places: &[PlaceId]) -> flat::Transition {
    let mut made = template.clone();
    made.instance = instance;
    let own = |place: &mut PlaceId| *place = places[place.0 as usize];
    (made.inputs.iter_mut().chain(&mut made.outputs)).for_each(|arc| own(&mut arc.place));
    made.inhibitors.iter_mut().for_each(own);
    made.resets.iter_mut().for_each(own);
    for step in &mut made.plan {
        if let flat::Step::Token(place, _) = step {
            own(place);
        }
    }
    made
}

/// What the declarations say of a place.
#[derive(Clone, Debug)]
struct PlaceKind {
    colour: ColourSetId,
    shape: ShapeId,
    pointer: bool,
    timed: bool,
    /// Whether its colours are lists, so that a list is a colour and does not stand for its elements.
    lists: bool,
    name: Name,
    colset: String,
}

impl PlaceKind {
    fn because(&self) -> Because {
        let text = format!(
            "place `{}` has colour set `{}`, so this needs `{{}}`",
            self.name.text, self.colset
        );
        Because(Some((self.name.span, text)))
    }
}

/// Variables of a transition by name.
type Variables = BTreeMap<Arc<str>, VariableId>;

struct Compiler<'a> {
    session: &'a mut Session,
    diagnostics: Vec<Diagnostic>,
    /// How many values colour sets have: counting a subset means to look at all values of the other set.
    sizes: BTreeMap<ColourSetId, Option<u64>>,
    /// Variables of the transition for parts of tokens without a name.
    unnamed: Vec<Arc<str>>,
}

impl Compiler<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn kind(&mut self, place: &Place) -> Option<PlaceKind> {
        let wanted = &place.colset;
        let Some(colour) = self.session.colour_set_named(&wanted.text) else {
            let message = format!(
                "The colour set `{}` of place `{}` is not declared.",
                wanted.text, place.name.text
            );
            let help = match self.session.nearest_colour_set(&wanted.text) {
                Some(near) => format!("Did you mean `{near}`?"),
                None => format!("Declare it, for example `colset {} = int;`.", wanted.text),
            };
            self.report(
                Diagnostic::error("E1101", wanted.span, message)
                    .at("no such colour set")
                    .help(help),
            );
            return None;
        };
        let program = &self.session.vm.program;
        let set = &program.colour_sets[colour.0 as usize];
        let shape = &program.shapes[set.shape.0 as usize];
        Some(PlaceKind {
            colour,
            shape: set.shape,
            pointer: shape.is_pointer(),
            timed: set.timed,
            lists: matches!(shape, Shape::List(_)),
            name: place.name.clone(),
            colset: wanted.text.clone(),
        })
    }

    fn initial(&mut self, text: Text, kind: &PlaceKind) -> Option<Tokens> {
        let inscription = self.parse(text, Reading::Expression)?;
        self.unhidden(|compiler| {
            compiler.without_variables(&inscription, "An initial marking")?;
            compiler.tokens(&inscription, &Variables::new(), kind, false)
        })
    }

    /// Does something where no transition occurs: a value that a variable hides elsewhere is meant there.
    fn unhidden<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        self.session.reveal_values(true);
        let done = what(self);
        self.session.reveal_values(false);
        done
    }

    fn parse(&mut self, text: Text, reading: Reading) -> Option<Inscription> {
        match self.session.inscription(text.source, reading) {
            Ok(inscription) => Some(inscription),
            Err(problems) => {
                self.diagnostics.extend(problems);
                None
            }
        }
    }

    /// Refuses variables where there is no binding.
    fn without_variables(&mut self, inscription: &Inscription, what: &str) -> Option<()> {
        let mentioned = self.session.mentioned(inscription);
        for variable in mentioned {
            let message = format!("{what} cannot use the variable `{}`.", variable.name);
            self.report(
                Diagnostic::error("E1109", variable.span, message)
                    .at("has no value here")
                    .help("Variables have values only while a transition occurs; use a constant declared with `val`."),
            );
        }
        mentioned.is_empty().then_some(())
    }

    /// Compiles tokens in the cheapest form that fits.
    fn tokens(
        &mut self,
        inscription: &Inscription,
        variables: &Variables,
        kind: &PlaceKind,
        pure: bool,
    ) -> Option<Tokens> {
        let (inscription, form) = self.form(inscription, kind);
        if form == TokenForm::Stamped && !kind.timed {
            self.untimed(&inscription, kind);
            return None;
        }
        let wanted = match form {
            TokenForm::One => Wanted::One(kind.colour),
            TokenForm::Many => Wanted::Many(kind.colour),
            TokenForm::Stamped => Wanted::Stamped(kind.colour),
        };
        let function = self.function(&inscription, variables, &wanted, &kind.because(), pure)?;
        Some(match form {
            TokenForm::One => Tokens::One(function),
            TokenForm::Many => Tokens::Many(function),
            TokenForm::Stamped => Tokens::Stamped(function),
        })
    }

    /// How the inscription gives its tokens; ``1`e`` is `e`.
    fn form(&mut self, inscription: &Inscription, kind: &PlaceKind) -> (Inscription, TokenForm) {
        if let Some(single) = self.session.single(inscription)
            && self.session.token_form(&single, kind.colour) == TokenForm::One
        {
            return (single, TokenForm::One);
        }
        let form = self.session.token_form(inscription, kind.colour);
        (inscription.clone(), form)
    }

    fn untimed(&mut self, inscription: &Inscription, kind: &PlaceKind) {
        let name = &kind.name.text;
        self.report(
            Diagnostic::error(
                "E1107",
                inscription.span(),
                format!("These tokens have time stamps, but place `{name}` has none."),
            )
            .at("gives tokens with stamps")
            .label(
                kind.name.span,
                format!("its colour set `{}` is not timed", kind.colset),
            )
            .help(format!(
                "Declare `{}` with `timed` at the end, or leave the stamps out.",
                kind.colset
            )),
        );
    }

    /// Compiles an inscription as a function of the variables it mentions.
    fn function(
        &mut self,
        inscription: &Inscription,
        variables: &Variables,
        wanted: &Wanted,
        because: &Because,
        pure: bool,
    ) -> Option<Function> {
        let (names, reads) = self.reads(inscription, variables);
        let mut found = Vec::new();
        let code = (self.session).compile_inscription(
            inscription,
            &names,
            wanted,
            because,
            pure,
            &mut found,
        );
        self.diagnostics.extend(found.into_iter().map(as_in_a_net));
        Some(function(code?, reads, inscription))
    }

    /// The variables an inscription mentions, in the order of their numbers.
    fn reads(
        &mut self,
        inscription: &Inscription,
        variables: &Variables,
    ) -> (Vec<Arc<str>>, Vec<VariableId>) {
        let mentioned = self.session.mentioned(inscription);
        let mut reads: Vec<(VariableId, Arc<str>)> = (mentioned.iter())
            .filter_map(|m| Some((*variables.get(&m.name)?, m.name.clone())))
            .collect();
        reads.sort();
        reads.into_iter().map(|(id, name)| (name, id)).unzip()
    }
}

fn function(code: Code, reads: Vec<VariableId>, inscription: &Inscription) -> Function {
    Function {
        code: code.code,
        body: code.body,
        variable: match reads[..] {
            [variable] if inscription.name().is_some() => Some(variable),
            _ => None,
        },
        reads,
        span: inscription.span(),
        effects: code.effects,
        clock: code.clock,
    }
}

/// An unknown name in an inscription is most often a variable that was not declared. One that is shown where it is declared has a mistake there.
fn as_in_a_net(mut diagnostic: Diagnostic) -> Diagnostic {
    let near = diagnostic.help.as_ref().is_some_and(|h| h.ends_with('?'));
    if diagnostic.code == "E0401" && !near && diagnostic.labels.len() == 1 {
        diagnostic.help = Some(
            "Declare it: a variable with `var name : COLOURSET;`, a constant with `val name = …;`."
                .to_string(),
        );
    }
    diagnostic
}
