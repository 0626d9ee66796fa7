//! The ways to look for a marking, each as the command line does it: a full search with predecessors, a
//! sweep with its ways on disk, and both over representatives.

use super::silly::Silly;
use sweepnet::engine::{Engine, Worker};
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::full::{Order, explore};
use sweepnet::explore::measure::{Clock, Goal, Measure};
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::explore::trace;
use sweepnet::explore::ways::Ways;
use sweepnet::net::expression::MarkingExpression;
use sweepnet::net::flat::FlatNet;
use sweepnet::reduce::equivalence::Equivalence;
use sweepnet::reduce::invariance::Watched;
use sweepnet::reduce::symmetry::Symmetry;
use sweepnet::reduce::{proof, time};

/// A search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// Breadth first.
    Full,
    /// By a measure that no one would use.
    Sweep(Silly),
    /// By the clock.
    Clock,
}

/// A way to look for a marking.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    pub search: Search,
    pub threads: usize,
    pub symmetry: bool,
    pub time: bool,
    /// Without the memo.
    pub forgetful: bool,
    /// Layouts and tables change at random moments, which follow from this seed.
    pub shaky: Option<u64>,
}

impl Way {
    /// A search on one thread, without reductions.
    pub fn of(search: Search) -> Way {
        Way {
            search,
            threads: 1,
            symmetry: false,
            time: false,
            forgetful: false,
            shaky: None,
        }
    }

    /// The same on several threads.
    pub fn on(self, threads: usize) -> Way {
        Way { threads, ..self }
    }

    /// The same without the memo.
    pub fn forgetful(self) -> Way {
        Way {
            forgetful: true,
            ..self
        }
    }

    /// The same with layouts and tables that change at random moments.
    pub fn shaky(self, seed: usize) -> Way {
        Way {
            shaky: Some(seed as u64),
            ..self
        }
    }

    /// The same over representatives.
    pub fn over(self, symmetry: bool, time: bool) -> Way {
        Way {
            symmetry,
            time,
            ..self
        }
    }

    /// Whether it promises a shortest way.
    pub fn is_shortest(self) -> bool {
        self.search == Search::Full
    }
}

/// A step of a trace: transition and binding in the words of `naive::space::label`, and when.
pub type Step = (String, i64);

/// The trace to a marking that satisfies a predicate, or `None` if there is no such marking.
pub fn look(
    net: &FlatNet,
    predicate: &MarkingExpression,
    way: Way,
) -> Result<Option<Vec<Step>>, String> {
    let mut engine = Engine::new(net.clone()).map_err(failed)?;
    engine.forgetful = way.forgetful;
    engine.shaky = way.shaky;
    let equivalence = equivalence(&engine, way)?;
    let equivalence = equivalence.map(|equivalence| equivalence.apply(&mut engine));
    let mut control = Control::default();
    control.threads = way.threads;
    control.parallel_from = 1;
    let invariance =
        (equivalence.as_ref()).and_then(|e| e.invariance(&engine, "The predicate", predicate));
    let measure: Box<dyn Measure> = match way.search {
        Search::Full => return full(engine, control, predicate, invariance),
        Search::Sweep(silly) => Box::new(silly),
        Search::Clock => Box::new(Clock),
    };
    let goal = Goal::new(match invariance {
        Some(invariance) => Box::new(Watched::predicate(predicate.share(), invariance)),
        None => predicate.share(),
    });
    let options = Options {
        ways: Some(Ways::temporary().map_err(|error| error.to_string())?),
        ..Options::default()
    };
    let mut sweep =
        Sweep::new(engine, measure, Some(goal), options, way.threads).map_err(failed)?;
    let reason = sweep.run(&mut control).map_err(failed)?;
    let Some(goal) = sweep.goal else {
        return nothing(reason);
    };
    if reason != StopReason::Found {
        return Err(format!(
            "a marking was found, but the search ended with {reason:?}"
        ));
    }
    // Each new start on the way would meet the same changes again.
    sweep.engine.shaky = None;
    let ways = sweep.ways().ok_or("there are no ways")?;
    let prints = ways.way(goal).map_err(|error| error.to_string())?;
    let arrived = |worker: &mut Worker, marking: &[u64]| worker.holds_in(predicate, marking);
    let found = trace::follow(&mut sweep.engine, &prints, arrived).map_err(failed)?;
    let (mut worker, steps) = found.ok_or("a marking was found, its way leads elsewhere")?;
    Ok(Some(steps.iter().map(|s| shown(&mut worker, s)).collect()))
}

fn equivalence(engine: &Engine, way: Way) -> Result<Option<Equivalence>, String> {
    let mut equivalence = Equivalence::default();
    if way.time {
        if let Some(refusal) = time::refusal(&engine.shared) {
            return Err(format!("{refusal:#?}"));
        }
        equivalence = equivalence.timed();
    }
    if way.symmetry {
        let symmetry = Symmetry::new(&engine.shared.net).ok_or("the net has no symmetry")?;
        let proven = proof::of_net(engine, &symmetry).is_ok();
        equivalence = equivalence.symmetric(symmetry, &engine.shared, proven);
    }
    Ok((way.time || way.symmetry).then_some(equivalence))
}

fn failed(problem: impl std::fmt::Debug) -> String {
    format!("{problem:#?}")
}

fn nothing(reason: StopReason) -> Result<Option<Vec<Step>>, String> {
    match reason {
        StopReason::Complete => Ok(None),
        other => Err(format!(
            "the search ended with {other:?} and has no marking"
        )),
    }
}

fn full(
    engine: Engine,
    mut control: Control<'_>,
    predicate: &MarkingExpression,
    mut invariance: Option<sweepnet::reduce::invariance::Invariance>,
) -> Result<Option<Vec<Step>>, String> {
    let mut goal = None;
    let mut visit = |worker: &mut Worker, id, state: &[u64]| {
        if let Some(invariance) = &mut invariance {
            let holds = |worker: &mut Worker, state: &[u64]| worker.holds_in(predicate, state);
            invariance.look(worker, state, holds)?;
        }
        let holds = worker.holds_in(predicate, state)?;
        // As the command line does: nothing is asked once a marking was found.
        assert!(
            goal.is_none(),
            "a search that found its marking asks for more"
        );
        if holds {
            goal = Some(id);
        }
        Ok(holds)
    };
    let space = explore(engine, &mut control, Order::Breadth, Some(&mut visit)).map_err(failed)?;
    let Some(goal) = goal else {
        return nothing(space.stop);
    };
    if space.stop != StopReason::Found {
        return Err(format!(
            "a marking was found, but the search ended with {:?}",
            space.stop
        ));
    }
    let mut worker = space.engine.worker();
    let way = trace::way(&space, goal);
    let steps = trace::replay(&space, &mut worker, &way).map_err(failed)?;
    let steps = steps.ok_or("a marking was found, but there is no way to it")?;
    Ok(Some(steps.iter().map(|s| shown(&mut worker, s)).collect()))
}

fn shown(worker: &mut Worker, step: &trace::Step) -> Step {
    let binding = worker.show_binding(&step.binding);
    let net = &worker.shared().net.transitions[step.binding.transition];
    (
        format!("{} {} {binding}", net.name, net.instance),
        step.time,
    )
}
