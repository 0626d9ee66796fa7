//! Mistakes of a net that show only when it runs, told with what was being done: transition, values of the variables.

use super::machine::{Machine, Trouble};
use super::places::Known;
use super::shared::Shared;
use super::values::Colour;
use super::worker::{Failure, Halt, Worker};
use crate::net::flat::{Function, Transition};
use crate::net::names::instance_name;
use std::sync::atomic::Ordering;
use sweepnet_lang::diagnostic::{Diagnostic, Severity};
use sweepnet_lang::span::Span;
use sweepnet_lang::vm::Cause;

/// Characters of a colour in a message.
const LENGTH: usize = 200;

impl From<Box<Halt>> for Failure {
    /// The message for callers that end with one. Only callers that had room for all of a marking's
    /// successors before may use this where a layout may be too narrow.
    fn from(halt: Box<Halt>) -> Failure {
        halt.failure().unwrap_or_else(|demand| {
            Box::new(Diagnostic {
                code: "E0602",
                severity: Severity::Error,
                message: format!(
                    "A marking has no room for {demand:?}, which is a mistake in Sweepnet."
                ),
                labels: Vec::new(),
                help: None,
            })
        })
    }
}

impl Trouble {
    /// How a caller halts that reports this trouble so: an evaluation that was interrupted is no
    /// mistake of the net.
    pub(super) fn halts_with(&self, failure: Failure) -> Box<Halt> {
        Box::new(match self {
            Trouble::Stop(stop) if matches!(stop.cause, Cause::Interrupted(_)) => {
                Halt::Interrupted(failure)
            }
            _ => Halt::Failure(failure),
        })
    }
}

impl Shared {
    /// The message for an inscription that has no usable result.
    pub(super) fn failure(
        &self,
        machine: &mut Machine,
        span: Span,
        doing: &str,
        trouble: &Trouble,
    ) -> Failure {
        let diagnostic = match trouble {
            Trouble::Stop(stop) => {
                let mut session = self.net.session.clone();
                // The packet of an exception lies in this thread's heap, which may be too large for a copy.
                std::mem::swap(&mut session.vm, &mut machine.vm);
                let told = session.explain(stop);
                std::mem::swap(&mut session.vm, &mut machine.vm);
                match stop.cause {
                    Cause::Steps => told.help("Look for a recursion without an end."),
                    _ => told,
                }
            }
            Trouble::Time => Diagnostic::error(
                "E1401",
                span,
                "A time stamp here does not fit into 64 bits.",
            )
            .help("Stamps and delays must lie between -2^63 and 2^63 - 1."),
            Trouble::Count => Diagnostic::error(
                "E1402",
                span,
                "This gives more than 4,294,967,295 tokens of one colour.",
            )
            .help("Check how the coefficient is computed."),
        };
        Box::new(diagnostic.label(span, format!("while {doing}")))
    }

    /// Refuses a colour that does not belong to the place's colour set.
    pub(super) fn check_legal(
        &self,
        machine: &mut Machine,
        place: usize,
        colour: Colour,
        span: Span,
    ) -> Result<(), Box<Halt>> {
        let place = &self.net.places[place];
        let word = machine.word(&self.values, colour, place.pointer);
        let offence = (machine.vm.colour_offence(place.colour, word)).map_err(|stop| {
            let doing = format!("looking whether a colour belongs on {}", place.name);
            let trouble = Trouble::from(stop);
            let failure = self.failure(machine, span, &doing, &trouble);
            trouble.halts_with(failure)
        })?;
        let Some(offence) = offence else {
            return Ok(());
        };
        let shown = self.show_colour(machine, place.colour, colour, place.pointer);
        let set = &self.net.session.vm.program.colour_sets[place.colour.0 as usize].name;
        let failure = Box::new(
            Diagnostic::error(
                "E1403",
                span,
                format!(
                    "This puts {shown} on {}, which does not belong to its colour set {set}.",
                    place.name
                ),
            )
            .at(offence)
            .help("Check the inscription, or widen the colour set."),
        );
        Err(failure.into())
    }

    /// Whether a table has few numbers left for values, tokens or multi-sets.
    pub fn is_nearly_exhausted(&self) -> bool {
        let place =
            |place: &Known| place.tokens.is_nearly_exhausted() || place.sets.is_nearly_exhausted();
        self.values.is_nearly_exhausted() || self.places.0.iter().any(place)
    }

    /// Fails if an archived value could not be read back, or if numbers ran out: then nothing found
    /// since can be relied on.
    pub fn intact(&self) -> Result<(), Failure> {
        let place = |place: &Known| place.tokens.is_exhausted() || place.sets.is_exhausted();
        if self.values.is_exhausted() || self.places.0.iter().any(place) {
            return Err(Box::new(Diagnostic {
                code: "E1406",
                severity: Severity::Error,
                message: "The net has more different values than there are numbers for, which are about two thousand million, so it cannot be followed any further.".to_string(),
                labels: Vec::new(),
                help: Some("Sweep, which forgets values that are passed, or keep less in tokens.".to_string()),
            }));
        }
        if !self.values.is_lost() {
            return Ok(());
        }
        Err(Box::new(Diagnostic {
            code: "E1405",
            severity: Severity::Error,
            message: "A value that was put into a temporary file could not be read again, so the search cannot go on.".to_string(),
            labels: Vec::new(),
            help: Some("Look for a disk that fails; TMPDIR says where temporary files are.".to_string()),
        }))
    }

    /// A colour as text.
    pub(super) fn show_colour(
        &self,
        machine: &mut Machine,
        set: sweepnet_lang::vm::program::ColourSetId,
        colour: Colour,
        pointer: bool,
    ) -> String {
        machine.show(&self.values, set, colour, pointer, LENGTH)
    }
}

impl Worker {
    pub(super) fn failure_in(
        &mut self,
        net: &Transition,
        function: &Function,
        colours: &[Colour],
        trouble: Trouble,
    ) -> Box<Halt> {
        let doing = self.doing(net, function, colours);
        let failure = (self.shared).failure(&mut self.machine, function.span, &doing, &trouble);
        trouble.halts_with(failure)
    }

    /// The inscription that is evaluated, with the values of the variables: of all that have one
    /// where a transition occurs, and before that of those that the inscription reads.
    pub(super) fn doing(
        &mut self,
        net: &Transition,
        function: &Function,
        colours: &[Colour],
    ) -> String {
        let puts = net.outputs.iter().map(|arc| arc.tokens.function());
        let delays = net.delay.iter().map(|delay| &delay.function);
        let late = |after: &Function| after.span == function.span;
        let code = net.code.as_ref();
        let runs = code.is_some_and(|code| late(&code.action));
        let unbound = |id: usize| {
            let outputs = code.filter(|_| runs).map_or(&[][..], |code| &code.outputs);
            outputs.iter().any(|output| output.0.0 as usize == id)
        };
        let occurs = runs || puts.chain(delays).any(late);
        let bound: Vec<usize> = match occurs {
            true => (0..net.variables.len())
                .filter(|&id| !unbound(id))
                .collect(),
            false => function.reads.iter().map(|id| id.0 as usize).collect(),
        };
        // This thread's heap may hold what a failure is about: another evaluator shows the values.
        let mut machine = Machine::new(&self.shared.net.session.vm, self.shared.budget);
        let shown = |id: usize| {
            let variable = &net.variables[id];
            let (set, pointer) = (variable.colour, variable.pointer);
            let value = (self.shared).show_colour(&mut machine, set, colours[id], pointer);
            format!("{} = {value}", variable.name)
        };
        let values: Vec<String> = bound.into_iter().map(shown).collect();
        let name = instance_name(&net.name, net.instance);
        match values.is_empty() {
            true if occurs => format!("evaluating {name}"),
            true => format!("binding the variables of {name}"),
            false => format!("evaluating {name} with {}", values.join(", ")),
        }
    }

    pub(super) fn check_legal(
        &mut self,
        place: usize,
        colour: Colour,
        span: Span,
    ) -> Result<(), Box<Halt>> {
        let shared = self.shared.clone();
        shared.check_legal(&mut self.machine, place, colour, span)
    }

    /// Whether all tokens of a marking belong to the colour sets of their places.
    pub fn check_legal_marking(&mut self, state: &[u64]) -> Result<(), Box<Halt>> {
        let shared = self.shared.clone();
        for (place, net) in shared.net.places.iter().enumerate() {
            if !shared.restricted[place] {
                continue;
            }
            for item in self.tokens_of(place, state) {
                let tokens = &shared.places[place].tokens;
                if !tokens.is_legal(item.token) {
                    self.check_legal(place, tokens.colour(item.token), net.span)?;
                    tokens.set_legal(item.token);
                }
            }
        }
        Ok(())
    }

    /// Stops a search among the bindings of one marking if somebody asks, or if it needs too much memory.
    pub(super) fn look_around(&mut self, transition: usize) -> Result<(), Box<Halt>> {
        self.look_at_memory(transition, 0)?;
        let flag = self.machine.vm.interrupt.as_ref();
        if flag.is_none_or(|flag| flag.load(Ordering::Relaxed) == 0) {
            return Ok(());
        }
        let net = &self.shared.net.transitions[transition];
        let message = format!("The search for bindings of {} was interrupted.", net.name);
        let failure = Box::new(Diagnostic::error("E0704", net.span, message));
        Err(Box::new(Halt::Interrupted(failure)))
    }

    /// Gives a marking up whose steps need more memory than there is: so much for the batch, and what the memo has.
    #[cold]
    pub(super) fn look_at_memory(
        &mut self,
        transition: usize,
        batch: usize,
    ) -> Result<(), Box<Halt>> {
        if self.memo.bytes().saturating_add(batch) <= self.room {
            return Ok(());
        }
        let net = &self.shared.net.transitions[transition];
        let message = format!(
            "The steps of one marking, with {} among them, need more memory than there is.",
            net.name
        );
        let failure = Box::new(Diagnostic::error("E0703", net.span, message));
        Err(Box::new(Halt::Memory(failure)))
    }

    /// A state space needs what an occurrence does to depend on the marking alone.
    pub(super) fn refuse_shared(&self, transition: usize) -> Result<(), Failure> {
        let Some(function) = &self.shared.sharing[transition] else {
            return Ok(());
        };
        let name = &self.shared.net.transitions[transition].name;
        Err(Box::new(
            Diagnostic::error(
                "E1404",
                function.span,
                format!("What {name} does depends on more than the marking and its variables, so there is no state space."),
            )
            .at("uses a ref cell that lasts, a random number drawn before, or the number of the step")
            .help("Keep the value in a token, or draw it where it is used, by a function; or simulate the net."),
        ))
    }

    /// All colours of a variable's colour set.
    pub(super) fn all_colours(
        &mut self,
        net: &Transition,
        variable: crate::net::flat::VariableId,
    ) -> Result<Vec<Colour>, Box<Halt>> {
        let variable = &net.variables[variable.0 as usize];
        self.machine.vm.heap.thaw();
        let words = (self.machine.vm.colour_all(variable.colour)).map_err(|stop| {
            let doing = format!(
                "enumerating the values of {} for {}",
                variable.name, net.name
            );
            let trouble = Trouble::Stop(Box::new(stop));
            let failure = (self.shared).failure(&mut self.machine, net.span, &doing, &trouble);
            trouble.halts_with(failure)
        })?;
        let values = &self.shared.values;
        Ok((words.into_iter())
            .map(|word| self.machine.colour(values, word, variable.pointer))
            .collect())
    }
}

/// An arc that a token can be taken by only a while after its stamp, where stamps in the past are not known.
pub(super) fn late(net: &Transition, function: &Function) -> Failure {
    let message = format!(
        "{} takes a token only some time after its stamp, so stamps in the past matter.",
        net.name
    );
    Box::new(
        Diagnostic::error("E1603", function.span, message)
            .at("a negative `@+` on an input arc")
            .help(
                "Put the token with a longer delay instead, or explore without --time-equivalence.",
            ),
    )
}
