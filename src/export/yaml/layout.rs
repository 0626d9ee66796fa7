//! Where the nodes of a picture stand.

use super::Writer;
use crate::export::scalar;
use crate::net::model::*;
use std::collections::BTreeMap;
use std::fmt::Write;

impl Writer<'_> {
    /// Hints for pictures stand at the end, where they are in nobody's way.
    pub fn layout(&mut self, layouts: &BTreeMap<String, Layout>) {
        if layouts.is_empty() {
            return;
        }
        self.gap();
        self.out.push_str("layout:\n");
        for (page, layout) in layouts {
            let _ = writeln!(self.out, "  {}", scalar::key(page, 2));
            let groups = [
                ("places", &layout.places),
                ("transitions", &layout.transitions),
            ];
            for (group, points) in groups {
                if points.is_empty() {
                    continue;
                }
                let _ = writeln!(self.out, "    {group}:");
                for (name, at) in points {
                    let key = scalar::key(name, 6);
                    let _ = writeln!(self.out, "      {key} {}", point(at));
                }
            }
            if !layout.bends.is_empty() {
                self.out.push_str("    bends:\n");
            }
            let mut last: (&str, Option<ArcKind>) = ("", None);
            for ((transition, kind, place), points) in &layout.bends {
                if last.0 != transition || last.1.is_none() {
                    let _ = writeln!(self.out, "      {}", scalar::key(transition, 6));
                    last.1 = None;
                }
                if last.1 != Some(*kind) {
                    let _ = writeln!(self.out, "        {}:", kind_key(*kind));
                }
                last = (transition, Some(*kind));
                let key = scalar::key(place, 10);
                let points: Vec<String> = points.iter().map(point).collect();
                let _ = writeln!(self.out, "          {key} [{}]", points.join(", "));
            }
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
