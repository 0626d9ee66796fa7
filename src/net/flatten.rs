//! Which instances of places and transitions a net has.

use super::flat::PlaceId;

/// All instances.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// Place instances; places that are fused are one.
    pub places: Vec<PlaceInstance>,
    /// Transition instances.
    pub transitions: Vec<TransitionInstance>,
}

/// A place instance.
#[derive(Clone, Debug)]
pub struct PlaceInstance {
    /// Index into `Model::pages`.
    pub page: usize,
    /// Index into `Page::places`.
    pub place: usize,
    /// Which instance of its page, from 1.
    pub instance: u32,
}

/// A transition instance.
#[derive(Clone, Debug)]
pub struct TransitionInstance {
    /// Index into `Model::pages`.
    pub page: usize,
    /// Index into `Page::transitions`.
    pub transition: usize,
    /// Which instance of its page, from 1.
    pub instance: u32,
    /// For each place of its page, in order, the place instance.
    pub places: Vec<PlaceId>,
}
