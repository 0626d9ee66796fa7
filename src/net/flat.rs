//! A net without pages: every instance of a place and of a transition once, every inscription compiled. What the engine runs.

use super::names::instance_name;
use super::observe::Observation;
use sweepnet_lang::core::CoreId;
use sweepnet_lang::session::{Compiled, Session};
use sweepnet_lang::span::Span;
use sweepnet_lang::types::effects::Effects;
use sweepnet_lang::vm::program::{ColourSetId, ShapeId};

/// Index into `FlatNet::places`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

/// Index into `FlatNet::transitions`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransitionId(pub u32);

/// Index into `Transition::variables`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub u32);

/// A checked net.
#[derive(Clone, Debug)]
pub struct FlatNet {
    /// What it is called.
    pub name: String,
    /// Its declarations and compiled inscriptions.
    pub session: Session,
    /// Place instances. Places of one fusion set, and a port and its socket, are one.
    pub places: Vec<Place>,
    /// Transition instances.
    pub transitions: Vec<Transition>,
    /// Whether it has a clock: a timed place, or a delay.
    pub timed: bool,
    /// Colours that it says it treats alike.
    pub symmetries: Vec<Symmetry>,
    /// What its monitors observe.
    pub observations: Vec<Observation>,
}

/// Colours of an atomic colour set that the net says it treats alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The colour set: neither an alias nor a subset.
    pub colour: ColourSetId,
    /// Only rotations, not all permutations.
    pub rotations: bool,
    /// Which colours, ascending: tags of an enumeration, else the numbers.
    pub colours: Vec<i64>,
    /// Where it is declared.
    pub span: Span,
}

impl FlatNet {
    /// A time as people write it. A real one is kept in millionths.
    pub fn show_time(&self, time: i64) -> String {
        let shown = match self.session.has_real_time() {
            true => format!("{:?}", time as f64 / 1e6),
            false => time.to_string(),
        };
        shown.replace('-', "~")
    }

    /// A whole time as it is kept.
    pub fn time_ticks(&self, time: i64) -> i64 {
        match self.session.has_real_time() {
            true => time.saturating_mul(1_000_000),
            false => time,
        }
    }

    /// A time as a number.
    pub fn time_number(&self, time: i64) -> serde_json::Value {
        match self.session.has_real_time() {
            true => (time as f64 / 1e6).into(),
            false => time.into(),
        }
    }
}

/// A place instance.
#[derive(Clone, Debug)]
pub struct Place {
    /// `Page'Place`: of the topmost page that knows it.
    pub name: String,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// What its tokens are.
    pub colour: ColourSetId,
    /// How a colour looks.
    pub shape: ShapeId,
    /// Whether a colour is a pointer word.
    pub pointer: bool,
    /// Whether its tokens have time stamps.
    pub timed: bool,
    /// Its tokens at the start: an inscription without variables.
    pub initial: Option<Tokens>,
    /// Where it is declared.
    pub span: Span,
}

impl Place {
    /// Its name in expressions.
    pub fn full_name(&self) -> String {
        instance_name(&self.name, self.instance)
    }
}

/// A transition instance.
#[derive(Clone, Debug)]
pub struct Transition {
    /// `Page'Transition`.
    pub name: String,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// Where it is declared.
    pub span: Span,
    /// Its variables, in the order in which bindings are printed: by name.
    pub variables: Vec<Variable>,
    /// How the variables get their values, except those that the code segment binds. All conditions of the guard are among the steps.
    pub plan: Vec<Step>,
    /// What it takes.
    pub inputs: Vec<Arc>,
    /// What it puts.
    pub outputs: Vec<Arc>,
    /// Places that must have no token that is ready.
    pub inhibitors: Vec<PlaceId>,
    /// Places that are emptied, after tokens were put.
    pub resets: Vec<PlaceId>,
    /// Added to the stamps of all tokens it puts.
    pub delay: Option<Delay>,
    /// Smaller is more urgent.
    pub priority: i64,
    /// Evaluated when it occurs, before the outputs.
    pub code: Option<Code>,
}

/// A variable of a transition.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its colour set.
    pub colour: ColourSetId,
    /// How its values look.
    pub shape: ShapeId,
    /// Whether they are pointer words.
    pub pointer: bool,
}

/// A compiled inscription.
#[derive(Clone, Debug)]
pub struct Function {
    /// The code: one argument word for each of `reads`.
    pub code: Compiled,
    /// What it computes, for those who want to look at it.
    pub body: CoreId,
    /// The variables it needs, all bound before.
    pub reads: Vec<VariableId>,
    /// Set if its value is just this variable's: then nothing needs to be evaluated.
    pub variable: Option<VariableId>,
    /// Where it is written.
    pub span: Span,
    /// What it may do beside giving a value. In a state space code segments that bind nothing are not run, so that a ref cell which only these assign to always holds the same.
    pub effects: Effects,
    /// Whether its value depends on the clock otherwise than by `@+` and `@++`: it uses `time()`, or `@` with a stamp of its own.
    pub clock: bool,
}

impl Transition {
    /// The inscriptions that binding search and occurrences evaluate, except the code segment.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        let steps = self.plan.iter().filter_map(|step| match step {
            Step::Token(_, matcher) | Step::Let(matcher) => matcher.function(),
            Step::Test(function) => Some(function),
            Step::Each(_) | Step::Need(_) => None,
        });
        let arcs = self.inputs.iter().chain(&self.outputs);
        steps.chain(arcs.map(|arc| arc.tokens.function()))
    }

    /// What reads a ref cell that a simulation assigns to and a state space does not.
    pub fn quiet(&self) -> Option<&Function> {
        let code = self.code.iter().filter(|code| !code.outputs.is_empty());
        let delay = self.delay.iter().map(|delay| &delay.function);
        let arcs = self.outputs.iter().map(|arc| arc.tokens.function());
        let mut all = code.map(|code| &code.action).chain(delay).chain(arcs);
        all.find(|function| function.effects.quiet && !function.effects.shares)
    }
}

impl Function {
    /// Whether it always gives the same.
    pub fn is_constant(&self) -> bool {
        self.reads.is_empty() && !self.effects.is_impure() && !self.clock
    }
}

/// Tokens that an arc or initial marking gives.
#[derive(Clone, Debug)]
pub enum Tokens {
    /// The function gives one colour, ready now.
    One(Function),
    /// The function gives a multi-set of colours, ready now.
    Many(Function),
    /// The function gives a timed multi-set; only for timed places.
    Stamped(Function),
}

impl Tokens {
    /// The inscription.
    pub fn function(&self) -> &Function {
        match self {
            Tokens::One(function) | Tokens::Many(function) | Tokens::Stamped(function) => function,
        }
    }
}

/// What an arc takes or puts.
#[derive(Clone, Debug)]
pub struct Arc {
    /// The place.
    pub place: PlaceId,
    /// Its tokens. On an input arc of a timed place a stamp later than now says how early a token may be taken.
    pub tokens: Tokens,
}

/// A transition's delay.
#[derive(Clone, Debug)]
pub struct Delay {
    /// Gives an `IntInf` if `unbounded`, else an `int`.
    pub function: Function,
    /// Which of the two.
    pub unbounded: bool,
}

/// A step of binding search. Steps are done in order; each either ends the search or goes on with more variables bound.
#[derive(Clone, Debug)]
pub enum Step {
    /// For each colour on the place: does it match?
    Token(PlaceId, Matcher),
    /// A guard equality gives variables their values.
    Let(Matcher),
    /// A condition of the guard, or a variable bound twice.
    Test(Function),
    /// Each colour of a variable's finite colour set.
    Each(VariableId),
    /// All variables of this input arc (its index) are bound: its tokens must be there. Stands as early as it can.
    Need(usize),
}

/// Gives variables values from a colour or an expression.
#[derive(Clone, Debug)]
pub enum Matcher {
    /// The colour itself is the variable's value.
    Whole(VariableId),
    /// The function gives a `bool`: does it match? For `Step::Token` its first argument is the colour, then come `reads`.
    Test(Function),
    /// The function gives `NONE`, or `SOME` object that holds the variables' values, each at the field given. First argument as for `Test`.
    Bind(Function, Vec<(VariableId, u16)>),
}

impl Matcher {
    /// The inscription, if there is one to evaluate.
    pub fn function(&self) -> Option<&Function> {
        match self {
            Matcher::Whole(_) => None,
            Matcher::Test(function) | Matcher::Bind(function, _) => Some(function),
        }
    }
}

/// A code segment.
#[derive(Clone, Debug)]
pub struct Code {
    /// Gives the value of the only output variable, a tuple with the outputs at the fields given, or anything if there are none.
    pub action: Function,
    /// Output variables with the field of the tuple.
    pub outputs: Vec<(VariableId, u16)>,
}
