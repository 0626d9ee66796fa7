//! Hints for pictures. They stand at the end of the file, where they are in nobody's way, and as few lines as can be read.

use super::Writer;
use super::value::WIDTH;
use crate::export::scalar::{self, Context};
use crate::net::layout::{Layout, Point, Spot};
use crate::net::model::ArcKind;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Transitions in order, each with entries by kind of arc.
type ByTransition<'l> = BTreeMap<&'l str, BTreeMap<ArcKind, Vec<(&'l str, String)>>>;

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
            for ((transition, kind, place), points) in &layout.bends {
                let points: Vec<String> = points.iter().map(point).collect();
                let kinds = bends.entry(transition).or_default();
                let places = kinds.entry(*kind).or_default();
                places.push((place, format!("[{}]", points.join(", "))));
            }
            let mut labels = ByTransition::new();
            for ((transition, kind, place), by) in &layout.labels {
                let kinds = labels.entry(transition).or_default();
                kinds.entry(*kind).or_default().push((place, point(by)));
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
                let entries = places.iter().map(|(place, value)| {
                    format!("{}: {value}", scalar::line(place, Context::Flow))
                });
                let line = entries.collect::<Vec<_>>().join(", ");
                let _ = write!(self.out, "        {}:", kind_key(*kind));
                if line.chars().count() < WIDTH {
                    let _ = writeln!(self.out, " {{{line}}}");
                    continue;
                }
                self.out.push('\n');
                for (place, value) in places {
                    let _ = writeln!(self.out, "          {} {value}", scalar::key(place, 10));
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
                let place = scalar::line(place, Context::Flow);
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
