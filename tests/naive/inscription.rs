//! Inscriptions evaluated: each is compiled as a function of the variables it mentions, and nothing is known of it but its value.

use super::value::{Value, decode, encode};
use super::words::words;
use std::collections::BTreeMap;
use sweepnet_lang::session::Session;
use sweepnet_lang::vm::Budget;
use sweepnet_lang::vm::program::{ColourSetId, ShapeId, Word};

/// A variable with its colours.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The name of its colour set.
    pub set: String,
    /// How its colours look.
    pub shape: ShapeId,
}

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Inscription {
    code: u32,
    /// Which of the readings it has.
    reading: usize,
    /// The variables it mentions, by name.
    pub reads: Vec<Variable>,
}

/// Values of variables.
pub type Values = BTreeMap<String, Value>;

/// The colour set of this name that was declared last.
pub fn colour_set(session: &Session, name: &str) -> ColourSetId {
    let sets = &session.vm.program.colour_sets;
    let found = sets.iter().rposition(|set| &*set.name == name);
    ColourSetId(found.unwrap_or_else(|| panic!("colour set {name}")) as u32)
}

/// How the colours of a set look.
pub fn shape(session: &Session, name: &str) -> ShapeId {
    session.vm.program.colour_sets[colour_set(session, name).0 as usize].shape
}

impl Inscription {
    /// Compiles the first of some readings of a text that has a type; in each, `{}` stands for the text.
    pub fn new(
        session: &mut Session,
        variables: &BTreeMap<String, String>,
        text: &str,
        readings: &[&str],
    ) -> Inscription {
        let mentioned: BTreeMap<&String, &String> = (words(text).iter())
            .filter_map(|word| variables.get_key_value(word))
            .collect();
        let params: Vec<(&str, &str)> = (mentioned.iter())
            .map(|(n, s)| (n.as_str(), s.as_str()))
            .collect();
        let reads = (params.iter())
            .map(|&(name, set)| Variable {
                name: name.to_string(),
                set: set.to_string(),
                shape: shape(session, set),
            })
            .collect();
        let mut problems = Vec::new();
        for (reading, wrapper) in readings.iter().enumerate() {
            let whole = wrapper.replace("{}", &format!("({text}\n)"));
            match session.compile("naive", &params, &whole, false) {
                Ok(code) => {
                    return Inscription {
                        code: code.0,
                        reading,
                        reads,
                    };
                }
                Err(found) => problems.extend(found),
            }
        }
        panic!("{text}: {problems:#?}");
    }

    /// Its word for some values of its variables, or `None` if it raises an exception.
    pub fn word(&self, session: &mut Session, values: &Values) -> Option<Word> {
        let vm = &mut session.vm;
        vm.set_budget(Budget {
            steps: 10_000_000,
            memory: 1 << 28,
        });
        let args: Vec<Word> = (self.reads.iter())
            .map(|variable| encode(vm, variable.shape, &values[&variable.name]))
            .collect();
        vm.call(self.code, &args).ok()
    }
}

/// Tokens that an inscription gives.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The expression.
    pub inscription: Inscription,
    shape: ShapeId,
}

impl Tokens {
    /// Compiles a text as a multi-set of a colour set, or as a timed one.
    pub fn new(
        session: &mut Session,
        variables: &BTreeMap<String, String>,
        text: &str,
        set: &str,
    ) -> Tokens {
        let plain = format!("let val naive'm : {set} ms = {{}} in naive'm end");
        let timed = format!("let val naive'm : {set} tms = {{}} in naive'm end");
        Tokens {
            inscription: Inscription::new(session, variables, text, &[&plain, &timed]),
            shape: shape(session, set),
        }
    }

    /// Colours, each with a stamp if it has one, and how often.
    pub fn evaluate(
        &self,
        session: &mut Session,
        values: &Values,
    ) -> Option<Vec<(Value, Option<i64>, u64)>> {
        let word = self.inscription.word(session, values)?;
        let vm = &session.vm;
        let (elements, counts) = vm.heap.multiset(word);
        // a token with a stamp is a pair, and of a pair the pointers come first
        let pointer = vm.program.shapes[self.shape.0 as usize].is_pointer();
        let (colour, stamp) = if pointer { (0, 1) } else { (1, 0) };
        let token = |(&element, &count): (&Word, &Word)| match self.inscription.reading {
            0 => (decode(vm, self.shape, element), None, count),
            _ => {
                let stamp = vm.heap.small_inf(vm.heap.field(element, stamp));
                let colour = decode(vm, self.shape, vm.heap.field(element, colour));
                (colour, Some(stamp.expect("a small stamp")), count)
            }
        };
        Some(elements.iter().zip(counts).map(token).collect())
    }
}
