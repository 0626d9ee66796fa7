//! What a step is: the tokens of a net, its markings as packed words, the binding elements enabled in a marking, and the markings they lead to.
//!
//! From the bottom up:
//! - `values` colours, `runs` long lists among them, `archive` those that have lasted, `tokens` their numbers on a place, `sets` multi-sets of them; all shared by all threads (`words`, `shared`);
//! - `layout` where they lie in a packed marking, `places` markings taken apart and put together, `recode` from one layout to the next, `hash`;
//! - `machine` evaluates inscriptions, the small ones by `direct`, those of one operation at once (`brief`), and has colours in a heap of its own (`translate`); `memo` remembers what came out, as `element`s, and how much of that is of `worth`; `search` fills the memo with what `evaluate` says; `code` is an element under a layout; where the memo is not of use (`reuse`), steps are found without it: `pass` goes through a transition's `drill`;
//! - `gate` a first look at each transition; `worker` is one thread's engine, `untimed` walks the memo along the tokens of a marking, `timed` the same with a clock; `batch` is what comes out;
//! - `reduction` is where equivalent markings become one; `outcomes` are all that random numbers can lead to; `game` does one occurrence at a time, for simulation, by chance; `renew` forgets what no marking in use has;
//! - `fingerprint` numbers binding elements in a way that lasts;
//! - `shaky` changes layouts and tables for no reason, in tests;
//! - `judge` evaluates expressions over a marking, `monitor` functions of a step and a marking, `failure` tells what went wrong, `show` prints markings and bindings, `excerpt` their colours; `order` compares markings by content.
//!
//! Where choices of tokens come again, an inscription is evaluated once for each, and what is done for each marking is bit operations. Where they do not, remembering them would cost more than finding them.

mod archive;
mod batch;
mod brief;
mod code;
mod direct;
mod drill;
mod element;
mod evaluate;
mod excerpt;
mod failure;
mod fingerprint;
mod game;
mod gate;
pub mod hash;
mod judge;
mod layout;
mod machine;
mod memo;
mod monitor;
mod order;
mod outcomes;
mod pass;
mod places;
mod recode;
mod reduction;
mod renew;
mod reuse;
mod runs;
mod search;
mod sets;
mod shaky;
mod shared;
mod show;
mod timed;
mod tokens;
mod translate;
mod untimed;
mod values;
mod words;
mod worker;
mod worth;

pub use batch::{Batch, Occurrence};
pub use element::Binding;
pub use game::{Outcome, demanded};
pub use layout::{Demand, Field, Layout, Slot};
pub use places::Places;
pub use recode::Recode;
pub use reduction::{Reducer, Reduction};
pub use renew::Renewal;
pub use sets::{Item, SetId};
pub use shared::{Engine, Shared, merge};
pub use tokens::Token;
pub use values::{Colour, Values};
pub use words::Apart;
pub use worker::{Failure, Halt, Worker};
