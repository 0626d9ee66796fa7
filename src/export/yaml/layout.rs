//! Hints for pictures. They stand at the end of the file, where they are in nobody's way, and as few lines as can be read.

use super::Writer;
use super::value::WIDTH;
use crate::export::scalar::{self, Context};
use crate::net::layout::{ArcKey, Layout, Point, Spot};
use crate::net::model::ArcKind;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Transitions in order, each with entries by kind of arc and place: one for each of several such arcs.
type ByTransition<'l> = BTreeMap<&'l str, BTreeMap<ArcKind, BTreeMap<&'l str, Vec<String>>>>;

impl Writer<'_> {
    pub(super) fn layout(&mut self, layouts: &BTreeMap<String, Layout>) {
        if layouts.is_empty() {
            return;
        }
        self.gap();
        self.out.push_str("layout:\n");
        for (page, layout) in layouts {
            let _ = writeln!(self.out, "  {}", scalar::key(page, 2));
            self.spots("places", &layout.places);
            self.spots("transitions", &layout.transitions);
            let mut bends = ByTransition::new();
            for (key, points) in &layout.bends {
                let points = points.iter().map(point).collect();
                add(&mut bends, key, list(points));
            }
            let mut labels = ByTransition::new();
            for (key, by) in &layout.labels {
                add(&mut labels, key, point(by));
            }
            self.of_arcs("bends", &bends);
            self.of_arcs("labels", &labels);
            self.arrows(layout);
        }
    }

    /// A line for each node.
    fn spots(&mut self, group: &str, spots: &BTreeMap<String, Spot>) {
        if !spots.is_empty() {
            let _ = writeln!(self.out, "    {group}:");
        }
        for (name, spot) in spots {
            let at = point(&spot.at);
            let mut more: Vec<String> = Vec::new();
            more.extend(spot.size.as_ref().map(|s| format!("size: {}", point(s))));
            let captions = spot.captions.iter();
            more.extend(captions.map(|(caption, by)| format!("{}: {}", caption.key(), point(by))));
            let value = match more.is_empty() {
                true => at,
                false => format!("{{at: {at}, {}}}", more.join(", ")),
            };
            let key = scalar::key(name, 6);
            let _ = writeln!(self.out, "      {key} {value}");
        }
    }

    /// A line for each kind of a transition's arcs, or for each arc if that is too long.
    fn of_arcs(&mut self, group: &str, transitions: &ByTransition) {
        if !transitions.is_empty() {
            let _ = writeln!(self.out, "    {group}:");
        }
        for (transition, kinds) in transitions {
            let _ = writeln!(self.out, "      {}", scalar::key(transition, 6));
            for (kind, places) in kinds {
                let entries = places.iter().map(|(place, arcs)| {
                    let place = scalar::name(place, Context::Flow);
                    format!("{place}: {}", of_place(arcs))
                });
                let line = entries.collect::<Vec<_>>().join(", ");
                let _ = write!(self.out, "        {}:", kind_key(*kind));
                if line.chars().count() < WIDTH {
                    let _ = writeln!(self.out, " {{{line}}}");
                    continue;
                }
                self.out.push('\n');
                for (place, arcs) in places {
                    let key = scalar::key(place, 10);
                    let _ = writeln!(self.out, "          {key} {}", of_place(arcs));
                }
            }
        }
    }

    /// A line for each substitution transition.
    fn arrows(&mut self, layout: &Layout) {
        let mut transitions: BTreeMap<&str, BTreeMap<ArcKind, Vec<String>>> = BTreeMap::new();
        for ((transition, place), kinds) in &layout.arrows {
            for kind in kinds {
                let kinds = transitions.entry(transition).or_default();
                let place = scalar::name(place, Context::Flow);
                kinds.entry(*kind).or_default().push(place);
            }
        }
        if !transitions.is_empty() {
            self.out.push_str("    arrows:\n");
        }
        for (transition, kinds) in transitions {
            let key = scalar::key(transition, 6);
            let kinds = kinds.into_iter();
            let kinds =
                kinds.map(|(k, places)| format!("{}: [{}]", kind_key(k), places.join(", ")));
            let kinds: Vec<String> = kinds.collect();
            let _ = writeln!(self.out, "      {key} {{{}}}", kinds.join(", "));
        }
    }
}

/// Adds what is said of an arc. Of those before it that are not there nothing is said.
fn add<'l>(all: &mut ByTransition<'l>, key: &'l ArcKey, value: String) {
    let (transition, kind, place, number) = key;
    let kinds = all.entry(transition).or_default();
    let arcs = kinds.entry(*kind).or_default().entry(place).or_default();
    arcs.resize(*number, list(Vec::new()));
    arcs.push(value);
}

/// What is said of the arcs of one kind at a place: of one, or a list.
fn of_place(arcs: &[String]) -> String {
    match arcs {
        [only] => only.clone(),
        several => list(several.to_vec()),
    }
}

fn list(parts: Vec<String>) -> String {
    format!("[{}]", parts.join(", "))
}

fn kind_key(kind: ArcKind) -> &'static str {
    match kind {
        ArcKind::In => "in",
        ArcKind::Out => "out",
        ArcKind::Both => "both",
        ArcKind::Inhibitor => "inhibitor",
        ArcKind::Reset => "reset",
    }
}

fn point(point: &Point) -> String {
    format!("[{}, {}]", point.x, point.y)
}
