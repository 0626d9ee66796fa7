//! What full exploration and sweeps find, in words that do not depend on how tokens are numbered.

mod silly;

pub use silly::Silly;

use std::collections::BTreeSet;
use sweepnet::engine::{Engine, Worker};
use sweepnet::explore::bounds::{Bounds, bounds};
use sweepnet::explore::control::{Control, Rest, StopReason};
use sweepnet::explore::full::{Order, explore};
use sweepnet::explore::heard::Heard;
use sweepnet::explore::measure::Measure;
use sweepnet::explore::sweep::{Options, Sweep};
use sweepnet::net::flat::FlatNet;

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Every marking, where all were looked at.
    states: Option<BTreeSet<String>>,
    dead: BTreeSet<String>,
    /// Transitions that occurred.
    occurred: Vec<bool>,
    /// The bounds of each place.
    pub bounds: Vec<String>,
}

/// How a sweep is done.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    threads: usize,
    collect: usize,
    shaky: Option<u64>,
}

#[allow(dead_code)]
impl Way {
    /// One thread, layers deleted at once. Every marking is looked at.
    pub fn plain() -> Way {
        Way {
            threads: 1,
            collect: 0,
            shaky: None,
        }
    }

    /// Layers deleted after so many markings.
    pub fn late(collect: usize) -> Way {
        Way {
            threads: 1,
            collect,
            shaky: None,
        }
    }

    /// Several threads.
    pub fn with_threads(threads: usize) -> Way {
        Way {
            threads,
            collect: 0,
            shaky: None,
        }
    }

    /// The same with layouts and tables that change at random moments.
    pub fn shaky(self, seed: u64) -> Way {
        Way {
            shaky: Some(seed),
            ..self
        }
    }
}

impl Facts {
    /// Where a sweep found something else.
    pub fn difference(&self, swept: &Facts) -> Option<String> {
        if let (Some(expected), Some(found)) = (&self.states, &swept.states)
            && expected != found
        {
            let missing = expected.difference(found).next();
            let wrong = found.difference(expected).next();
            return Some(format!(
                "{} states instead of {}; missing {missing:?}, wrong {wrong:?}",
                found.len(),
                expected.len()
            ));
        }
        if self.dead != swept.dead {
            let (found, expected) = (swept.dead.len(), self.dead.len());
            return Some(format!("{found} dead markings instead of {expected}"));
        }
        if self.occurred != swept.occurred {
            return Some("other transitions occur".to_string());
        }
        let both = self.bounds.iter().zip(&swept.bounds);
        let mut differ = both.filter(|(a, b)| a != b);
        differ
            .next()
            .map(|(a, b)| format!("bounds: {b} instead of {a}"))
    }
}

fn show_bounds(worker: &mut Worker, bounds: &[Bounds]) -> Vec<String> {
    let shown = bounds.iter().enumerate().map(|(place, bounds)| {
        let (mut lower, mut upper) = (bounds.lower_multiset.clone(), bounds.upper_multiset.clone());
        worker.sort(place, &mut lower);
        worker.sort(place, &mut upper);
        let (least, most) = (bounds.lower, bounds.upper);
        let lower = worker.show_unstamped(place, &lower);
        format!(
            "{place}: {least} {most} {lower} {}",
            worker.show_unstamped(place, &upper)
        )
    });
    shown.collect()
}

/// What full exploration finds; `None` if there are more states than `limit`.
pub fn full(net: FlatNet, limit: usize) -> Result<Option<Facts>, String> {
    let engine = Engine::new(net).map_err(|failure| format!("{failure:#?}"))?;
    let mut control = Control::default();
    control.max_states = Some(limit);
    let space = explore(engine, &mut control, Order::Breadth, None)
        .map_err(|failure| format!("{failure:#?}"))?;
    if space.stop != StopReason::Complete {
        return Ok(None);
    }
    let mut worker = space.engine.worker();
    let mut state = vec![0; space.store.width()];
    let mut show = |id: u32| {
        space.store.read(id, &mut state);
        worker.show(&state)
    };
    let states = space
        .used
        .iter()
        .cloned()
        .flatten()
        .map(&mut show)
        .collect();
    let dead = space.dead.iter().copied().map(&mut show).collect();
    Ok(Some(Facts {
        states: Some(states),
        dead,
        occurred: space.occurred.clone(),
        bounds: show_bounds(
            &mut space.engine.worker(),
            &bounds(&space, &Rest::default()).unwrap_or_default(),
        ),
    }))
}

/// What a sweep finds.
pub fn swept(net: FlatNet, measure: Box<dyn Measure>, way: Way) -> Result<Facts, String> {
    let mut engine = Engine::new(net).map_err(|failure| format!("{failure:#?}"))?;
    // Sweeps find what the full search finds with the memo.
    engine.forgetful = way.threads == 1;
    engine.shaky = way.shaky;
    let looks = way.threads == 1;
    let options = Options {
        collect: way.collect,
        all_colours: true,
        heard: looks.then(|| Heard::new(false)),
        ..Options::default()
    };
    let mut sweep = Sweep::new(engine, measure, None, options, way.threads)
        .map_err(|failure| format!("{failure:#?}"))?;
    let mut control = Control::default();
    control.parallel_from = 1;
    let mut states = BTreeSet::new();
    loop {
        let stop = (sweep.step(&mut control)).map_err(|failure| format!("{failure:#?}"))?;
        if let (Some(heard), worker) = sweep.heard() {
            let shown = (0..heard.len()).map(|i| worker.show(heard.marking(i)));
            states.extend(shown.collect::<Vec<_>>());
        }
        match stop {
            None => {}
            Some(StopReason::Complete) => break,
            Some(reason) => return Err(format!("stopped: {reason:?}")),
        }
    }
    let bounds = sweep.bounds(&Rest::default()).unwrap_or_default();
    let mut worker = sweep.engine.worker();
    let mut state = vec![0; sweep.dead.store.width()];
    let dead = sweep.dead.ids().map(|id| {
        sweep.dead.store.read(id, &mut state);
        worker.show(&state)
    });
    Ok(Facts {
        states: looks.then_some(states),
        dead: dead.collect(),
        occurred: sweep.occurred(),
        bounds: show_bounds(&mut sweep.engine.worker(), &bounds),
    })
}
