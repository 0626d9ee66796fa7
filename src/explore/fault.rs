//! Errors of the net while it runs, with a path to the marking where they happen.
//!
//! Most searches keep no predecessors. So a second search, breadth first and by one thread, keeps
//! predecessors and ends at the first marking that has an error. The net then does the steps of the
//! path itself, and the error is the one of the marking in which these end: where a reduction is on,
//! the search knows representatives only.

use super::control::{Control, StopReason};
use super::full::{Failed, Order, search};
use super::trace::{self, Step};
use crate::engine::{Batch, Engine, Failure, Halt, Worker};
use crate::net::expression::MarkingExpression;
use crate::net::names::instance_name;
use sweepnet_lang::vm::program::Shape;

/// Codes of errors that belong to a marking: uncaught exceptions, evaluations without an end, and
/// what only a running net can get wrong.
const CODES: [&str; 7] = [
    "E0701", "E0702", "E0703", "E1401", "E1402", "E1403", "E1404",
];

/// A path to a marking with an error.
#[derive(Debug)]
pub struct Fault {
    /// The error.
    pub failure: Failure,
    /// Prints bindings and markings.
    pub worker: Worker,
    /// The steps from the initial marking.
    pub steps: Vec<Step>,
    /// The marking, in the worker's layout.
    pub marking: Vec<u64>,
}

/// Why there is no path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The second search ended before it came to the error.
    Limit(StopReason),
    /// The second search did not come to the error.
    Gone,
    /// The representative of a marking has the error and the marking does not.
    Representative,
}

/// Whether an error belongs to a marking that a search came to.
pub fn belongs_to_a_marking(failure: &Failure) -> bool {
    CODES.contains(&failure.code)
}

/// Finds a shortest path to a marking whose steps cannot be found, or in which one of these
/// expressions has no value.
pub fn find(
    engine: Engine,
    control: &mut Control<'_>,
    expressions: &[MarkingExpression],
) -> Result<Box<Fault>, Unknown> {
    let mut visit = |worker: &mut Worker, _, state: &[u64]| {
        evaluate(worker, state, expressions).map(|()| false)
    };
    let failed = match search(engine, control, Order::Breadth, Some(&mut visit)) {
        Err(failed) => failed,
        Ok(space) if space.stop == StopReason::Complete => return Err(Unknown::Gone),
        Ok(space) => return Err(Unknown::Limit(space.stop)),
    };
    let Failed { failure, at } = failed;
    let (space, id) = match at {
        Some(at) if belongs_to_a_marking(&failure) => *at,
        _ => return Err(Unknown::Gone),
    };
    let mut worker = space.engine.worker();
    let way = trace::markings(&space, &trace::way(&space, id));
    let walked = trace::walk(&space.engine, &mut worker, &way);
    let Ok(Some((steps, mut marking))) = walked else {
        return Err(Unknown::Representative);
    };
    match error_in(&mut worker, &mut marking, expressions) {
        Some(failure) => Ok(Box::new(Fault {
            failure,
            worker,
            steps,
            marking,
        })),
        None => Err(Unknown::Representative),
    }
}

fn evaluate(
    worker: &mut Worker,
    state: &[u64],
    expressions: &[MarkingExpression],
) -> Result<(), Box<Halt>> {
    for expression in expressions {
        let shapes = &worker.shared().net.session.vm.program.shapes;
        match shapes[expression.shape.0 as usize] {
            Shape::Bool => worker.holds_in(expression, state).map(drop)?,
            _ => worker.measured_in(expression, state).map(drop)?,
        }
    }
    Ok(())
}

/// The error of a marking itself. The worker's layout, and the marking with it, may become wider.
fn error_in(
    worker: &mut Worker,
    marking: &mut Vec<u64>,
    expressions: &[MarkingExpression],
) -> Option<Failure> {
    if let Err(halt) = evaluate(worker, marking, expressions) {
        return halt.failure().ok();
    }
    let shared = worker.shared().clone();
    let mut batch = Batch::markings();
    loop {
        batch.clear();
        let demand = match worker.steps(marking, &mut batch).map_err(|halt| *halt) {
            Ok(()) => return None,
            Err(Halt::Demand(demand)) => demand,
            Err(halt) => return halt.failure().ok(),
        };
        match shared.widened(worker.layout(), demand, marking) {
            Ok((wider, moved)) => {
                worker.adopt(wider.into());
                *marking = moved;
            }
            Err(failure) => return Some(occurring(worker, marking, failure)),
        }
    }
}

/// Adds which binding element asks for more than any layout has.
fn occurring(worker: &mut Worker, marking: &[u64], mut failure: Failure) -> Failure {
    let mut enabled = Batch::occurrences();
    let mut after = Batch::markings();
    if worker.steps(marking, &mut enabled).is_err() {
        return failure;
    }
    let shared = worker.shared().clone();
    for occurrence in enabled.occurrences {
        let Ok(outcome) = worker.outcome(occurrence, 0) else {
            continue;
        };
        let Err(halt) = worker.apply(marking, &outcome, &mut after) else {
            continue;
        };
        let Err(demand) = halt.failure() else {
            continue;
        };
        if shared.impossible(&demand).is_some() {
            let transition = &shared.net.transitions[occurrence.transition as usize];
            let name = instance_name(&transition.name, transition.instance);
            let binding = worker.binding(occurrence);
            let shown = worker.show_binding(&binding);
            *failure = failure.label(transition.span, format!("while {name} occurs with {shown}"));
            break;
        }
    }
    failure
}
