//! Markings that wait to be expanded while several threads work: a queue for each thread.
//!
//! A thread expands the markings it found itself. These are alike, so it meets the same binding elements and multi-sets again, which its memo and its caches have; two threads that take
//! turns in one queue would both have to find out everything. A thread whose queue is empty takes half of the longest of the others' queues, from its end. If it finds none for a while, there is too
//! little for all, and one thread goes on alone.

use super::parts::split;
use super::store::StateId;
use crate::engine::Apart;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Markings that a thread takes from its queue at once.
const TASK: u32 = 32;
/// A queue with fewer is left to its thread.
const WORTH: usize = 16;
/// How long a thread waits for others to find something.
const PATIENCE: Duration = Duration::from_micros(200);
/// Looks around before a thread that waits lets others have the processor.
const LOOKS: u32 = 64;

/// The queues of all threads.
#[derive(Debug)]
pub struct Pool {
    queues: Vec<Apart<Queue>>,
    /// How many threads wait.
    idle: Apart<AtomicUsize>,
    /// Somebody must do something first.
    pub halt: Apart<AtomicBool>,
    /// A thread waited in vain.
    dry: AtomicBool,
}

#[derive(Debug, Default)]
struct Queue {
    ids: Mutex<VecDeque<Range<StateId>>>,
    /// How many markings there are, for a look without the lock.
    waiting: AtomicUsize,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Range<StateId>>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl Pool {
    /// Divides markings among threads: neighbours stay together.
    pub fn new(ids: &[Range<StateId>], threads: usize) -> Pool {
        let mut parts = split(ids, threads).into_iter();
        let queue = |_| {
            let part = parts.next().unwrap_or_default();
            Apart(Queue {
                waiting: AtomicUsize::new(part.iter().map(|ids| ids.len()).sum()),
                ids: Mutex::new(part.into()),
            })
        };
        Pool {
            queues: (0..threads).map(queue).collect(),
            idle: Apart::default(),
            halt: Apart::default(),
            dry: AtomicBool::new(false),
        }
    }

    /// Whether somebody must do something first.
    #[inline]
    pub fn halted(&self) -> bool {
        self.halt.0.load(Ordering::Relaxed)
    }

    /// Whether some thread waits for others to find something.
    pub fn hungry(&self) -> bool {
        self.idle.0.load(Ordering::Relaxed) > 0
    }

    /// Whether there was too little for all.
    pub fn ran_dry(&self) -> bool {
        self.dry.load(Ordering::Relaxed)
    }

    /// Adds markings to a thread's queue.
    pub fn add(&self, thread: usize, new: impl Iterator<Item = Range<StateId>>) {
        let queue = &self.queues[thread].0;
        let mut ids = queue.lock();
        let mut more = 0;
        for new in new {
            more += new.len();
            append(&mut ids, new);
        }
        queue.waiting.fetch_add(more, Ordering::Relaxed);
    }

    /// The next few markings for a thread: of its own queue, or of another one. `None` if there are none now.
    pub fn take(&self, thread: usize) -> Option<Range<StateId>> {
        let own = &self.queues[thread].0;
        let next = self.next(own);
        if next.is_some() {
            return next;
        }
        let others = self.queues.iter().map(|queue| &queue.0);
        let longest = others.max_by_key(|queue| queue.waiting())?;
        if longest.waiting() < WORTH {
            return None;
        }
        let stolen = half(longest);
        self.add(thread, stolen.into_iter());
        self.next(own)
    }

    fn next(&self, queue: &Queue) -> Option<Range<StateId>> {
        let mut ids = queue.lock();
        let front = ids.front_mut()?;
        let end = front.end.min(front.start.saturating_add(TASK));
        let task = front.start..end;
        front.start = end;
        if front.start >= front.end {
            ids.pop_front();
        }
        queue.waiting.fetch_sub(task.len(), Ordering::Relaxed);
        Some(task)
    }

    /// Waits until there may be something to take. `false` if there will be nothing.
    pub fn wait(&self) -> bool {
        // Only a thread that does not wait adds markings, and whoever waits has an empty queue: when all wait, all is done.
        self.idle.0.fetch_add(1, Ordering::AcqRel);
        let start = Instant::now();
        for look in 0u32.. {
            if self.halted() || self.idle.0.load(Ordering::Acquire) == self.queues.len() {
                return false;
            }
            if self.queues.iter().any(|queue| queue.0.waiting() >= WORTH) {
                self.idle.0.fetch_sub(1, Ordering::AcqRel);
                return true;
            }
            if look % LOOKS != LOOKS - 1 {
                std::hint::spin_loop();
            } else if start.elapsed() < PATIENCE {
                std::thread::yield_now();
            } else {
                self.dry.store(true, Ordering::Relaxed);
                self.halt.0.store(true, Ordering::Relaxed);
                return false;
            }
        }
        false
    }

    /// The markings that wait still.
    pub fn left(self) -> impl Iterator<Item = Range<StateId>> {
        let ids = |queue: Apart<Queue>| {
            let ids = queue.0.ids.into_inner();
            ids.unwrap_or_else(PoisonError::into_inner)
        };
        self.queues.into_iter().flat_map(ids)
    }
}

/// Adds numbers to a list, to its last range if they follow it.
pub fn append(list: &mut VecDeque<Range<StateId>>, ids: Range<StateId>) {
    match list.back_mut() {
        Some(last) if last.end == ids.start => last.end = ids.end,
        _ => list.push_back(ids),
    }
}

/// Takes the later half of a queue.
fn half(queue: &Queue) -> VecDeque<Range<StateId>> {
    let mut ids = queue.lock();
    let all: usize = ids.iter().map(|ids| ids.len()).sum();
    let mut taken = VecDeque::new();
    let mut wanted = all / 2;
    while wanted > 0
        && let Some(last) = ids.back_mut()
    {
        let some = last.len().min(wanted);
        let start = last.end - some as StateId;
        taken.push_front(start..last.end);
        last.end = start;
        if last.start >= last.end {
            ids.pop_back();
        }
        wanted -= some;
    }
    queue.waiting.store(all - all / 2, Ordering::Relaxed);
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_marking_is_taken_once_by_one_of_the_threads() {
        let pool = Pool::new(&[0..700, 1000..1300], 3);
        let mut taken = Vec::new();
        std::thread::scope(|scope| {
            let work = |thread| {
                let mut mine: Vec<StateId> = Vec::new();
                loop {
                    let Some(ids) = pool.take(thread) else {
                        match pool.wait() {
                            true => continue,
                            false => return mine,
                        }
                    };
                    // each leads to another one
                    let next = ids
                        .clone()
                        .filter(|id| *id < 100_000)
                        .map(|id| id + 100_000);
                    pool.add(thread, next.map(|id| id..id + 1));
                    mine.extend(ids);
                }
            };
            let threads: Vec<_> = (0..3).map(|i| scope.spawn(move || work(i))).collect();
            for thread in threads {
                taken.extend(thread.join().expect("it ends"));
            }
        });
        taken.extend(pool.left().flatten());
        taken.sort_unstable();
        let first = (0..700).chain(1000..1300);
        let expected: Vec<_> = first.clone().chain(first.map(|id| id + 100_000)).collect();
        assert_eq!(taken, expected);
    }

    #[test]
    fn half_of_a_queue_is_its_end() {
        let pool = Pool::new(&[0..10, 20..40], 1);
        let queue = &pool.queues[0].0;
        assert_eq!(half(queue).into_iter().flatten().count(), 15);
        assert_eq!(queue.waiting(), 15);
        assert_eq!(half(queue), [8..10, 20..25]);
        assert!(pool.left().flatten().eq(0..8));
    }
}
