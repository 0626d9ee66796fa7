//! Stateright: models are Rust code. It keeps 64-bit fingerprints of states only, so it could miss states, but here finds them all.
//!
//! The models are as compact as those for SPIN. An action is the state that it leads to, so each step is computed once: the least work for Stateright.

use super::{Counts, counts};
use stateright::{Checker, Model, Property};
use std::fmt::Debug;
use std::hash::Hash;

/// A model as an initial state and a function that gives all successors.
struct Steps<S> {
    initial: S,
    successors: fn(&S, &mut Vec<S>),
}

impl<S: Clone + Debug + PartialEq + Hash + Send + Sync + 'static> Model for Steps<S> {
    type State = S;
    type Action = S;

    fn init_states(&self) -> Vec<S> {
        vec![self.initial.clone()]
    }

    fn actions(&self, state: &S, actions: &mut Vec<S>) {
        (self.successors)(state, actions);
    }

    fn next_state(&self, _: &S, action: S) -> Option<S> {
        Some(action)
    }

    /// Without a property to check nothing would be explored.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("anything", |_, _| true)]
    }
}

/// Walks the states of a model, breadth-first, in one thread.
pub fn explore(name: &str) -> Option<Counts> {
    match name {
        "w1" => Some(walk(0, philosophers)),
        "w2" => Some(walk(Commit::default(), commit)),
        "w3" => Some(walk(StopAndWait::start(), stop_and_wait)),
        "w4" => Some(walk(Database::default(), database)),
        _ => None,
    }
}

fn walk<S>(initial: S, successors: fn(&S, &mut Vec<S>)) -> Counts
where
    S: Clone + Debug + PartialEq + Hash + Send + Sync + 'static,
{
    let model = Steps {
        initial,
        successors,
    };
    let checker = model.checker().threads(1).spawn_bfs().join();
    // The initial state counts as generated too.
    let arcs = checker.state_count() as u64 - 1;
    counts(checker.unique_state_count() as u64, arcs)
}

/// Bit p of the state: philosopher p eats. A fork is free if neither neighbour eats.
fn philosophers(eating: &u32, to: &mut Vec<u32>) {
    const N: u32 = 28;
    let bit = |p: u32| 1 << (p % N);
    for p in 0..N {
        if eating & (bit(p) | bit(p + 1) | bit(p + N - 1)) == 0 {
            to.push(eating | bit(p));
        }
        if eating & bit(p) != 0 {
            to.push(eating & !bit(p));
        }
    }
}

/// What the coordinator waits for; who has not answered; who said yes.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
struct Commit {
    phase: Phase,
    pending: u16,
    yes: u16,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Hash)]
enum Phase {
    #[default]
    Idle,
    Votes,
    Acknowledgements,
}

fn commit(at: &Commit, to: &mut Vec<Commit>) {
    const N: u32 = 12;
    let mut step = |phase, pending, yes| {
        to.push(Commit {
            phase,
            pending,
            yes,
        });
    };
    let Commit {
        phase,
        pending,
        yes,
    } = *at;
    for bit in (0..N).map(|w| 1 << w).filter(|bit| pending & bit != 0) {
        step(phase, pending & !bit, yes);
        if phase == Phase::Votes {
            step(phase, pending & !bit, yes | bit);
        }
    }
    match phase {
        Phase::Idle => step(Phase::Votes, (1 << N) - 1, 0),
        Phase::Votes if pending == 0 => step(Phase::Acknowledgements, yes, yes),
        Phase::Acknowledgements if pending == 0 => step(Phase::Idle, 0, 0),
        _ => {}
    }
}

/// A buffer with 0 is empty.
#[derive(Clone, Debug, PartialEq, Hash)]
struct StopAndWait {
    next_send: u32,
    next_receive: u32,
    data: u32,
    acknowledgement: u32,
}

impl StopAndWait {
    fn start() -> Self {
        StopAndWait {
            next_send: 1,
            next_receive: 1,
            data: 0,
            acknowledgement: 0,
        }
    }
}

fn stop_and_wait(at: &StopAndWait, to: &mut Vec<StopAndWait>) {
    const PACKETS: u32 = 100_000;
    let mut step = |next_send, next_receive, data, acknowledgement| {
        to.push(StopAndWait {
            next_send,
            next_receive,
            data,
            acknowledgement,
        });
    };
    let (send, receive, data, ack) = (at.next_send, at.next_receive, at.data, at.acknowledgement);
    if send <= PACKETS && data == 0 {
        step(send, receive, send, ack);
    }
    if data != 0 {
        step(send, receive, 0, ack);
    }
    if data != 0 && ack == 0 {
        let receive = if data == receive {
            receive + 1
        } else {
            receive
        };
        step(send, receive, 0, receive);
    }
    if ack != 0 {
        step(send, receive, data, 0);
        step(ack, receive, data, 0);
    }
}

/// The site that waits, from 1, or 0; whose message it has not received; who performs its change.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
struct Database {
    writer: u8,
    sent: u16,
    received: u16,
}

fn database(at: &Database, to: &mut Vec<Database>) {
    const N: u8 = 11;
    let mut step = |writer, sent, received| {
        to.push(Database {
            writer,
            sent,
            received,
        });
    };
    let Database {
        writer,
        sent,
        received,
    } = *at;
    if writer == 0 {
        for s in 0..N {
            step(s + 1, ((1 << N) - 1) & !(1 << s), 0);
        }
    } else if sent == 0 && received == 0 {
        step(0, 0, 0);
    }
    for bit in (0..N).map(|s| 1 << s) {
        if sent & bit != 0 {
            step(writer, sent & !bit, received | bit);
        }
        if received & bit != 0 {
            step(writer, sent, received & !bit);
        }
    }
}
