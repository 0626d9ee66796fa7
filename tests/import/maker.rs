//! Makes small models of CPN Tools, and runs nets.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use sweepnet::engine::Engine;
use sweepnet::explore::control::{Control, StopReason};
use sweepnet::explore::full::{Order, explore};
use sweepnet::net::{self, Loaded};

/// A page that grows.
#[derive(Clone, Default)]
pub struct Page {
    body: String,
    arcs: usize,
}

impl Page {
    /// A place: id, name, colour set, initial marking, and elements such as `<port/>`.
    pub fn place(mut self, id: &str, name: &str, colset: &str, initial: &str, more: &str) -> Page {
        let _ = write!(
            self.body,
            "<place id='{id}'><posattr x='1.0' y='-2,5'/><text>{name}</text><type><text tool='CPN Tools'>{colset}</text></type>\
             <initmark><text>{initial}</text></initmark>{more}</place>"
        );
        self
    }

    /// A transition: id, name, and elements such as `<cond>`.
    pub fn transition(mut self, id: &str, name: &str, more: &str) -> Page {
        let _ = write!(
            self.body,
            "<trans id='{id}'><text>{name}</text>{more}</trans>"
        );
        self
    }

    /// An arc: orientation, transition, place, inscription.
    pub fn arc(mut self, orientation: &str, transition: &str, place: &str, text: &str) -> Page {
        self.arcs += 1;
        let _ = write!(
            self.body,
            "<arc id='a{}' orientation='{orientation}'><transend idref='{transition}'/><placeend idref='{place}'/><annot><text>{text}</text></annot></arc>",
            self.arcs
        );
        self
    }

    /// The element.
    pub fn page(self, id: &str, name: &str) -> String {
        format!(
            "<page id='{id}'><pageattr name='{name}'/>{}</page>",
            self.body
        )
    }
}

/// A whole file.
pub fn model(declarations: &str, rest: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<workspaceElements><generator tool='CPN Tools' format='6'/><cpnet><globbox><block id='b'><id>Standard declarations</id>{declarations}</block></globbox>\n{rest}</cpnet></workspaceElements>"
    )
}

/// A declaration as text.
pub fn ml(text: &str) -> String {
    format!("<ml id='m'>{text}<layout>{text}</layout></ml>")
}

/// A colour set by its form.
pub fn colset(name: &str, form: &str) -> String {
    format!("<color id='c'><id>{name}</id>{form}</color>")
}

/// A variable.
pub fn var(name: &str, colset: &str) -> String {
    format!("<var id='v'><type><id>{colset}</id></type><id>{name}</id></var>")
}

/// Loads a model from its text.
pub fn load(text: &str) -> Loaded {
    net::load_text("model.cpn", text, Path::new(""), "model", &[])
}

/// States, arcs and dead markings.
pub type Figures = (usize, u64, usize);

/// The figures of a net without errors, and whether they are those of all of it.
pub fn figures(loaded: Loaded, most: usize) -> Result<(Figures, bool), String> {
    let problems = format!("{:#?}", loaded.diagnostics);
    let net = loaded.net.ok_or(problems)?;
    let engine = Engine::new(net).map_err(|failure| format!("{failure:#?}"))?;
    let mut control = Control::default();
    control.max_states = Some(most);
    control.max_time = Some(Duration::from_secs(60));
    let space = explore(engine, &mut control, Order::Breadth, None)
        .map_err(|failure| format!("{}: {}", failure.code, failure.message))?;
    let states = space.used.iter().map(|range| range.len()).sum();
    let whole = space.stop == StopReason::Complete;
    Ok(((states, space.arcs, space.dead.len()), whole))
}

/// The figures of a model's whole state space.
pub fn explored(text: &str) -> Figures {
    let (figures, whole) =
        figures(load(text), 10_000).unwrap_or_else(|why| panic!("{why}\n{text}"));
    assert!(whole, "the state space is larger");
    figures
}

/// Codes of problems and notes.
pub fn codes(loaded: &Loaded) -> Vec<&'static str> {
    let notes = loaded.notes.iter().map(|note| note.diagnostic.code);
    loaded
        .diagnostics
        .iter()
        .map(|d| d.code)
        .chain(notes)
        .collect()
}

/// The texts of the declarations.
pub fn declarations(loaded: &Loaded) -> Vec<String> {
    let model = loaded.model.as_ref().expect("a model");
    let texts = model.declarations.iter();
    texts
        .map(|text| loaded.sources.get(text.source).text.to_string())
        .collect()
}

/// Tokens go from A to B, one by one.
pub fn moving(colset: &str, initial: &str, taken: &str, more: &str) -> Page {
    Page::default()
        .place("A", "A", colset, initial, "")
        .place("B", "B", colset, "", "")
        .transition("T", "T", more)
        .arc("PtoT", "T", "A", taken)
        .arc("TtoP", "T", "B", taken)
}
