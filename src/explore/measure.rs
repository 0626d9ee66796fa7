//! Progress measures: how far a marking is.
//!
//! A measure may be anything that gives integers, so it is evaluated by the language, which costs more than a step of the net. But most steps leave the places alone
//! that a measure looks at. A `Gauge` notes which places evaluations looked at, and remembers values by the bits of these places alone: a function of some places
//! gives the same again where these places are the same. So a measure is evaluated once for each marking of the places it looks at.

use crate::engine::{Field, Halt, Layout, Worker};
use crate::net::expression::MarkingExpression;
use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use sweepnet_lang::types::effects::Clock as ClockUse;
use sweepnet_lang::vm::equal::mix;

/// A progress value: an integer, or a tuple of integers, compared from left to right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// The integers.
    pub parts: Vec<BigInt>,
    /// Whether they are millionths, as the clock of a net with real time has them.
    pub millionths: bool,
}

impl Value {
    /// Plain integers.
    pub fn of(parts: Vec<BigInt>) -> Value {
        Value {
            parts,
            millionths: false,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.parts[..] {
            [one] if self.millionths => {
                let (whole, rest) = (one / 1_000_000, one % 1_000_000);
                let rest = format!("{rest:06}");
                let digits = rest.trim_end_matches('0');
                write!(
                    f,
                    "{whole}.{}",
                    if digits.is_empty() { "0" } else { digits }
                )
            }
            [one] => write!(f, "{one}"),
            several => {
                let parts: Vec<String> = several.iter().map(BigInt::to_string).collect();
                write!(f, "({})", parts.join(","))
            }
        }
    }
}

/// What an evaluation looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Places, each once, in any order.
    pub places: Vec<usize>,
    /// The clock.
    pub clock: bool,
}

impl Reads {
    /// Adds what another evaluation looked at; whether that is new.
    fn add(&mut self, other: &Reads) -> bool {
        let mut new = other.clock && !self.clock;
        self.clock |= other.clock;
        for place in &other.places {
            if !self.places.contains(place) {
                self.places.push(*place);
                new = true;
            }
        }
        new
    }
}

/// A progress measure, as one thread evaluates it. It must give the same for the same marking.
pub trait Measure: fmt::Debug + Send {
    /// The progress value of a marking, and in `reads` what was looked at.
    fn value(
        &mut self,
        worker: &mut Worker,
        marking: &[u64],
        reads: &mut Reads,
    ) -> Result<Value, Box<Halt>>;

    /// The same measure for another thread.
    fn share(&self) -> Box<dyn Measure>;

    /// Whether it looks at the clock.
    fn uses_clock(&self) -> bool {
        false
    }
}

/// The global clock of a timed net.
#[derive(Copy, Clone, Debug)]
pub struct Clock;

impl Measure for Clock {
    fn value(
        &mut self,
        worker: &mut Worker,
        marking: &[u64],
        reads: &mut Reads,
    ) -> Result<Value, Box<Halt>> {
        reads.clock = true;
        Ok(Value {
            parts: vec![worker.clock(marking).into()],
            millionths: worker.shared().net.session.has_real_time(),
        })
    }

    fn share(&self) -> Box<dyn Measure> {
        Box::new(*self)
    }

    fn uses_clock(&self) -> bool {
        true
    }
}

impl Measure for MarkingExpression {
    fn value(
        &mut self,
        worker: &mut Worker,
        marking: &[u64],
        reads: &mut Reads,
    ) -> Result<Value, Box<Halt>> {
        match self.dead {
            // Any token may enable something.
            true => reads.places.extend(0..worker.shared().net.places.len()),
            false => (reads.places).extend(self.places.iter().map(|p| p.0 as usize)),
        }
        reads.clock |= self.clock != ClockUse::default() || self.dead;
        worker.measured_in(self, marking).map(Value::of)
    }

    fn share(&self) -> Box<dyn Measure> {
        Box::new(self.clone())
    }

    fn uses_clock(&self) -> bool {
        self.clock.now
    }
}

/// The number of a progress value on its `Scale`.
pub type Mark = u32;

/// The progress values met so far, numbered in the order in which they were met, and what evaluations looked at. Shared by all threads.
#[derive(Debug, Default)]
pub struct Scale {
    numbers: Mutex<Numbers>,
    /// How often `Numbers::reads` has grown.
    growth: AtomicUsize,
}

#[derive(Debug, Default)]
struct Numbers {
    values: Vec<Arc<Value>>,
    marks: FxHashMap<Arc<Value>, Mark>,
    reads: Reads,
}

impl Scale {
    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a value that an evaluation gave which looked at `reads`.
    pub fn mark(&self, value: Value, reads: &Reads) -> Mark {
        let mut numbers = self.numbers();
        if numbers.reads.add(reads) {
            self.growth.fetch_add(1, Ordering::Release);
        }
        if let Some(&mark) = numbers.marks.get(&value) {
            return mark;
        }
        let (mark, value) = (numbers.values.len() as Mark, Arc::new(value));
        numbers.values.push(value.clone());
        numbers.marks.insert(value, mark);
        mark
    }

    /// The number of a value of an older scale.
    pub fn adopt(&self, older: &Scale, value: &Value) -> Mark {
        let reads = older.numbers().reads.clone();
        self.mark(value.clone(), &reads)
    }

    /// Bytes of all values, about.
    pub fn bytes(&self) -> usize {
        // a value of one word with its counts, in a list and a table
        self.numbers().values.len() * (size_of::<Value>() + 24 + 8 + 24)
    }

    /// The value with a number.
    pub fn value(&self, mark: Mark) -> Arc<Value> {
        self.numbers().values[mark as usize].clone()
    }
}

/// Values remembered at most: beyond that, markings hardly ever have the same.
const MOST: usize = 1 << 16;

/// One thread's measure, with what it remembers.
#[derive(Debug)]
pub struct Gauge {
    measure: Box<dyn Measure>,
    /// The `Scale::growth` that `masks` are of.
    growth: usize,
    /// The bits of what evaluations looked at: words of a marking and masks.
    masks: Vec<(usize, u64)>,
    /// Keys of remembered markings, as many words each as there are masks.
    keys: Vec<u64>,
    marks: Vec<Mark>,
    index: HashTable<u32>,
}

impl Gauge {
    /// Remembers nothing yet.
    pub fn new(measure: Box<dyn Measure>) -> Gauge {
        Gauge {
            measure,
            growth: 0,
            masks: Vec::new(),
            keys: Vec::new(),
            marks: Vec::new(),
            index: HashTable::new(),
        }
    }

    /// The same measure for another thread.
    pub fn share(&self) -> Gauge {
        Gauge::new(self.measure.share())
    }

    /// Bytes of what is remembered.
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * 8 + self.marks.capacity() * 4 + self.index.capacity() * 5
    }

    /// Forgets all values, for another layout, other tokens or another scale.
    pub fn forget(&mut self, scale: &Scale, layout: &Layout) {
        self.growth = scale.growth.load(Ordering::Acquire);
        self.masks = masks(&scale.numbers().reads, layout);
        self.keys.clear();
        self.marks.clear();
        self.index.clear();
    }

    /// The progress of a marking that is one step after another, whose progress is known.
    #[inline]
    pub fn after(
        &mut self,
        worker: &mut Worker,
        scale: &Scale,
        marking: &[u64],
        (before, mark): (&[u64], Mark),
    ) -> Result<Mark, Box<Halt>> {
        // Whoever evaluated `before` made the masks complete for it.
        if self.growth != scale.growth.load(Ordering::Acquire) {
            self.forget(scale, &worker.layout().clone());
        }
        let differs = |&(word, mask): &(usize, u64)| (marking[word] ^ before[word]) & mask != 0;
        match self.masks.iter().any(differs) {
            true => self.mark(worker, scale, marking),
            false => Ok(mark),
        }
    }

    /// The progress of a marking.
    pub fn mark(
        &mut self,
        worker: &mut Worker,
        scale: &Scale,
        marking: &[u64],
    ) -> Result<Mark, Box<Halt>> {
        let hash = self.hash(marking);
        let length = self.masks.len();
        let (masks, keys) = (&self.masks, &self.keys);
        let found = self.index.find(hash, |&at| {
            let key = &keys[at as usize * length..(at as usize + 1) * length];
            (masks.iter().zip(key)).all(|(&(word, mask), &key)| marking[word] & mask == key)
        });
        match found {
            Some(&at) => Ok(self.marks[at as usize]),
            None => self.evaluate(worker, scale, marking),
        }
    }

    #[inline]
    fn hash(&self, marking: &[u64]) -> u64 {
        let bits = self.masks.iter().map(|&(word, mask)| marking[word] & mask);
        bits.fold(0, mix)
    }

    #[cold]
    fn evaluate(
        &mut self,
        worker: &mut Worker,
        scale: &Scale,
        marking: &[u64],
    ) -> Result<Mark, Box<Halt>> {
        let mut reads = Reads::default();
        let value = self.measure.value(worker, marking, &mut reads)?;
        let mark = scale.mark(value, &reads);
        if self.growth != scale.growth.load(Ordering::Acquire) || self.marks.len() >= MOST {
            self.forget(scale, &worker.layout().clone());
        }
        let at = self.marks.len() as u32;
        self.marks.push(mark);
        let bits = self.masks.iter().map(|&(word, mask)| marking[word] & mask);
        self.keys.extend(bits);
        let (hash, masks, keys) = (self.hash(marking), &self.masks, &self.keys);
        let rehash = |&at: &u32| {
            let key = &keys[at as usize * masks.len()..(at as usize + 1) * masks.len()];
            key.iter().copied().fold(0, mix)
        };
        self.index.insert_unique(hash, at, rehash);
        Ok(mark)
    }
}

/// A predicate that is looked for, remembered in the same way.
#[derive(Debug)]
pub struct Goal {
    gauge: Gauge,
    scale: Scale,
}

impl Goal {
    /// Remembers nothing yet.
    pub fn new(predicate: Box<dyn Measure>) -> Goal {
        let scale = Scale::default();
        for truth in [false, true] {
            let value = Value::of(vec![i64::from(truth).into()]);
            scale.mark(value, &Reads::default());
        }
        Goal {
            gauge: Gauge::new(predicate),
            scale,
        }
    }

    /// Whether it holds in a marking.
    pub fn holds(&mut self, worker: &mut Worker, marking: &[u64]) -> Result<bool, Box<Halt>> {
        Ok(self.gauge.mark(worker, &self.scale, marking)? == 1)
    }

    /// Forgets all markings, for another layout or other tokens.
    pub fn forget(&mut self, layout: &Layout) {
        self.gauge.forget(&self.scale, layout);
    }
}

/// The bits of a marking that some places and the clock have.
fn masks(reads: &Reads, layout: &Layout) -> Vec<(usize, u64)> {
    let mut masks = vec![0u64; layout.words];
    let mut add = |first: u32, length: u32| {
        for bit in first..first + length {
            masks[bit as usize / 64] |= 1 << (bit % 64);
        }
    };
    for &place in &reads.places {
        match layout.fields[place] {
            Field::Dense {
                first,
                width,
                capacity,
            } => add(first, width * capacity),
            Field::Sparse(slot) => add(slot.word * 64 + slot.shift, slot.width),
        }
    }
    if let (true, Some(slot)) = (reads.clock, layout.clock) {
        add(slot.word * 64 + slot.shift, slot.width);
    }
    let words = masks.into_iter().enumerate();
    words.filter(|&(_, mask)| mask != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_from_left_to_right() {
        let value = |parts: &[i64]| Value::of(parts.iter().map(|&i| i.into()).collect());
        assert!(value(&[1, 9]) < value(&[2, -5]));
        assert!(value(&[2, -5]) < value(&[2, 0]));
        assert!(Value::of(vec![BigInt::from(i64::MAX) + 1]) > value(&[i64::MAX]));
        assert_eq!(value(&[3, -1]).to_string(), "(3,-1)");
        let real = |ticks: i64| Value {
            millionths: true,
            ..value(&[ticks])
        };
        let shown = [0, 1_500_000, 20, 12_000_001].map(|ticks| real(ticks).to_string());
        assert_eq!(shown, ["0.0", "1.5", "0.00002", "12.000001"]);
    }
}
