//! From a model to a net made ready: pages are unfolded into instances, inscriptions compiled, small colour sets enumerated.

use super::inscription::{Inscription, Tokens, Values, Variable, colour_set};
use super::net::{Instants, Net, Place, Transition};
use super::words;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use sweepnet::net::model::{
    Arc, ArcKind, Model, Page, ParameterValue, Text, Transition as Written,
};
use sweepnet::net::names::qualified;
use sweepnet_lang::session::{Dialect, Session};
use sweepnet_lang::span::Sources;

/// Colour sets with more colours are not enumerated.
const SMALL: u64 = 5000;

/// A quarter of a unit of real time, in millionths. Nets that are interpreted here have no other times.
const QUARTER: i64 = 250_000;

/// A session with nothing but the library.
pub static LIBRARY: LazyLock<Session> = LazyLock::new(|| Session::new(Dialect::Cpn));

/// What is needed to make one.
struct Maker<'m> {
    model: &'m Model,
    sources: &'m Sources,
    variables: BTreeMap<String, String>,
    net: Net,
    /// How many instances each page has.
    instances: BTreeMap<String, u32>,
    /// The place of each fusion set.
    fusions: BTreeMap<String, usize>,
}

impl Net {
    /// Makes a model ready. The model must have no errors.
    pub fn new(model: &Model, sources: &Sources) -> Net {
        let mut session = LIBRARY.clone();
        if model.real_time {
            session.use_real_time();
        }
        let priorities = "val P_HIGH = 100 val P_NORMAL = 1000 val P_LOW = 10000";
        let parameters = model
            .parameters
            .iter()
            .map(|p| format!("val {} = {}", p.name.text, literal(&p.value)));
        let declarations = model
            .declarations
            .iter()
            .map(|&d| text(sources, d).to_string());
        let texts: Vec<String> = [priorities.to_string()]
            .into_iter()
            .chain(parameters)
            .chain(declarations)
            .collect();
        for text in &texts {
            let outcome = session.run("naive", text);
            assert!(!outcome.failed(), "{text}: {:#?}", outcome.diagnostics);
        }
        let variables = words::variables(&texts.join("\n"));
        let mut maker = Maker {
            model,
            sources,
            variables,
            net: Net {
                session,
                places: Vec::new(),
                transitions: Vec::new(),
                colours: BTreeMap::new(),
                instants: Instants::All(if model.real_time { QUARTER } else { 1 }),
            },
            instances: BTreeMap::new(),
            fusions: BTreeMap::new(),
        };
        let used: BTreeSet<&str> = (model.pages.iter())
            .flat_map(|page| page.substitutions.iter().map(|s| s.page.text.as_str()))
            .collect();
        for page in &model.pages {
            if !used.contains(page.name.text.as_str()) {
                maker.page(page, &BTreeMap::new());
            }
        }
        maker.colours();
        maker.net
    }
}

fn text(sources: &Sources, text: Text) -> &str {
    &sources.get(text.source).text
}

fn literal(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Int(number) => number.to_string().replace('-', "~"),
        ParameterValue::Real(number) => format!("{number:?}").replace('-', "~"),
        ParameterValue::Bool(truth) => truth.to_string(),
        ParameterValue::String(text) => format!("{text:?}"),
    }
}

impl<'m> Maker<'m> {
    /// An instance of a page. `assigned` says which places its ports are.
    fn page(&mut self, page: &'m Page, assigned: &BTreeMap<&str, usize>) {
        let count = self.instances.entry(page.name.text.clone()).or_insert(0);
        *count += 1;
        let instance = *count;
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for place in &page.places {
            let name = place.name.text.as_str();
            let fusion = place.fusion.as_ref().map(|f| &f.text);
            let known = (assigned.get(name))
                .or_else(|| self.fusions.get(fusion?))
                .copied();
            let index = known.unwrap_or_else(|| {
                let session = &mut self.net.session;
                let colour = colour_set(session, &place.colset.text);
                let set = session.vm.program.colour_sets[colour.0 as usize].clone();
                let initial = place.initial.map(|t| {
                    Tokens::new(
                        session,
                        &BTreeMap::new(),
                        text(self.sources, t),
                        &place.colset.text,
                    )
                });
                self.net.places.push(Place {
                    name: qualified(&page.name.text, name),
                    instance,
                    colour,
                    shape: set.shape,
                    timed: set.timed,
                    initial,
                });
                self.net.places.len() - 1
            });
            if let Some(fusion) = fusion {
                self.fusions.insert(fusion.clone(), index);
            }
            places.insert(name, index);
        }
        for transition in &page.transitions {
            let made = self.transition(page, transition, instance, &places);
            self.net.transitions.push(made);
        }
        for substitution in &page.substitutions {
            let ports = (substitution.ports.iter())
                .map(|(port, socket)| (port.text.as_str(), places[socket.text.as_str()]))
                .collect();
            let below = self
                .model
                .pages
                .iter()
                .find(|p| p.name.text == substitution.page.text);
            self.page(below.expect("the page exists"), &ports);
        }
    }

    fn transition(
        &mut self,
        page: &Page,
        written: &Written,
        instance: u32,
        places: &BTreeMap<&str, usize>,
    ) -> Transition {
        assert!(
            written.code.is_none(),
            "code segments are not interpreted here"
        );
        let guards = (written.guard.iter())
            .map(|&t| self.inscription(t, &["{} : bool", "List.all (fn naive'b => naive'b) {}"]))
            .collect();
        let delay = written.delay.map(|t| {
            let text = text(self.sources, t)
                .trim()
                .trim_start_matches("@++")
                .trim_start_matches("@+");
            Inscription::new(
                &mut self.net.session,
                &self.variables,
                text,
                match self.model.real_time {
                    true => &["RealTime.whole {}", "RealTime.ticks {}"],
                    false => &["IntInf.fromInt {}", "{} : IntInf.int"],
                },
            )
        });
        let priority = written.priority.map(|t| self.inscription(t, &["{} : int"]));
        let priority = priority.map(|p| {
            p.word(&mut self.net.session, &Values::new())
                .expect("a number") as i64
        });
        let mut made = Transition {
            name: qualified(&page.name.text, &written.name.text),
            instance,
            variables: Vec::new(),
            guards,
            inputs: Vec::new(),
            outputs: Vec::new(),
            inhibitors: Vec::new(),
            resets: Vec::new(),
            delay,
            priority: priority.unwrap_or(1000),
        };
        for arc in &written.arcs {
            let place = places[arc.place.text.as_str()];
            match arc.kind {
                ArcKind::Inhibitor => made.inhibitors.push(place),
                ArcKind::Reset => made.resets.push(place),
                ArcKind::In => made.inputs.push((place, self.tokens(page, arc))),
                ArcKind::Out => made.outputs.push((place, self.tokens(page, arc))),
                ArcKind::Both => {
                    made.inputs.push((place, self.tokens(page, arc)));
                    made.outputs.push((place, self.tokens(page, arc)));
                }
            }
        }
        let arcs = made
            .inputs
            .iter()
            .chain(&made.outputs)
            .map(|arc| &arc.1.inscription);
        let all = arcs.chain(&made.guards).chain(&made.delay);
        let by_name: BTreeMap<String, Variable> = all
            .flat_map(|i| &i.reads)
            .map(|v| (v.name.clone(), v.clone()))
            .collect();
        made.variables = by_name.into_values().collect();
        made
    }

    fn inscription(&mut self, written: Text, readings: &[&str]) -> Inscription {
        Inscription::new(
            &mut self.net.session,
            &self.variables,
            text(self.sources, written),
            readings,
        )
    }

    fn tokens(&mut self, page: &Page, arc: &Arc) -> Tokens {
        let place = page
            .places
            .iter()
            .find(|p| p.name.text == arc.place.text)
            .expect("the place exists");
        let written = arc
            .text
            .expect("an arc that takes or puts tokens says which");
        Tokens::new(
            &mut self.net.session,
            &self.variables,
            text(self.sources, written),
            &place.colset.text,
        )
    }

    /// Enumerates the small colour sets.
    fn colours(&mut self) {
        let sets: BTreeSet<&String> = self.variables.values().collect();
        let none = BTreeMap::new();
        for set in sets {
            let session = &mut self.net.session;
            let size = Inscription::new(
                session,
                &none,
                &format!("{set}.size ()"),
                &["{} handle _ => ~1"],
            );
            let size = size.word(session, &Values::new()).map(|word| word as i64);
            if size.is_some_and(|size| (0..=SMALL as i64).contains(&size)) {
                let all = Tokens::new(session, &none, &format!("{set}.all ()"), set);
                let all = all.evaluate(session, &Values::new()).expect("all colours");
                let colours = all.into_iter().map(|token| token.0).collect();
                self.net.colours.insert(set.clone(), colours);
            }
        }
    }
}
