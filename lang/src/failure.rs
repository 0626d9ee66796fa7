//! Run-time errors told to the user: what was raised, at which expression of theirs, through which calls.

use crate::diagnostic::Diagnostic;
use crate::session::Session;
use crate::span::{SourceId, Span};
use crate::vm::{Cause, Stop, exn, show};

const MORE_TIME: &str = "`--max-seconds` raises the limit.";

/// The embedder asked to stop while a text was checked or compiled.
pub(crate) fn out_of_time(place: Span) -> Diagnostic {
    Diagnostic::error(
        "E0704",
        place,
        "The program was stopped before its evaluation: checking and compiling take too long.",
    )
    .at("reached here")
    .help(MORE_TIME)
}

impl Session {
    /// The diagnostic for an evaluation that ended without a value.
    pub fn explain(&self, stop: &Stop) -> Diagnostic {
        if let Cause::Host(diagnostic) = &stop.cause {
            return self.asked_for(stop, diagnostic);
        }
        let own = |span: &Span| !self.is_library(span.source);
        let first = stop.span.or(stop.trace.first().map(|t| t.1));
        // An error inside the library is shown at the user's call of it.
        let place = (first.filter(|s| own(s)))
            .or_else(|| stop.trace.iter().map(|t| t.1).find(|s| own(s)))
            .or(first)
            .unwrap_or(Span::new(SourceId(0), 0, 0));
        let inside = own(&place) && first.is_some_and(|s| !own(&s));
        let mut diagnostic = match &stop.cause {
            Cause::Raised(packet) => self.raised(*packet, place),
            Cause::Steps => {
                let name = self.running(stop);
                Diagnostic::error("E0702", place, format!("The evaluation was stopped after {} function calls{name}.", self.limits.steps))
                    .at("still running here")
                    .help("It may never end: look for a recursion without an end. `--max-steps` raises the limit.")
            }
            Cause::Memory => {
                let name = self.running(stop);
                let mb = self.limits.memory >> 20;
                Diagnostic::error("E0703", place, format!("The evaluation needs more than {mb} MB of memory{name}."))
                    .at("more was needed here")
                    .help("Often a recursion never ends, or a list grows without bound. `--memory` raises the limit.")
            }
            Cause::Interrupted(2) => Diagnostic::error(
                "E0704",
                place,
                "The evaluation was stopped at its time limit.",
            )
            .at("still running here")
            .help(MORE_TIME),
            Cause::Interrupted(3) => Diagnostic::error(
                "E0704",
                place,
                "The evaluation was stopped at the memory limit.",
            )
            .at("still running here")
            .help("`--memory` raises the limit."),
            Cause::Interrupted(_) => {
                Diagnostic::error("E0704", place, "The evaluation was interrupted.")
                    .at("was running here")
            }
            Cause::Depth => Diagnostic::error(
                "E0705",
                place,
                "Colour-set functions and predicates call each other too deep.",
            )
            .at("here")
            .help("A subset's predicate should not enumerate the subset itself."),
            Cause::Host(diagnostic) => (**diagnostic).clone(),
            Cause::BadCall => Diagnostic::error(
                "E0602",
                place,
                "A function was called with the wrong number of values, which is a mistake in Sweepnet.",
            ),
        };
        // Which library function it was cannot be told: tail calls leave no trace.
        if inside && let Some(label) = diagnostic.labels.first_mut() {
            label.text = match label.text.as_str() {
                "raised here" => "raised inside this call".to_string(),
                what => format!("{what}, somewhere inside this call"),
            };
        }
        self.callers(stop, place, diagnostic)
    }

    /// What a host function says, with the user's call that led to it.
    fn asked_for(&self, stop: &Stop, diagnostic: &Diagnostic) -> Diagnostic {
        let mut spans = stop.span.into_iter().chain(stop.trace.iter().map(|t| t.1));
        match spans.find(|span| !self.is_library(span.source)) {
            Some(span) => diagnostic.clone().label(span, "asked for here"),
            None => diagnostic.clone(),
        }
    }

    /// The user's calls that led there, outermost last, at most three and each once.
    fn callers(&self, stop: &Stop, place: Span, mut diagnostic: Diagnostic) -> Diagnostic {
        let mut shown = vec![place];
        for (_, span) in &stop.trace {
            let known = shown
                .iter()
                .any(|s| s.source == span.source && s.start <= span.start && span.end <= s.end);
            if known || self.is_library(span.source) || shown.len() > 3 {
                continue;
            }
            shown.push(*span);
            diagnostic = diagnostic.label(*span, "called from here");
        }
        diagnostic
    }

    fn running(&self, stop: &Stop) -> String {
        match stop.trace.iter().find(|t| !self.is_library(t.1.source)) {
            Some((name, _)) if &**name != "val" => format!(" in `{name}`"),
            _ => String::new(),
        }
    }

    fn raised(&self, packet: crate::vm::program::Word, place: Span) -> Diagnostic {
        let number = self.vm.exception_number(packet);
        let value = show::sml(&self.vm, self.exn_shape, packet, 2000);
        let (at, help) = match u16::try_from(number).unwrap_or(u16::MAX) {
            exn::OVERFLOW => (
                "the result does not fit into 64 bits",
                "Use `IntInf.int` for numbers without a limit.",
            ),
            exn::DIV => (
                "the divisor is 0",
                "Test the divisor first, or handle `Div`.",
            ),
            exn::EMPTY => (
                "the list is empty",
                "Test with `null`, or use a `case` with a row for `[]`.",
            ),
            exn::MATCH => (
                "no row fits the value",
                "Add a row for this value, or `_` for all the rest.",
            ),
            exn::BIND => (
                "this value does not fit the pattern",
                "Use a `case` to deal with values of another form.",
            ),
            exn::SUBSCRIPT => (
                "the index is outside",
                "Indices are counted from 0 up to the length minus 1.",
            ),
            exn::OPTION => (
                "the option is `NONE`",
                "Use a `case`, or `getOpt (x, default)`.",
            ),
            exn::CHR => ("not a character code", "Character codes go from 0 to 255."),
            exn::SUBTRACT => ("more is taken away than is there", "Test with `<<=` first."),
            exn::SIZE => (
                "the size is negative or too large",
                "Check how the size is computed.",
            ),
            exn::DOMAIN => (
                "outside of the function's domain",
                "Check the argument first.",
            ),
            _ => (
                "raised here",
                "Handle it with `handle`, or avoid what raises it.",
            ),
        };
        Diagnostic::error("E0701", place, format!("Uncaught exception {value}."))
            .at(at)
            .help(help)
    }
}
