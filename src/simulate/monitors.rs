//! Monitors: what is observed of a run, in its first marking and after each step. A number is collected, a truth value ends the run, a transition is counted. Those with
//! functions of their own are asked after the steps they look at; their texts wait here until somebody writes them.

use super::game::Game;
use super::statistics::Statistics;
use crate::engine::{Binding, Failure, Occurrence};
use crate::net::expression::MarkingExpression;
use crate::net::observe::{Function, Gives, Observation, Watcher, What};
use serde_json::{Value, json};
use std::path::Path;

/// The monitors of a net, with what they have seen so far.
#[derive(Clone, Debug, Default)]
pub struct Monitors {
    list: Vec<(String, Observer)>,
    /// Texts to be written: the name of the file, and what is to be added to it.
    texts: Vec<(String, Vec<u8>)>,
}

#[derive(Clone, Debug)]
enum Observer {
    Collect(MarkingExpression, Statistics),
    Stop(MarkingExpression),
    /// The transition's instances, and how often they occurred.
    Count(Vec<usize>, u64),
    Watch(Box<Watcher>, Seen),
}

/// What the functions of a monitor have observed.
#[derive(Clone, Debug, Default)]
struct Seen {
    numbers: Statistics,
    /// Texts or actions.
    count: u64,
}

impl Monitors {
    /// Before a run: nothing is seen yet.
    pub fn new(observations: Vec<Observation>) -> Monitors {
        let list = observations.into_iter().map(|observation| {
            let observer = match observation.what {
                What::Number(expression) => Observer::Collect(expression, Statistics::default()),
                What::End(predicate) => Observer::Stop(predicate),
                What::Occurrences(transitions) => Observer::Count(transitions, 0),
                What::Functions(watcher) => Observer::Watch(watcher, Seen::default()),
            };
            (observation.name, observer)
        });
        Monitors {
            list: list.collect(),
            texts: Vec::new(),
        }
    }

    /// The files that its texts are for.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter_map(|(_, observer)| match observer {
            Observer::Watch(watcher, _) => match &watcher.gives {
                Gives::Text(file) => Some(file.as_str()),
                _ => None,
            },
            _ => None,
        })
    }

    /// The texts since the last time, in order, each with the name of its file.
    pub fn take_texts(&mut self) -> Vec<(String, Vec<u8>)> {
        std::mem::take(&mut self.texts)
    }

    /// Looks at the first marking, or at the one after a step. Returns the monitor that ends the run.
    pub fn observe(
        &mut self,
        game: &mut Game,
        step: Option<Occurrence>,
    ) -> Result<Option<String>, Failure> {
        let (state, clock) = (game.marking().to_vec(), game.clock());
        let occurred = step.map(|step| step.transition as usize);
        let binding = match self.looks_at(occurred) {
            true => step.map(|step| game.binding(step)),
            false => None,
        };
        self.seed(game);
        let mut stop = None;
        for (name, observer) in &mut self.list {
            match observer {
                Observer::Collect(expression, statistics) => {
                    let value = game.worker().observed_in(expression, &state)?;
                    statistics.add(value, clock);
                }
                Observer::Stop(predicate) => {
                    if stop.is_none() && game.worker().holds_in(predicate, &state)? {
                        stop = Some(name.clone());
                    }
                }
                Observer::Count(transitions, count) => {
                    let counts = occurred.is_some_and(|t| transitions.contains(&t));
                    *count += u64::from(counts);
                }
                Observer::Watch(watcher, seen) => {
                    let binding = binding.as_ref();
                    let ends = match occurred {
                        None => {
                            let first = watcher.init.as_ref();
                            first.map(|f| seen.add(watcher, f, game, None, &mut self.texts))
                        }
                        Some(t) if watcher.is_after(t) => {
                            Some(seen.look(watcher, game, binding, &mut self.texts))
                        }
                        Some(_) => None,
                    };
                    if ends.transpose()?.unwrap_or(false) && stop.is_none() {
                        stop = Some(name.clone());
                    }
                }
            }
        }
        Ok(stop)
    }

    /// Looks at the last marking.
    pub fn end(&mut self, game: &mut Game) -> Result<(), Failure> {
        self.seed(game);
        for (_, observer) in &mut self.list {
            if let Observer::Watch(watcher, seen) = observer {
                seen.numbers.last_until(game.clock());
                if let Some(last) = &watcher.stop {
                    seen.add(watcher, last, game, None, &mut self.texts)?;
                }
            }
        }
        Ok(())
    }

    /// Functions may draw random numbers. These follow from the seed and the step, and are others than those of the step itself.
    fn seed(&self, game: &mut Game) {
        let mut observers = self.list.iter();
        if observers.any(|(_, observer)| matches!(observer, Observer::Watch(..))) {
            let seed = !game.seed() ^ game.steps().wrapping_mul(0x9E37_79B9_7F4A_7C15);
            game.worker().seed(seed);
        }
    }

    /// Whether functions are called after a step of this transition.
    fn looks_at(&self, occurred: Option<usize>) -> bool {
        let mut observers = self.list.iter().map(|(_, observer)| observer);
        occurred.is_some_and(|transition| {
            observers.any(|observer| match observer {
                Observer::Watch(watcher, _) => watcher.is_after(transition),
                _ => false,
            })
        })
    }

    /// What was collected, as a table: empty if nothing was.
    pub fn table(&self, timed: bool) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (name, observer) in &self.list {
            let mut row = vec![name.clone()];
            match observer {
                Observer::Stop(_) => continue,
                Observer::Watch(watcher, _) if watcher.gives == Gives::End => continue,
                Observer::Count(_, count) => row.push(count.to_string()),
                Observer::Watch(watcher, seen) if watcher.gives != Gives::Number => {
                    row.push(seen.count.to_string());
                }
                Observer::Collect(_, found) | Observer::Watch(_, Seen { numbers: found, .. }) => {
                    row.push(found.count.to_string());
                    let numbers = [found.sum, found.mean(), found.min, found.max];
                    row.extend(numbers.map(short));
                    row.push(short(found.deviation()));
                    if timed {
                        row.push(found.time_mean().map_or("–".to_string(), short));
                    }
                }
            }
            rows.push(row);
        }
        if rows.iter().any(|row| row.len() > 2) {
            let mut head = ["monitor", "count", "sum", "mean", "min", "max", "deviation"].to_vec();
            head.extend(timed.then_some("time mean"));
            rows.insert(0, head.into_iter().map(str::to_string).collect());
        } else if !rows.is_empty() {
            rows.insert(0, vec!["monitor".to_string(), "count".to_string()]);
        }
        rows
    }

    /// The same for programs. Texts are in a folder, if they are not dropped.
    pub fn json(&self, timed: bool, folder: Option<&Path>) -> Vec<Value> {
        let found = self.list.iter().filter_map(|(name, observer)| {
            Some(match observer {
                Observer::Stop(_) => return None,
                Observer::Count(_, count) => json!({"name": name, "count": count}),
                Observer::Watch(watcher, Seen { count, .. }) if watcher.gives != Gives::Number => {
                    match &watcher.gives {
                        Gives::Text(file) => {
                            let file = folder.map(|folder| folder.join(file));
                            let file = file.map(|file| file.display().to_string());
                            json!({"name": name, "texts": count, "file": file})
                        }
                        Gives::Nothing => json!({"name": name, "count": count}),
                        Gives::End | Gives::Number => return None,
                    }
                }
                Observer::Collect(_, found) | Observer::Watch(_, Seen { numbers: found, .. }) => {
                    let mut value = json!({
                        "name": name,
                        "count": found.count,
                        "sum": found.sum,
                        "mean": found.mean(),
                        "min": found.min,
                        "max": found.max,
                        "deviation": found.deviation(),
                    });
                    if timed {
                        value["time_mean"] = found.time_mean().into();
                    }
                    value
                }
            })
        });
        found.collect()
    }
}

impl Seen {
    /// After a step: observes if it is to. Whether the run is to end.
    fn look(
        &mut self,
        watcher: &Watcher,
        game: &mut Game,
        step: Option<&Binding>,
        texts: &mut Vec<(String, Vec<u8>)>,
    ) -> Result<bool, Failure> {
        let state = game.marking().to_vec();
        let holds = match &watcher.when {
            Some(when) => game.worker().tells(when, step, &state)?,
            None => true,
        };
        match &watcher.observe {
            Some(observe) if holds => self.add(watcher, observe, game, step, texts),
            Some(_) => Ok(false),
            None => Ok(holds),
        }
    }

    /// Adds what a function gives. It never ends the run.
    fn add(
        &mut self,
        watcher: &Watcher,
        function: &Function,
        game: &mut Game,
        step: Option<&Binding>,
        texts: &mut Vec<(String, Vec<u8>)>,
    ) -> Result<bool, Failure> {
        let (state, clock) = (game.marking().to_vec(), game.clock());
        match &watcher.gives {
            Gives::Number => {
                let number = game.worker().number_of(function, step, &state)?;
                if let Some(number) = number {
                    self.numbers.add(number, clock);
                }
            }
            Gives::Text(file) => {
                let text = game.worker().text_of(function, step, &state)?;
                if !text.is_empty() {
                    self.count += 1;
                    texts.push((file.clone(), text));
                }
            }
            Gives::Nothing | Gives::End => {
                game.worker().number_of(function, step, &state)?;
                self.count += u64::from(step.is_some());
            }
        }
        Ok(false)
    }
}

/// A number with up to four decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_string(),
        _ => text.replace('-', "~"),
    }
}
