//! Runs as text: saved while they happen, and done again.
//!
//! A saved run is a JSON object: the net's name, its parameters as texts, the seed, and the steps, one a line. A step has the transition, the values of
//! its variables as they are printed, and the time. Nothing in it depends on how the engine works, so people can read, write and change it.

use super::game::{Game, Taken};
use crate::engine::{Failure, Occurrence};
use crate::net::flat::FlatNet;
use crate::net::model::Model;
use crate::net::names::ml_form;
use crate::net::parameters;
use crate::report::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Enabled steps that a message lists.
const LISTED: usize = 5;

/// A saved run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The net's name.
    pub net: String,
    /// Its parameters, as `--set` takes them.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// The seed.
    #[serde(default)]
    pub seed: u64,
    /// The steps.
    #[serde(default, skip_serializing)]
    pub steps: Vec<Saved>,
}

/// A step of a saved run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// `Page'Transition`.
    pub transition: String,
    /// Which instance of its page.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub instance: u32,
    /// Variables and their values.
    #[serde(default)]
    pub binding: BTreeMap<String, String>,
    /// When it occurs; not in a net without time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
}

fn one() -> u32 {
    1
}

fn is_one(instance: &u32) -> bool {
    *instance == 1
}

impl Run {
    /// A run of a net, without steps.
    pub fn new(model: &Model, seed: u64) -> Run {
        let values = model.parameters.iter();
        Run {
            net: model.name.text.clone(),
            parameters: values
                .map(|p| (p.name.text.clone(), parameters::plain(&p.value)))
                .collect(),
            seed,
            steps: Vec::new(),
        }
    }

    /// Reads a saved run. `name` is the file's, for messages.
    pub fn read(name: &str, text: &str) -> Result<Run, Refusal> {
        serde_json::from_str(text).map_err(|error| Refusal {
            message: format!("`{name}` is not a saved run: {error}."),
            help: Some("`sweepnet simulate --save FILE` writes one.".to_string()),
        })
    }

    /// The parameters as `--set` takes them.
    pub fn settings(&self) -> Vec<String> {
        let setting = |(name, value): (&String, &String)| format!("{name}={value}");
        self.parameters.iter().map(setting).collect()
    }

    /// Writes what comes before the steps.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = serde_json::to_string(self)?;
        // The object stays open for the steps.
        let open = head.strip_suffix('}').unwrap_or(&head);
        write!(out, "{open},\"steps\":[")
    }

    /// Writes all of a run: the way that a game took.
    pub fn save(&self, out: &mut dyn Write, game: &Game, net: &FlatNet) -> io::Result<()> {
        self.begin(out)?;
        for (number, taken) in game.way().enumerate() {
            Saved::new(net, taken).write(out, number == 0)?;
        }
        end(out)
    }
}

impl Saved {
    /// A step as it is saved.
    pub fn new(net: &FlatNet, taken: &Taken) -> Saved {
        let transition = &net.transitions[taken.transition];
        Saved {
            transition: transition.name.clone(),
            instance: transition.instance,
            binding: taken.choice.iter().cloned().collect(),
            time: net.timed.then_some(taken.time),
        }
    }

    /// Writes one step.
    pub fn write(&self, out: &mut dyn Write, first: bool) -> io::Result<()> {
        let line = serde_json::to_string(self)?;
        write!(out, "{}\n{line}", if first { "" } else { "," })
    }
}

/// Ends what `Run::begin` began.
pub fn end(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\n]}\n")
}

impl std::fmt::Display for Saved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.transition)?;
        if self.instance != 1 {
            write!(f, " {}", self.instance)?;
        }
        if let Some(time) = self.time {
            write!(f, " at {time}")?;
        }
        let values = self.binding.iter();
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        write!(f, " {{{}}}", values.join(","))
    }
}

/// The enabled binding element that a saved step is. If there is none, the sentences that say so.
pub fn find(game: &mut Game, step: &Saved) -> Result<Result<Occurrence, Refusal>, Failure> {
    let enabled = game.enabled()?.to_vec();
    let shared = game.worker().shared().clone();
    let net = &shared.net;
    let wanted = ml_form(&step.transition);
    // Other bindings of the transition are what its step most likely became.
    let (mut near, mut others) = (Vec::new(), Vec::new());
    for &occurrence in &enabled {
        let transition = &net.transitions[occurrence.transition as usize];
        let named = ml_form(&transition.name) == wanted && transition.instance == step.instance;
        if !named && others.len() >= LISTED {
            continue;
        }
        let one = Saved::new(net, &game.taken(occurrence));
        let timely = (step.time).is_none_or(|time| one.time.is_none_or(|t| t == time));
        if named && timely && one.binding == step.binding {
            return Ok(Ok(occurrence));
        }
        let list = if named { &mut near } else { &mut others };
        if list.len() < LISTED {
            list.push(one.to_string());
        }
    }
    near.append(&mut others);
    near.truncate(LISTED);
    let more = match enabled.len() - near.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let number = game.steps() + 1;
    Ok(Err(Refusal {
        message: format!("Step {number} of the run is not enabled: {step}."),
        help: Some(match enabled.is_empty() {
            true => "Nothing is enabled there: the marking is dead.".to_string(),
            false => format!("Enabled there: {}{more}.", near.join(", ")),
        }),
    }))
}
