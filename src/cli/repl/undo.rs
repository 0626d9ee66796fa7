//! Earlier sessions, for `:undo`.

use im::Vector;
use sweepnet_lang::session::Session;

/// Inputs that can be undone.
const MOST: usize = 50;
/// Words of heap that all of them together may hold; a session with huge values is not worth keeping fifty times.
const WORDS: usize = 32 << 20;

/// Sessions as they were before each input, oldest first.
#[derive(Default)]
pub struct Undo {
    sessions: Vector<Session>,
    words: usize,
}

impl Undo {
    /// The session as it is now, unless it is too large to be kept.
    pub fn snapshot(&self, session: &Session) -> Option<Session> {
        (session.vm.heap.len() <= WORDS).then(|| session.clone())
    }

    /// Keeps a snapshot. Without one, what came before cannot be reached any more either.
    pub fn keep(&mut self, snapshot: Option<Session>) {
        let Some(session) = snapshot else {
            *self = Undo::default();
            return;
        };
        self.words += session.vm.heap.len();
        self.sessions.push_back(session);
        while self.sessions.len() > MOST || self.words > WORDS {
            let Some(oldest) = self.sessions.pop_front() else {
                break;
            };
            self.words -= oldest.vm.heap.len();
        }
    }

    /// The session before the last input.
    pub fn take(&mut self) -> Option<Session> {
        let last = self.sessions.pop_back()?;
        self.words -= last.vm.heap.len();
        Some(last)
    }
}
