//! A net as its author wrote it: pages of places and transitions, every text with the place in the file it came from.
//!
//! Nothing is checked here beyond the shape of the file (`yaml`); `structure` checks names and hierarchy, `inscriptions` the texts.

use super::layout::Layout;
use std::collections::BTreeMap;
use sweepnet_lang::span::{SourceId, Span};

/// A name or keyword in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text in the inscription language. Its source is a part of the file: spans into it are shown in the file (`Sources::in_file`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The decoded text.
    pub source: SourceId,
    /// The whole scalar in the file.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug)]
pub struct Model {
    /// What the net is called.
    pub name: Name,
    /// One paragraph for people.
    pub description: Option<String>,
    /// Whether the clock is a real number.
    pub real_time: bool,
    /// Values that `--set` changes.
    pub parameters: Vec<Parameter>,
    /// Declarations in order; an included file is a text of its own.
    pub declarations: Vec<Text>,
    /// Pages. A net without `pages` has one, called `Top` or as `page` says.
    pub pages: Vec<Page>,
    /// Progress measures: integer expressions over a marking.
    pub measures: Vec<(Name, Text)>,
    /// Which colour sets may be permuted.
    pub symmetries: Vec<Symmetry>,
    /// Statements about markings, to be verified.
    pub properties: Vec<(Name, Text)>,
    /// What a simulation observes.
    pub monitors: Vec<Monitor>,
    /// Figures that `check --run` compares.
    pub expect: Vec<Expectation>,
    /// How pages are drawn, by their names.
    pub layout: BTreeMap<String, Layout>,
}

/// Something that a simulation observes.
#[derive(Clone, Debug)]
pub struct Monitor {
    /// Its name.
    pub name: Name,
    /// What it observes.
    pub watch: Watch,
    /// What is kept of a monitor of another tool if it cannot be run.
    pub origin: Option<Box<Kept>>,
}

/// What a monitor observes.
#[derive(Clone, Debug)]
pub enum Watch {
    /// An expression over a marking: a number is collected, a truth value ends the run.
    Marking(Text),
    /// How often a transition occurs: `Page'Transition`.
    Count(Name),
    /// Functions of binding elements and markings.
    Functions(Box<Functions>),
    /// Functions for another tool, which are kept and not run.
    Kept(Box<Kept>),
}

/// A monitor for another tool.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its functions, or its kind as a comment.
    pub text: Text,
    /// The places it is for: `Page'Place`.
    pub places: Vec<Name>,
    /// The transitions it is for: `Page'Transition`.
    pub transitions: Vec<Name>,
    /// The name of the file for its texts.
    pub file: Option<Name>,
    /// Its options, as the other tool calls them.
    pub options: Vec<(Name, Name)>,
    /// Whether it is switched off there too.
    pub disabled: bool,
}

/// The functions of a monitor. Each text declares functions, of which the last one is meant. Its argument is the binding element, if there are transitions, and
/// then the markings of the places; `init` and `stop` get no binding element.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// The places whose markings it gets: `Page'Place`.
    pub places: Vec<Name>,
    /// It looks after their steps: `Page'Transition`. If there are none, after steps of the transitions around the places; without places after all steps.
    pub transitions: Vec<Name>,
    /// What it observes before the first step.
    pub init: Option<Text>,
    /// Whether it observes now. Without `observe` that ends the run.
    pub when: Option<Text>,
    /// A number, which is collected; a text, which is written; with `action` anything.
    pub observe: Option<Text>,
    /// What is done with what was observed.
    pub action: Option<Text>,
    /// What it observes after the last step.
    pub stop: Option<Text>,
    /// The name of the file for its texts.
    pub file: Option<Name>,
}

impl Functions {
    /// Its texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        let all = [
            &self.init,
            &self.when,
            &self.observe,
            &self.action,
            &self.stop,
        ];
        all.into_iter().flatten()
    }
}

impl Monitor {
    /// Its texts in the language.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        let (one, several) = match &self.watch {
            Watch::Marking(text) => (Some(text), None),
            Watch::Kept(kept) => (Some(&kept.text), None),
            Watch::Functions(functions) => (None, Some(functions)),
            Watch::Count(_) => (None, None),
        };
        one.into_iter()
            .chain(several.into_iter().flat_map(|functions| functions.texts()))
    }
}

/// A value that can be set from outside.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, a value in the declarations.
    pub name: Name,
    /// Its type.
    pub kind: ParameterKind,
    /// Its value: the default, or what `--set` gave.
    pub value: ParameterValue,
    /// For people.
    pub description: Option<String>,
}

/// The type of a parameter with its range.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterKind {
    /// An integer from the first to the second, where given.
    Int(Option<i64>, Option<i64>),
    /// `true` or `false`.
    Bool,
    /// A text; one of these, if there are any.
    String(Vec<String>),
    /// A number with a fraction.
    Real(Option<f64>, Option<f64>),
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// An integer.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A text.
    String(String),
    /// A number with a fraction.
    Real(f64),
}

/// Places and transitions that are drawn together.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its name.
    pub name: Name,
    /// For people.
    pub description: Option<String>,
    /// Its places in the order of the file.
    pub places: Vec<Place>,
    /// Its transitions in the order of the file.
    pub transitions: Vec<Transition>,
    /// Transitions that stand for other pages.
    pub substitutions: Vec<Substitution>,
}

/// A place.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name.
    pub name: Name,
    /// What its tokens are.
    pub colset: Name,
    /// Its tokens at the start.
    pub initial: Option<Text>,
    /// Whether a page above sees it.
    pub port: Option<Port>,
    /// All places of one fusion set are one place.
    pub fusion: Option<Name>,
    /// For people.
    pub description: Option<String>,
}

/// How a page uses a place that belongs to the page above.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Port {
    /// Tokens come from above.
    In,
    /// Tokens go up.
    Out,
    /// Both.
    Both,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Its name.
    pub name: Name,
    /// Conditions that must all hold.
    pub guard: Vec<Text>,
    /// How much later than now its tokens are ready.
    pub delay: Option<Text>,
    /// Smaller is more urgent; 1000 unless given.
    pub priority: Option<Text>,
    /// What is computed when it occurs.
    pub code: Option<Code>,
    /// Its arcs in the order of the file.
    pub arcs: Vec<Arc>,
    /// For people.
    pub description: Option<String>,
}

/// A code segment.
#[derive(Clone, Debug)]
pub struct Code {
    /// Variables it may use; `None` if the file does not say.
    pub input: Option<Vec<Name>>,
    /// Variables it binds.
    pub output: Vec<Name>,
    /// The expression whose value they get. Without one nothing is computed, and nothing is bound.
    pub action: Option<Text>,
}

/// An arc between a transition and a place of its page.
#[derive(Clone, Debug)]
pub struct Arc {
    /// What it does.
    pub kind: ArcKind,
    /// The place.
    pub place: Name,
    /// Its tokens; inhibitor and reset arcs have none.
    pub text: Option<Text>,
}

/// What an arc does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArcKind {
    /// Takes tokens.
    In,
    /// Puts tokens.
    Out,
    /// Takes tokens and puts them back.
    Both,
    /// Needs the place to have no token that is ready.
    Inhibitor,
    /// Empties the place.
    Reset,
}

/// A transition that stands for a page.
#[derive(Clone, Debug)]
pub struct Substitution {
    /// Its name.
    pub name: Name,
    /// The page.
    pub page: Name,
    /// Which place here each port there is: port, socket.
    pub ports: Vec<(Name, Name)>,
    /// For people.
    pub description: Option<String>,
}

/// Colours that the net treats alike.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The colour set.
    pub colset: Name,
    /// `all` permutations or `rotations`.
    pub kind: Name,
    /// Which of its colours, as expressions: each block is permuted in itself. All colours if there is none.
    pub blocks: Vec<Text>,
}

/// A figure that must come out.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// For which values of the parameters.
    pub set: Vec<(Name, ParameterValue)>,
    /// Markings that differ only in when they are count once.
    pub time_equivalence: bool,
    /// Markings that differ by a declared symmetry count once.
    pub symmetry: bool,
    /// No step after this time is followed.
    pub until_time: Option<i64>,
    /// `states`, `arcs`, `dead_markings` …: name and value.
    pub figures: Vec<(Name, u64)>,
}
