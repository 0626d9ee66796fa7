//! A naive interpreter of coloured nets, for comparison with the engine.
//!
//! It goes by the definitions alone: no packed markings, nothing remembered from state to state, no plan by which variables get their values. It has its own
//! unfolding of pages and its own reading of inscriptions, so that it shares with the engine only the file reader and the inscription language.

pub mod inscription;
pub mod net;
pub mod space;
pub mod step;
pub mod unfold;
pub mod value;
pub mod words;
