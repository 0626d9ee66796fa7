//! What all threads of an engine share: the net, the colours and multi-sets met so far. And the start: the initial marking in a first layout.

use super::layout::{Demand, Layout};
use super::machine::{Machine, Trouble};
use super::places::{Known, Places};
use super::reduction::Reduction;
use super::reuse::Reuse;
use super::sets::Item;
use super::shaky::Shaky;
use super::values::Values;
use super::worker::{Failure, Worker};
use crate::net::flat::{FlatNet, Function, Transition};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::vm::Budget;

/// A clock begins with so many bits.
const CLOCK_BITS: u32 = 12;

/// What all threads share.
#[derive(Debug)]
pub struct Shared {
    /// The net.
    pub net: Arc<FlatNet>,
    /// Colours of more than one word.
    pub values: Values,
    /// Tokens and multi-sets.
    pub places: Places,
    /// For each place whether it is timed.
    pub timed_places: Vec<bool>,
    /// For each place whether its colour set leaves out values of its type.
    pub restricted: Vec<bool>,
    /// Transitions by priority, the most urgent first.
    pub priorities: Vec<Vec<usize>>,
    /// For each transition the inscription that may give another value each time, if there is one.
    pub impure: Vec<Option<Function>>,
    /// For each transition the inscription with an influence on the marking that looks at what other occurrences may have changed, if there is one.
    pub sharing: Vec<Option<Function>>,
    /// For each transition whether random numbers have an influence on the marking.
    pub draws: Vec<bool>,
    /// For each transition whether an inscription looks at the clock.
    pub uses_clock: Vec<bool>,
    /// What each evaluation may use.
    pub budget: Budget,
    /// About how many markings are stored: multi-sets of places may take memory in proportion.
    pub stored: AtomicUsize,
}

/// One thread's handle on what all threads share. It is cloned for each step of a search, so it has a count of its own: threads do not wait for each other's.
#[derive(Debug)]
pub struct Handle(pub Arc<Shared>);

impl std::ops::Deref for Handle {
    type Target = Shared;

    #[inline]
    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// A net ready to run.
#[derive(Debug)]
pub struct Engine {
    /// What all threads share.
    pub shared: Arc<Shared>,
    /// How markings are packed now.
    pub layout: Arc<Layout>,
    /// The initial marking.
    pub initial: Vec<u64>,
    /// Which markings are one, if not each is its own.
    pub reduction: Option<Arc<dyn Reduction>>,
    /// Steps are found without the memo wherever they can be, and not only where it is of little use: for tests.
    pub forgetful: bool,
    /// Steps after this time are not found.
    pub until: Option<i64>,
    /// A seed for changes of layouts and tables at random moments: for tests (`shaky`).
    pub shaky: Option<u64>,
}

impl Engine {
    /// Evaluates the initial marking.
    pub fn new(net: FlatNet) -> Result<Engine, Failure> {
        Engine::of(Arc::new(net))
    }

    /// Evaluates the initial marking of a net that others may use too: each engine has tables of its
    /// own.
    pub fn of(net: Arc<FlatNet>) -> Result<Engine, Failure> {
        let mut levels: Vec<i64> = net.transitions.iter().map(|t| t.priority).collect();
        levels.sort_unstable();
        levels.dedup();
        let of_level = |level: &i64| {
            let same = |t: &usize| net.transitions[*t].priority == *level;
            (0..net.transitions.len()).filter(same).collect()
        };
        let limits = net.session.limits;
        let shared = Shared {
            priorities: levels.iter().map(of_level).collect(),
            values: Values::default(),
            places: Places::new(net.places.iter().map(|p| p.timed)),
            timed_places: net.places.iter().map(|p| p.timed).collect(),
            restricted: (net.places.iter())
                .map(|p| net.session.vm.program.is_restricted(p.colour))
                .collect(),
            impure: net.transitions.iter().map(impure).collect(),
            sharing: net.transitions.iter().map(sharing).collect(),
            draws: net.transitions.iter().map(draws).collect(),
            uses_clock: (net.transitions.iter())
                .map(|transition| clock_use(transition).is_some())
                .collect(),
            budget: Budget {
                steps: limits.steps,
                memory: limits.memory / 2,
            },
            net,
            stored: AtomicUsize::new(0),
        };
        Engine::start(Arc::new(shared))
    }

    fn start(shared: Arc<Shared>) -> Result<Engine, Failure> {
        let mut machine = Machine::new(&shared.net.session.vm, shared.budget);
        let (mut forms, mut colours) = (Vec::new(), Vec::new());
        let mut marking: Vec<Vec<Item>> = Vec::new();
        for (number, place) in shared.net.places.iter().enumerate() {
            let mut given = Vec::new();
            if let Some(tokens) = &place.initial {
                let (values, pointer) = (&shared.values, place.pointer);
                machine
                    .tokens(values, tokens, pointer, &[], &[], &mut given)
                    .map_err(|trouble| shared.initial_failure(&mut machine, number, &trouble))?;
            }
            let mut items: Vec<Item> = Vec::new();
            for one in given {
                let (token, _) = shared.places[number].tokens.intern(one.colour);
                if shared.restricted[number]
                    && let Some(tokens) = &place.initial
                {
                    let span = tokens.function().span;
                    shared.check_legal(&mut machine, number, one.colour, span)?;
                    shared.places[number].tokens.set_legal(token);
                }
                items.push(Item {
                    token,
                    stamp: if place.timed { one.after } else { 0 },
                    count: one.count,
                });
            }
            if !merge(&mut items) {
                return Err(shared.initial_failure(&mut machine, number, &Trouble::Count));
            }
            let most = items.iter().map(|i| u64::from(i.count)).max().unwrap_or(1);
            let size = machine.vm.colour_size(place.colour).ok().flatten();
            let present = shared.places[number].tokens.len();
            forms.push(Layout::first_form(place.timed, size, present, most));
            colours.push(size);
            marking.push(items);
        }
        let clock = shared.net.timed.then_some(CLOCK_BITS);
        let mut layout = Layout::new(forms, colours, clock);
        // The first multi-set of each place has number 1, so this fits.
        let mut initial = vec![0; layout.words];
        for (place, items) in marking.iter().enumerate() {
            while let Err(demand) = shared.places.put(&layout, place, items, &mut initial) {
                layout = layout.adapted(&[demand]);
                initial = vec![0; layout.words];
            }
        }
        Ok(Engine {
            shared,
            layout: Arc::new(layout),
            initial,
            reduction: None,
            forgetful: false,
            until: None,
            shaky: None,
        })
    }

    /// An engine for one thread.
    pub fn worker(&self) -> Worker {
        let mut worker = Worker::new(self.shared.clone(), self.layout.clone());
        worker.set_reducer(self.reduction.as_ref().map(|reduction| reduction.reducer()));
        worker.until = self.until;
        if self.forgetful {
            worker.reuse.fill(Reuse::never());
        }
        worker.shaky = self.shaky.map(Shaky::new);
        worker
    }

    /// Markings between two looks at limits and tables: as many as is usual, unless tests want changes.
    pub fn pause(&self, usual: usize) -> usize {
        match self.shaky {
            Some(_) => usual.min(4),
            None => usual,
        }
    }

    /// The layout that has room for what was demanded.
    pub fn adapted(&self, demands: &[Demand]) -> Layout {
        self.layout.adapted(demands)
    }
}

/// Sorts items and adds up equal ones. `false` if there are too many to count.
pub fn merge(items: &mut Vec<Item>) -> bool {
    let mut fits = true;
    items.sort_unstable();
    items.dedup_by(|next, first| {
        let same = (next.token, next.stamp) == (first.token, first.stamp);
        if same {
            fits &= first.count.checked_add(next.count).is_some();
            first.count = first.count.saturating_add(next.count);
        }
        same
    });
    fits
}

/// All inscriptions evaluated when a transition occurs.
fn outputs(transition: &Transition) -> impl Iterator<Item = &Function> {
    let code = transition.code.iter().map(|code| &code.action);
    code.chain(outputs_but_code(transition))
}

fn outputs_but_code(transition: &Transition) -> impl Iterator<Item = &Function> {
    let delay = transition.delay.iter().map(|delay| &delay.function);
    let arcs = transition.outputs.iter().map(|arc| arc.tokens.function());
    delay.chain(arcs)
}

fn impure(transition: &Transition) -> Option<Function> {
    outputs(transition).find(|f| f.effects.is_impure()).cloned()
}

/// The inscriptions with an influence on the marking. A code segment that binds nothing has none, whatever it does.
fn decisive(transition: &Transition) -> impl Iterator<Item = &Function> {
    let code = (transition.code.iter()).filter(|code| !code.outputs.is_empty());
    let code = code.map(|code| &code.action);
    code.chain(outputs_but_code(transition))
}

fn sharing(transition: &Transition) -> Option<Function> {
    decisive(transition).find(|f| f.effects.shares).cloned()
}

fn draws(transition: &Transition) -> bool {
    decisive(transition).any(|f| f.effects.draws)
}

/// An inscription of a transition that looks at the clock.
fn clock_use(transition: &Transition) -> Option<&Function> {
    let mut all = outputs(transition).chain(transition.functions());
    all.find(|function| function.clock)
}

/// Bytes of multi-sets that are always worth keeping.
const SETS: usize = 1 << 20;

impl Shared {
    /// An inscription of a transition that looks at the clock.
    pub fn clock_use(&self, transition: usize) -> Option<&Function> {
        clock_use(&self.net.transitions[transition])
    }

    /// What no layout can hold is the net's mistake.
    pub fn impossible(&self, demand: &Demand) -> Option<Failure> {
        let (code, span, message, help) = match *demand {
            Demand::Count(place, count) if count > u64::from(u32::MAX) => {
                let place = &self.net.places[place];
                let message = format!(
                    "{} gets more than 4,294,967,295 tokens of one colour.",
                    place.name
                );
                (
                    "E1402",
                    place.span,
                    message,
                    "Does the net produce tokens without end?",
                )
            }
            Demand::Clock(time) if time > i64::MAX as u64 => {
                let span = self.net.places.first()?.span;
                let message = "A time stamp does not fit into 64 bits.".to_string();
                ("E1401", span, message, "Use a coarser unit of time.")
            }
            _ => return None,
        };
        Some(Box::new(Diagnostic::error(code, span, message).help(help)))
    }

    /// What a layout will not have room for soon. `alone` says whether a place has one token at a time, as far as that is known.
    pub fn soon(&self, layout: &Layout, alone: impl Fn(usize) -> bool) -> Vec<Demand> {
        let places = self.places.0.iter().enumerate();
        let soon = |(place, known): (usize, &Known)| {
            let tokens = known.tokens.len();
            layout.soon(place, tokens, known.sets.end(tokens), || alone(place))
        };
        places.filter_map(soon).collect()
    }

    /// Notes about how many markings are stored.
    pub fn note_stored(&self, markings: usize) {
        self.stored.store(markings, Ordering::Relaxed);
    }

    /// Whether a place's multi-sets take more memory than a counter for each of its colours in each marking would: then it asks for counters.
    pub fn wasteful(&self, place: usize) -> Option<Demand> {
        let known = &self.places[place];
        let colours = known.tokens.len() as usize;
        let stored = self.stored.load(Ordering::Relaxed);
        let wasteful = known.sets.item_bytes() > SETS + stored * colours / 4;
        wasteful.then(|| Demand::Counters(place, colours as u32, known.sets.most()))
    }

    fn initial_failure(&self, machine: &mut Machine, place: usize, trouble: &Trouble) -> Failure {
        let place = &self.net.places[place];
        let span = (place.initial.as_ref()).map_or(place.span, |t| t.function().span);
        let doing = format!("evaluating the initial marking of {}", place.name);
        self.failure(machine, span, &doing, trouble)
    }
}
