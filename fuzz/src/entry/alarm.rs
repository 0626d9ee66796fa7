//! A flag that is set when an input has had its time. Searches and evaluations poll the flag, as
//! they do for `--max-seconds`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Time of one input.
const TIME: Duration = Duration::from_millis(500);
/// Value of the flag: time is up.
const TIME_LIMIT: usize = 2;

/// The flag, and the thread that sets it. The thread ends when the alarm is dropped.
pub struct Alarm {
    flag: Arc<AtomicUsize>,
    _running: Sender<()>,
}

impl Alarm {
    /// Starts an alarm.
    pub fn start() -> Alarm {
        let flag = Arc::new(AtomicUsize::new(0));
        let (running, ended) = channel::<()>();
        let set = flag.clone();
        thread::spawn(move || {
            if ended.recv_timeout(TIME) == Err(RecvTimeoutError::Timeout) {
                set.store(TIME_LIMIT, Ordering::Relaxed);
            }
        });
        Alarm {
            flag,
            _running: running,
        }
    }

    /// Returns the flag.
    pub fn flag(&self) -> Arc<AtomicUsize> {
        self.flag.clone()
    }

    /// Returns whether time is up.
    pub fn rang(&self) -> bool {
        self.flag.load(Ordering::Relaxed) != 0
    }
}
