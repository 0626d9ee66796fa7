//! Markings and bindings as text, as CPN Tools writes them but on one line: ``1`(1,"a") ++ 2`(2,"b")``.

use super::element::Binding;
use super::sets::Item;
use super::values::Colour;
use super::worker::Worker;
use crate::net::flat::Variable;
use std::cmp::Ordering;
use sweepnet_lang::vm::program::{ColourSetId, Shape};

/// Characters of one colour unless all are wanted.
pub(super) const SHOWN: usize = 2000;
/// Elements of a list that most often tell which of two comes first.
const PREFIX: usize = 16;

impl Worker {
    /// Shows tokens in full from now on, however long their colours are.
    pub fn show_in_full(&mut self) {
        self.shown = usize::MAX;
    }

    /// The tokens of a place in a marking, in no particular order.
    pub(super) fn items_of(&self, place: usize, state: &[u64]) -> Vec<Item> {
        let mut items = Vec::new();
        self.shared
            .places
            .items(&self.layout, place, state, &mut items);
        items
    }

    /// The tokens of a place in a marking, by colour and stamp.
    pub fn tokens_of(&mut self, place: usize, state: &[u64]) -> Vec<Item> {
        let mut items = self.items_of(place, state);
        self.sort(place, &mut items);
        items
    }

    /// How many different tokens a place has.
    pub fn different(&self, place: usize, state: &[u64]) -> usize {
        let mut count = 0;
        (self.shared.places).each(&self.layout, place, state, |_| count += 1);
        count
    }

    /// Sorts tokens of a place by the order of their colours.
    pub fn sort(&mut self, place: usize, items: &mut Vec<Item>) {
        self.sort_first(place, items, usize::MAX);
    }

    /// Keeps the first `most` tokens of a place in the order of their colours, in this order. Of many tokens most are only compared with the last of those, and of long lists
    /// the first elements, as long as these tell.
    pub fn sort_first(&mut self, place: usize, items: &mut Vec<Item>, most: usize) {
        if items.iter().all(|item| item.token == items[0].token) {
            items.sort_by_key(|item| item.stamp);
            return items.truncate(most);
        }
        let all = items.len();
        if most >= all {
            let key = |item: Item| (self.word_of(place, item.token), item);
            let mut keyed: Vec<(u64, Item)> = items.drain(..).map(key).collect();
            keyed.sort_by(|a, b| self.compare(place, *a, *b));
            items.extend(keyed.into_iter().map(|(_, item)| item));
            return;
        }
        let mut first: Vec<(u64, Item)> = Vec::new();
        for item in items.drain(..) {
            // Their words do not stay valid: there may be too many.
            if self.drop_copies() {
                for one in &mut first {
                    one.0 = self.key_of(place, one.1.token);
                }
            }
            let one = (self.key_of(place, item.token), item);
            let at = match first.last() {
                Some(&last) if self.compare_keys(place, last, one).is_le() => first.len(),
                _ => first.partition_point(|&other| self.compare_keys(place, other, one).is_le()),
            };
            if at < most {
                first.insert(at, one);
                first.truncate(most);
            }
        }
        items.extend(first.into_iter().map(|(_, item)| item));
    }

    /// The order of two tokens of a place, given with their colours in the heap.
    pub(super) fn compare(&self, place: usize, a: (u64, Item), b: (u64, Item)) -> Ordering {
        let colour = self.shared.net.places[place].colour;
        let colours = match a.1.token == b.1.token {
            true => Ordering::Equal,
            false => self.machine.vm.colour_compare(colour, a.0, b.0),
        };
        colours.then(a.1.stamp.cmp(&b.1.stamp))
    }

    /// The same, given with their `key_of`.
    fn compare_keys(&mut self, place: usize, mut a: (u64, Item), mut b: (u64, Item)) -> Ordering {
        let colour = self.shared.net.places[place].colour;
        let order = self.machine.vm.colour_compare(colour, a.0, b.0);
        if order.is_ne() {
            return order;
        }
        a.0 = self.word_of(place, a.1.token);
        b.0 = self.word_of(place, b.1.token);
        self.compare(place, a, b)
    }

    /// A token's colour in the evaluator's heap, of a list the first elements.
    fn key_of(&mut self, place: usize, token: u32) -> u64 {
        let (shared, machine) = (&self.shared, &mut self.machine);
        let net = &shared.net.places[place];
        let colour = shared.places[place].tokens.colour(token);
        match machine.vm.program.shapes[net.shape.0 as usize] {
            Shape::List(_) => machine.prefix(&shared.values, colour, PREFIX),
            _ => machine.word(&shared.values, colour, net.pointer),
        }
    }

    /// A token's colour in the evaluator's heap.
    pub(super) fn word_of(&mut self, place: usize, token: u32) -> u64 {
        let shared = &self.shared;
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
        (self.machine).show(&shared.values, net.colour, colour, net.pointer, self.shown)
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
            parts.push(format!("time {}", shared.net.show_time(self.clock(state))));
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
