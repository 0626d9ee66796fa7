//! Markings and bindings as text, as CPN Tools writes them but on one line: ``1`(1,"a") ++ 2`(2,"b")``.

use super::element::Binding;
use super::sets::Item;
use super::values::Colour;
use super::worker::Worker;
use crate::net::flat::Variable;
use std::cmp::Ordering;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::program::ColourSetId;

/// Characters of one colour.
const LENGTH: usize = 2000;

impl Worker {
    /// The tokens of a place in a marking, by colour and stamp.
    pub fn tokens_of(&mut self, place: usize, state: &[u64]) -> Vec<Item> {
        let mut items = Vec::new();
        let layout = self.layout.clone();
        self.shared.places.items(&layout, place, state, &mut items);
        self.sort(place, &mut items);
        items
    }

    /// Sorts tokens of a place by the order of their colours.
    pub fn sort(&mut self, place: usize, items: &mut Vec<Item>) {
        self.sort_first(place, items, usize::MAX);
    }

    /// Keeps the first `most` tokens of a place in the order of their colours, in this order. Of many tokens most are only compared with the last of those.
    pub fn sort_first(&mut self, place: usize, items: &mut Vec<Item>, most: usize) {
        let shared = self.shared.clone();
        let net = &shared.net.places[place];
        if items.iter().all(|item| item.token == items[0].token) {
            items.sort_by_key(|item| item.stamp);
            return items.truncate(most);
        }
        let compare = |vm: &Vm, a: &(u64, Item), b: &(u64, Item)| {
            let colours = match a.1.token == b.1.token {
                true => Ordering::Equal,
                false => vm.colour_compare(net.colour, a.0, b.0),
            };
            colours.then(a.1.stamp.cmp(&b.1.stamp))
        };
        let mut first: Vec<(u64, Item)> = Vec::new();
        let all = items.len();
        for item in items.drain(..) {
            // Words of all of them stay valid only if all are wanted.
            if most < all && self.drop_copies() {
                for one in &mut first {
                    one.0 = self.word_of(place, one.1.token);
                }
            }
            let one = (self.word_of(place, item.token), item);
            let vm = &self.machine.vm;
            if first.len() == most
                && (first.last()).is_none_or(|last| compare(vm, last, &one).is_le())
            {
                continue;
            }
            let at = match most < all {
                true => first.partition_point(|other| compare(vm, other, &one).is_le()),
                false => first.len(),
            };
            first.insert(at, one);
            first.truncate(most);
        }
        if most >= all {
            first.sort_by(|a, b| compare(&self.machine.vm, a, b));
        }
        items.extend(first.into_iter().map(|(_, item)| item));
    }

    /// A token's colour in the evaluator's heap.
    pub(super) fn word_of(&mut self, place: usize, token: u32) -> u64 {
        let shared = self.shared.clone();
        let colour = shared.places[place].tokens.colour(token);
        (self.machine).word(&shared.values, colour, shared.net.places[place].pointer)
    }

    /// A token's colour.
    pub fn show_token(&mut self, place: usize, token: u32) -> String {
        let shared = self.shared.clone();
        let (net, colour) = (
            &shared.net.places[place],
            shared.places[place].tokens.colour(token),
        );
        (self.machine).show(&shared.values, net.colour, colour, net.pointer, LENGTH)
    }

    /// Tokens of a place, as an expression; `empty` if there are none.
    pub fn show_items(&mut self, place: usize, items: &[Item]) -> String {
        self.show_tokens(place, items, self.shared.timed_places[place])
    }

    /// The same without stamps.
    pub fn show_unstamped(&mut self, place: usize, items: &[Item]) -> String {
        self.show_tokens(place, items, false)
    }

    fn show_tokens(&mut self, place: usize, items: &[Item], timed: bool) -> String {
        let shown: Vec<String> = (items.iter())
            .map(|item| {
                let colour = self.show_token(place, item.token);
                match timed {
                    true => {
                        let stamp = self.shared.net.show_time(item.stamp);
                        format!("{}`{colour}@{stamp}", item.count)
                    }
                    false => format!("{}`{colour}", item.count),
                }
            })
            .collect();
        match shown.is_empty() {
            true => "empty".to_string(),
            false => shown.join(if timed { " +++ " } else { " ++ " }),
        }
    }

    /// The tokens of a place in a marking, as an expression.
    pub fn show_place(&mut self, place: usize, state: &[u64]) -> String {
        let items = self.tokens_of(place, state);
        self.show_items(place, &items)
    }

    /// A marking on one line: the places that have tokens, with the clock first where there is one.
    pub fn show(&mut self, state: &[u64]) -> String {
        let shared = self.shared.clone();
        let mut parts = Vec::new();
        if shared.net.timed {
            parts.push(format!("time {}", self.clock(state)));
        }
        for (number, place) in shared.net.places.iter().enumerate() {
            let tokens = self.show_place(number, state);
            if tokens != "empty" {
                parts.push(format!("{} {tokens}", place.full_name()));
            }
        }
        match parts.is_empty() {
            true => "no tokens at all".to_string(),
            false => parts.join(", "),
        }
    }

    /// The values of a binding's variables.
    pub fn show_values(&mut self, binding: &Binding) -> Vec<String> {
        let shared = self.shared.clone();
        let net = &shared.net.transitions[binding.transition];
        let show = |(variable, &colour): (&Variable, &Colour)| {
            let (set, pointer) = (variable.colour, variable.pointer);
            shared.show_colour(&mut self.machine, set, colour, pointer)
        };
        net.variables
            .iter()
            .zip(&binding.values)
            .map(show)
            .collect()
    }

    /// A binding's variables with their values: `{n=1,d="a"}`.
    pub fn show_binding(&mut self, binding: &Binding) -> String {
        let values = self.show_values(binding);
        let variables = &self.shared.net.transitions[binding.transition].variables;
        let shown: Vec<String> = (variables.iter().zip(values))
            .map(|(variable, value)| format!("{}={value}", variable.name))
            .collect();
        format!("{{{}}}", shown.join(","))
    }

    /// All colours of a place's colour set, if there are at most so many.
    pub fn colours_of(&mut self, place: usize, most: u64) -> Option<Vec<Colour>> {
        self.colours_in(self.shared.net.places[place].colour, most)
    }

    /// All colours of a colour set, if there are at most so many.
    pub fn colours_in(&mut self, set: ColourSetId, most: u64) -> Option<Vec<Colour>> {
        let shared = self.shared.clone();
        let program = &self.machine.vm.program;
        let shape = program.colour_sets[set.0 as usize].shape;
        let pointer = program.shapes[shape.0 as usize].is_pointer();
        self.machine.vm.heap.thaw();
        let size = self.machine.vm.colour_size(set).ok()??;
        if size > most {
            return None;
        }
        let words = self.machine.vm.colour_all(set).ok()?;
        let colour = |word| self.machine.colour(&shared.values, word, pointer);
        Some(words.into_iter().map(colour).collect())
    }

    /// A colour of a place.
    pub fn show_colour_of(&mut self, place: usize, colour: Colour) -> String {
        let shared = self.shared.clone();
        let net = &shared.net.places[place];
        shared.show_colour(&mut self.machine, net.colour, colour, net.pointer)
    }

    /// The clock in a marking; 0 in a net without time.
    pub fn clock(&self, state: &[u64]) -> i64 {
        self.layout.clock.map_or(0, |slot| slot.get(state) as i64)
    }
}
