//! Progress measures that no one would use. Sweeps must be right with any.

use std::hash::{BuildHasher, Hasher};
use sweepnet::engine::{Halt, Worker};
use sweepnet::explore::measure::{Measure, Reads, Value};

/// A measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Silly {
    /// Nothing ever makes progress.
    #[allow(dead_code)]
    Constant,
    /// One of so many numbers, by chance.
    Hash(u64),
    /// The more tokens, the less progress.
    Fewest,
    /// Time runs backwards.
    #[allow(dead_code)]
    ReversedClock,
}

impl Measure for Silly {
    fn value(
        &mut self,
        worker: &mut Worker,
        marking: &[u64],
        reads: &mut Reads,
    ) -> Result<Value, Box<Halt>> {
        let places = worker.shared().net.places.len();
        let value = match self {
            Silly::Constant => 0,
            Silly::ReversedClock => {
                reads.clock = true;
                -worker.clock(marking)
            }
            Silly::Hash(numbers) => {
                reads.places.extend(0..places);
                reads.clock = true;
                let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
                hasher.write(worker.show(marking).as_bytes());
                (hasher.finish() % *numbers) as i64
            }
            Silly::Fewest => {
                reads.places.extend(0..places);
                let tokens = (0..places).flat_map(|place| worker.tokens_of(place, marking));
                -tokens.map(|item| i64::from(item.count)).sum::<i64>()
            }
        };
        Ok(Value::of(vec![value.into(), 0.into()]))
    }

    fn share(&self) -> Box<dyn Measure> {
        Box::new(*self)
    }
}
