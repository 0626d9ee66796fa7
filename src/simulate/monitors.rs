//! Monitors: what is observed of a run, in its first marking and after each step. A number is collected, a truth value ends the run, a transition is counted.

use super::game::Game;
use crate::engine::Failure;
use crate::net::expression::MarkingExpression;
use crate::net::observe::{Observation, What};
use serde_json::{Value, json};

/// The monitors of a net, with what they have seen so far.
#[derive(Clone, Debug, Default)]
pub struct Monitors {
    list: Vec<(String, Observer)>,
}

#[derive(Clone, Debug)]
enum Observer {
    Collect(MarkingExpression, Statistics),
    Stop(MarkingExpression),
    /// The transition's instances, and how often they occurred.
    Count(Vec<usize>, u64),
}

/// What is known of the numbers collected.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    mean: f64,
    /// Sum of the squares of differences from the mean, by the method of Welford, which does not lose digits.
    squares: f64,
    /// Each number times how long it was there.
    area: f64,
    first: i64,
    since: i64,
    last: f64,
}

impl Statistics {
    /// Collects a number observed at a time.
    pub fn add(&mut self, value: f64, time: i64) {
        match self.count {
            0 => (self.min, self.max, self.first) = (value, value, time),
            _ => self.area += self.last * (time - self.since) as f64,
        }
        self.count += 1;
        self.sum += value;
        let away = value - self.mean;
        self.mean += away / self.count as f64;
        self.squares += away * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        (self.since, self.last) = (time, value);
    }

    /// The mean of the numbers, each as often as it was observed.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The sample's standard deviation; 0 for one number.
    pub fn deviation(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            n => (self.squares / (n - 1) as f64).sqrt(),
        }
    }

    /// The mean over time: each number counts as long as it was there. None if no time has passed.
    pub fn time_mean(&self) -> Option<f64> {
        let passed = self.since - self.first;
        (passed > 0).then(|| self.area / passed as f64)
    }
}

impl Monitors {
    /// Before a run: nothing is seen yet.
    pub fn new(observations: Vec<Observation>) -> Monitors {
        let list = observations.into_iter().map(|observation| {
            let observer = match observation.what {
                What::Number(expression) => Observer::Collect(expression, Statistics::default()),
                What::End(predicate) => Observer::Stop(predicate),
                What::Occurrences(transitions) => Observer::Count(transitions, 0),
            };
            (observation.name, observer)
        });
        Monitors {
            list: list.collect(),
        }
    }

    /// Looks at the marking, after this transition has occurred. Returns the monitor that ends the run.
    pub fn observe(
        &mut self,
        game: &mut Game,
        occurred: Option<usize>,
    ) -> Result<Option<String>, Failure> {
        let (state, clock) = (game.marking().to_vec(), game.clock());
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
            }
        }
        Ok(stop)
    }

    /// What was collected, as a table: empty if nothing was.
    pub fn table(&self, timed: bool) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (name, observer) in &self.list {
            let mut row = vec![name.clone()];
            match observer {
                Observer::Stop(_) => continue,
                Observer::Count(_, count) => row.push(count.to_string()),
                Observer::Collect(_, found) => {
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

    /// The same for programs.
    pub fn json(&self, timed: bool) -> Vec<Value> {
        let found = self.list.iter().filter_map(|(name, observer)| {
            Some(match observer {
                Observer::Stop(_) => return None,
                Observer::Count(_, count) => json!({"name": name, "count": count}),
                Observer::Collect(_, found) => {
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

/// A number with up to four decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_string(),
        _ => text.replace('-', "~"),
    }
}
