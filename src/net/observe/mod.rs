//! What monitors observe, checked and compiled against the net. `simulate` runs them; `functions` are those with functions of their own.

mod functions;
mod kept;

pub use functions::{Elements, Function, Gives, Watcher};
pub use kept::{KINDS, keep, lost_options};

use super::expression::MarkingExpression;
use super::flat::FlatNet;
use super::model::{Model, Name, Watch};
use super::named::Names;
use super::suggest;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::vm::program::Shape;

/// A monitor that can be run.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The monitor's name.
    pub name: String,
    /// What it observes.
    pub what: What,
}

impl Observation {
    /// What its expression hardly means.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        match &self.what {
            What::Number(expression) | What::End(expression) => expression.warnings.clone(),
            What::Occurrences(_) | What::Functions(_) => Vec::new(),
        }
    }
}

/// What is observed.
#[derive(Clone, Debug)]
pub enum What {
    /// A number of a marking.
    Number(MarkingExpression),
    /// Whether the run is to end.
    End(MarkingExpression),
    /// The occurrences of these transitions, the instances of one.
    Occurrences(Vec<usize>),
    /// Whatever its functions say.
    Functions(Box<Watcher>),
}

/// A monitor that cannot be run: its number in the model, and why.
pub type Broken = (usize, Vec<Diagnostic>);

/// The monitors of a net that can be run, and what is wrong with the others.
pub fn observations(model: &Model, net: &mut FlatNet) -> (Vec<Observation>, Vec<Broken>) {
    let (mut found, mut broken) = (Vec::new(), Vec::new());
    if model.monitors.is_empty() {
        return (found, broken);
    }
    let mut functions = functions::Compiler::new(model, net);
    for (number, monitor) in model.monitors.iter().enumerate() {
        let what = match &monitor.watch {
            Watch::Kept(_) => continue,
            Watch::Count(name) => {
                let known = transition(&functions.names, name);
                known.map(|instances| What::Occurrences(instances.to_vec()))
            }
            Watch::Functions(written) => {
                let watcher = functions.watcher(&monitor.name.text, written);
                watcher.map(|watcher| What::Functions(Box::new(watcher)))
            }
            Watch::Marking(text) => {
                let net = &mut *functions.net;
                let expression = MarkingExpression::observation(net, text.source);
                expression.map(|expression| {
                    let shape = &net.session.vm.program.shapes[expression.shape.0 as usize];
                    match shape {
                        Shape::Bool => What::End(expression),
                        _ => What::Number(expression),
                    }
                })
            }
        };
        let name = monitor.name.text.clone();
        match what {
            Ok(what) => found.push(Observation { name, what }),
            Err(problems) => broken.push((number, problems)),
        }
    }
    (found, broken)
}

/// The instances of a transition that a name means.
fn transition<'n>(names: &'n Names, name: &Name) -> Result<&'n [usize], Vec<Diagnostic>> {
    let found = names.transition(&name.text).map(|found| found.1);
    found.ok_or_else(|| {
        let known = names.transitions.iter().map(|named| &*named.name);
        vec![unknown("transition", name, known)]
    })
}

/// A flat place by its name.
fn place(names: &Names, name: &Name) -> Result<usize, Vec<Diagnostic>> {
    names.place(&name.text).ok_or_else(|| {
        let known = names.places.iter().map(|named| &*named.name);
        vec![unknown("place", name, known)]
    })
}

fn unknown<'k>(what: &str, name: &Name, known: impl Iterator<Item = &'k str>) -> Diagnostic {
    let help = match suggest::nearest(&name.text, known) {
        Some(near) => format!("Did you mean `{near}`?"),
        None => match what {
            "place" => "Write `Page'Place`.".to_string(),
            _ => "Write `Page'Transition`.".to_string(),
        },
    };
    let message = format!("There is no {what} `{}` to observe.", name.text);
    Diagnostic::error("E1113", name.span, message).help(help)
}
