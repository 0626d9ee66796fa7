//! Functions that the program around the machine provides: the primitives `host_raw` and `host_pointer` call them by number.
//!
//! The language knows nothing of nets, so a query script's `Mark.Page'Place` must come from outside. A host function gets words and gives one back. It
//! never evaluates anything: whatever takes a function is written in the language on top of small host functions, so there is no way back into a machine
//! that is at work.

use super::exn;
use super::heap::{Heap, Kind, header};
use super::machine::Vm;
use super::program::{Payload, Word};
use super::stop::{Cause, Fault};
use crate::diagnostic::Diagnostic;
use std::any::Any;
use std::fmt;

/// Argument words of a host function.
pub const ARGUMENTS: usize = 3;

/// What provides the functions.
pub trait Host: Any + Send + Sync {
    /// Calls function number `function`. No collection happens meanwhile, so words stay valid; those
    /// to be kept longer belong into `Vm::held`.
    ///
    /// The machine is at work: `Vm::seal` fails meanwhile.
    ///
    /// # Panics
    ///
    /// The caller panics if the function leaves another machine in the place of `vm`.
    fn call(
        &mut self,
        vm: &mut Vm,
        function: Word,
        arguments: [Word; ARGUMENTS],
    ) -> Result<Word, Refusal>;
}

/// Why a host function gives no value.
#[derive(Debug)]
pub enum Refusal {
    /// It raises this exception, which carries nothing; if the program has no such exception, `Fail` with its name.
    Raise(&'static str),
    /// It raises `Fail`.
    Fail(String),
    /// It cannot go on, and neither can the evaluation.
    Stop(Box<Diagnostic>),
    /// Somebody asked to stop, for this reason.
    Interrupted(usize),
}

/// The place of a machine's host. A copy of a machine has none: it belongs to the machine it was given to.
#[derive(Default)]
pub struct Hosting(pub Option<Box<dyn Host>>);

impl Clone for Hosting {
    fn clone(&self) -> Hosting {
        Hosting(None)
    }
}

impl fmt::Debug for Hosting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "a host",
            None => "no host",
        })
    }
}

impl Vm {
    /// The host, if it is of this type.
    pub fn host<H: Host>(&mut self) -> Option<&mut H> {
        let host: &mut dyn Any = self.host.0.as_deref_mut()?;
        host.downcast_mut()
    }

    /// Calls the host function whose number and arguments stand on the stack.
    pub(super) fn call_host(&mut self, at: usize) -> Result<Word, Fault> {
        let Some(mut host) = self.host.0.take() else {
            let packet = self.fail("This function needs a net.");
            return Err(Fault::Raise(packet));
        };
        let arguments = std::array::from_fn(|i| self.stack[at + 1 + i]);
        let running = self.identity.number();
        let result = host.call(self, self.stack[at], arguments);
        // The loop holds pointers to the code of the machine that called.
        assert_eq!(
            running,
            self.identity.number(),
            "a host function replaced the machine that called it"
        );
        self.host.0 = Some(host);
        result.map_err(|refusal| match refusal {
            Refusal::Raise(name) => Fault::Raise(self.named_exception(name)),
            Refusal::Fail(message) => Fault::Raise(self.fail(&message)),
            Refusal::Stop(diagnostic) => Fault::Cause(Cause::Host(diagnostic)),
            Refusal::Interrupted(reason) => Fault::Cause(Cause::Interrupted(reason)),
        })
    }

    /// A packet of `Fail`.
    fn fail(&mut self, message: &str) -> Word {
        let text = self.heap.alloc_str(message.as_bytes());
        let fail = header(Kind::Exn, u32::from(exn::FAIL), 1, 0);
        self.heap.alloc(fail, &[text])
    }

    fn named_exception(&mut self, name: &str) -> Word {
        let known = self
            .program
            .exceptions
            .iter()
            .rposition(|e| *e.name == *name && e.payload == Payload::None);
        match known {
            Some(number) if number < exn::COUNT => Heap::builtin(number as u16),
            Some(number) => {
                let packet = header(Kind::Exn, number as u32, 0, 0);
                self.heap.alloc(packet, &[])
            }
            None => self.fail(name),
        }
    }
}
