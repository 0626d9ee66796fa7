//! A net made ready: places and transitions as they are there, once for each instance of their page, their inscriptions compiled.

use super::inscription::{Inscription, Tokens, Variable};
use super::value::Value;
use std::collections::BTreeMap;
use sweepnet_lang::session::Session;
use sweepnet_lang::vm::program::{ColourSetId, ShapeId};

/// A net.
pub struct Net {
    /// Declarations and compiled inscriptions.
    pub session: Session,
    /// Places, each once.
    pub places: Vec<Place>,
    /// Transitions, each instance once.
    pub transitions: Vec<Transition>,
    /// All colours of the small colour sets of variables.
    pub colours: BTreeMap<String, Vec<Value>>,
    /// When something may become enabled.
    pub instants: Instants,
}

/// The times at which something may become enabled.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Instants {
    /// At all multiples of this.
    All(i64),
    /// When a token becomes ready: for nets that take no token early, whose clocks may run far ahead.
    #[allow(dead_code)]
    Stamps,
}

impl Net {
    /// Whether it has a clock.
    #[allow(dead_code)]
    pub fn timed(&self) -> bool {
        let delayed = self.transitions.iter().any(|t| t.delay.is_some());
        delayed || self.places.iter().any(|place| place.timed)
    }
}

/// A place.
pub struct Place {
    /// `Page'Place`.
    pub name: String,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// What its tokens are.
    pub colour: ColourSetId,
    /// How they look.
    pub shape: ShapeId,
    /// Whether they have stamps.
    pub timed: bool,
    /// Its tokens at the start.
    pub initial: Option<Tokens>,
}

/// A transition.
pub struct Transition {
    /// `Page'Transition`.
    pub name: String,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// Everything that an inscription of it mentions.
    pub variables: Vec<Variable>,
    /// All must hold.
    pub guards: Vec<Inscription>,
    /// What it takes.
    pub inputs: Vec<(usize, Tokens)>,
    /// What it puts.
    pub outputs: Vec<(usize, Tokens)>,
    /// Places that must have no token that is ready.
    pub inhibitors: Vec<usize>,
    /// Places that are emptied.
    pub resets: Vec<usize>,
    /// Added to the stamps of what it puts.
    pub delay: Option<Inscription>,
    /// Smaller is more urgent.
    pub priority: i64,
}
