//! What a net says to people. CPN Tools has texts for that, which stand anywhere on a page.

use super::page::{Painter, look};
use super::xml::Xml;
use crate::net::layout::{Point, usual_size};
use crate::net::model::Page;

impl Painter<'_> {
    /// What is said to people: of the page above all nodes, of a node below it.
    pub fn notes(&self, out: &mut Xml, page: &Page) {
        let of_net = self.model.description.as_ref().filter(|_| self.number == 0);
        let of_page = of_net.into_iter().chain(&page.description);
        let of_page: Vec<&str> = of_page.map(String::as_str).collect();
        if !of_page.is_empty() {
            self.note(out, self.above(), &of_page.join("\n\n"));
        }
        let (places, transitions) = (&self.layout.places, &self.layout.transitions);
        let of_places = page.places.iter();
        let of_places = of_places.map(|p| (places, &p.name.text, &p.description));
        let of_transitions = page.transitions.iter();
        let of_transitions = of_transitions.map(|t| (transitions, &t.name.text, &t.description));
        let substitutions = page.substitutions.iter();
        let substitutions = substitutions.map(|s| (transitions, &s.name.text, &s.description));
        for (layout, name, said) in of_places.chain(of_transitions).chain(substitutions) {
            if let Some(said) = said {
                let at = layout.get(name).map(|spot| spot.at).unwrap_or_default();
                let below = at.minus(Point::new(0.0, usual_size(name).y));
                self.note(out, below, &format!("{name}: {said}"));
            }
        }
    }

    /// Where there is room above all nodes.
    fn above(&self) -> Point {
        let points = || {
            self.layout
                .places
                .values()
                .chain(self.layout.transitions.values())
        };
        let left = points().map(|spot| spot.at.x).fold(0.0, f64::min);
        let top = points().map(|spot| spot.at.y).fold(0.0, f64::max);
        Point::new(left, top + 100.0)
    }

    fn note(&self, out: &mut Xml, at: Point, text: &str) {
        let id = out.id();
        out.element("Aux", &[("id", &id)], |out| {
            look(out, at, "", "Black", "1");
            out.empty("label", &[]);
            out.text("text", &[], text);
        });
    }
}
