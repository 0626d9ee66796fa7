//! Predicates that exactly one marking satisfies, written in the inscription language.
//!
//! The same is said in different words: an equality of multi-sets, coefficients and a size, inclusion
//! both ways, a difference. Each of these is a way of its own through the multi-sets of the language.

use super::naive::net::Net;
use super::naive::space::show_colour;
use super::naive::step::{Bag, State};
use sweepnet::net::names::ml_form;

/// The words a predicate is written in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Words {
    Equality,
    Coefficients,
    Inclusion,
    Difference,
}

impl Words {
    pub const ALL: [Words; 4] = [
        Words::Equality,
        Words::Coefficients,
        Words::Inclusion,
        Words::Difference,
    ];
}

/// Where a predicate is asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// `--trace`: places by name; with the clock or, for representatives that have none, without.
    Trace { clock: bool },
    /// A query script, of the node `one'node`.
    Query,
}

/// A predicate that holds in this marking alone.
pub fn exact(net: &mut Net, state: &State, words: Words, asked: Asked) -> String {
    let mut conditions = Vec::new();
    let real = net.session.has_real_time();
    for index in 0..net.places.len() {
        let place = place_text(net, index, asked);
        let all: u64 = state.marking[index].values().sum();
        let bag = &state.marking[index];
        if bag.is_empty() {
            conditions.push(format!("size {place} = 0"));
            continue;
        }
        let tokens = tokens(net, index, bag, real);
        if net.places[index].timed {
            conditions.push(format!("{place} == ({})", terms(&tokens, " +++ ")));
            continue;
        }
        let whole = terms(&tokens, " ++ ");
        match words {
            Words::Equality => conditions.push(format!("{place} == ({whole})")),
            Words::Coefficients => {
                let each = (tokens.iter())
                    .map(|(colour, count)| format!("cf (({colour}), {place}) = {count}"));
                conditions.extend(each);
                conditions.push(format!("size {place} = {all}"));
            }
            Words::Inclusion => {
                conditions.push(format!("({whole}) <<= {place}"));
                conditions.push(format!("({whole}) >>= {place}"));
            }
            Words::Difference => {
                let (first, rest) = tokens.split_first().expect("there are some");
                let first = terms(std::slice::from_ref(first), " ++ ");
                conditions.push(format!("({first}) <<= {place}"));
                conditions.push(match rest.is_empty() {
                    true => format!("size ({place} -- {first}) = 0"),
                    false => format!("({place} -- {first}) == ({})", terms(rest, " ++ ")),
                });
            }
        }
    }
    if net.timed() {
        let now = match asked {
            Asked::Trace { clock: true } => "time ()",
            Asked::Trace { clock: false } => return conditions.join(" andalso "),
            Asked::Query => "CreationTime one'node",
        };
        let clock = stamp_text(state.clock, real);
        conditions.push(match real {
            true => format!("Real.== ({now}, {clock})"),
            false => format!("{now} = {clock}"),
        });
    }
    conditions.join(" andalso ")
}

fn place_text(net: &Net, index: usize, asked: Asked) -> String {
    let place = &net.places[index];
    let name = ml_form(&place.name);
    match (asked, place.instance) {
        (Asked::Query, instance) => format!("(Mark.{name} {instance} one'node)"),
        (Asked::Trace { .. }, 1) => name,
        (Asked::Trace { .. }, instance) => format!("{name}'{instance}"),
    }
}

/// The tokens of a place as texts of colours, of timed ones with their stamps, and how often.
fn tokens(net: &mut Net, index: usize, bag: &Bag, real: bool) -> Vec<(String, u64)> {
    let (colour, timed) = (net.places[index].colour, net.places[index].timed);
    let show = |((value, stamp), &count): (&(_, i64), &u64)| {
        let text = show_colour(&mut net.session, colour, value);
        match timed {
            true => (format!("({text})@{}", stamp_text(*stamp, real)), count),
            false => (format!("({text})"), count),
        }
    };
    bag.iter().map(show).collect()
}

/// A time as the language writes it. Real ones are kept in millionths.
fn stamp_text(stamp: i64, real: bool) -> String {
    match real {
        true => format!("{:?}", stamp as f64 / 1e6),
        false => stamp.to_string(),
    }
}

fn terms(tokens: &[(String, u64)], plus: &str) -> String {
    let terms: Vec<String> = (tokens.iter())
        .map(|(token, count)| format!("{count}`{token}"))
        .collect();
    terms.join(plus)
}
