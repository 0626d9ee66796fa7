//! What monitors observe, checked and compiled against the net. `simulate` runs them.

use super::expression::MarkingExpression;
use super::flat::FlatNet;
use super::model::{Model, Name, Watch};
use super::names::ml_form;
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

/// What is observed.
#[derive(Clone, Debug)]
pub enum What {
    /// A number of a marking.
    Number(MarkingExpression),
    /// Whether the run is to end.
    End(MarkingExpression),
    /// The occurrences of these transitions, the instances of one.
    Occurrences(Vec<usize>),
}

/// The monitors of a net that can be run, or what is wrong with them.
pub fn observations(model: &Model, net: &mut FlatNet) -> Result<Vec<Observation>, Vec<Diagnostic>> {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for monitor in &model.monitors {
        let what = match &monitor.watch {
            Watch::Kept(_) => continue,
            Watch::Count(name) => occurrences(name, net),
            Watch::Marking(text) => {
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
            Err(mistakes) => problems.extend(mistakes),
        }
    }
    match problems.is_empty() {
        true => Ok(found),
        false => Err(problems),
    }
}

fn occurrences(name: &Name, net: &FlatNet) -> Result<What, Vec<Diagnostic>> {
    let wanted = ml_form(&name.text);
    let named = net.transitions.iter().enumerate();
    let found: Vec<usize> = named
        .filter(|(_, transition)| ml_form(&transition.name) == wanted)
        .map(|(number, _)| number)
        .collect();
    if !found.is_empty() {
        return Ok(What::Occurrences(found));
    }
    let known = net.transitions.iter().map(|transition| &*transition.name);
    let help = match suggest::nearest(&name.text, known) {
        Some(near) => format!("Did you mean `{near}`?"),
        None => "Write `Page'Transition`.".to_string(),
    };
    let message = format!("There is no transition `{}` to count.", name.text);
    Err(vec![
        Diagnostic::error("E1113", name.span, message).help(help),
    ])
}
