//! All outcomes of a binding element that draws random numbers. In a state space everything that may happen happens: each number is drawn in its turn.
//!
//! Outcomes are elements like others: what they take is the same, and each puts something else or gives the code segment's variables other values. The element itself stays
//! without a result, so a walk over the memo always comes here, and goes on with its outcomes.

use super::code::Code;
use super::element::{Element, Put, Range};
use super::values::Colour;
use super::worker::{Halt, Worker};
use rustc_hash::FxHashSet;
use sweepnet_lang::diagnostic::Diagnostic;

/// How often one element may be evaluated. More is no choice that a person had in mind.
const MOST: usize = 10_000;

impl Worker {
    /// The outcomes of an enabled element, in a fixed order: a range of `Memo::elements`.
    pub(super) fn outcomes(
        &mut self,
        transition: usize,
        element: u32,
        clock: i64,
    ) -> Result<std::ops::Range<u32>, Box<Halt>> {
        if let Some(known) = self.memo.outcomes.get(&element) {
            return Ok(known.start..known.start + known.len);
        }
        let start = self.memo.elements.len() as u32;
        let refusal = self.too_many(transition);
        self.machine.vm.each_draw(refusal);
        let result = self.draw_all(transition, element, clock);
        self.machine.vm.last_draw();
        let end = start + result?;
        let range = Range {
            start,
            len: end - start,
        };
        self.memo.outcomes.insert(element, range);
        Ok(start..end)
    }

    /// Evaluates an element with all random numbers and appends its outcomes, each once: how many.
    fn draw_all(&mut self, transition: usize, element: u32, clock: i64) -> Result<u32, Box<Halt>> {
        let shared = self.shared.clone();
        let head = self.memo.elements[element as usize];
        let takes = head.takes.of(&self.memo.takes).to_vec();
        let binding = head.binding.of(&self.memo.colours).to_vec();
        let (mut puts, mut colours) = (Vec::new(), Vec::new());
        let mut known: FxHashSet<(Vec<Colour>, Vec<Put>)> = FxHashSet::default();
        for evaluation in 0.. {
            if evaluation == MOST {
                return Err(self.too_many(transition).into());
            }
            colours.clone_from(&binding);
            self.evaluate_puts(&shared, transition, &mut colours, clock, false, &mut puts)?;
            if known.insert((colours.clone(), puts.clone())) {
                let memo = &mut self.memo;
                let number = memo.elements.len() as u32;
                memo.elements.push(Element {
                    takes: head.takes,
                    puts: Some(Range::append(&mut memo.puts, &puts)),
                    binding: Range::append(&mut memo.colours, &colours),
                });
                memo.codes.elements.push(Code::default());
                self.compile_element(number, &takes, Some(&puts));
            }
            if !self.machine.vm.next_draw() {
                break;
            }
        }
        self.look_around(transition)?;
        Ok(known.len() as u32)
    }

    fn too_many(&self, transition: usize) -> Box<Diagnostic> {
        let net = &self.shared.net.transitions[transition];
        let message = format!(
            "{} draws random numbers that have more than 10,000 combinations, and a state space would have to follow them all.",
            net.name
        );
        let help = "Draw fewer numbers at a time, or from fewer values: `discrete (9, 51)` for `round (uniform (9.0, 51.0))`, `discrete (0, n)` for `binomial (n, 0.5)`, `ran` of a small colour set. Or simulate the net.";
        Box::new(Diagnostic::error("E1404", net.span, message).help(help))
    }
}
