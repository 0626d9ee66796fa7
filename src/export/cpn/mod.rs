//! A net as a model of CPN Tools, format 6, so that its picture can be opened there and in CPN IDE.
//!
//! Only elements and attributes that CPN Tools itself writes are written, in its order. What the format has no place for is told (`told`): measures, properties,
//! symmetries and expectations. Parameters become constants with their values. What was imported and is exported comes back as it was when it is imported again.

mod colset;
mod declarations;
mod delay;
mod instances;
mod kept;
mod longhand;
mod monitors;
mod nodes;
mod notes;
mod page;
mod picture;
mod standard;
mod strings;
mod told;
mod watch;
mod xml;

use crate::net::flat::FlatNet;
use crate::net::model::Model;
use nodes::Nodes;
use page::{Ids, Shared};
use standard::Standard;
use std::collections::BTreeMap;
use xml::Xml;

/// The version that this format was met in.
const VERSION: &str = "4.0.1";

/// A file, and what it could not hold.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The file.
    pub text: String,
    /// What is left out or not the same, a sentence each.
    pub left_out: Vec<String>,
}

/// The file of a model, given the net that it is.
pub fn write(model: &Model, net: &FlatNet) -> Exported {
    let (model, sources) = &longhand::of(model, net);
    let mut out = Xml::default();
    out.line("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>");
    out.line("<!DOCTYPE workspaceElements PUBLIC \"-//CPN//DTD CPNXML 1.0//EN\" \"http://cpntools.org/DTD/6/cpn.dtd\">");
    out.line("");
    let ids = Ids::new(model, &mut out);
    let standard = Standard::new(model, sources);
    let shared = Shared {
        model,
        sources,
        ids: &ids,
        standard: &standard,
        delays: &delay::delays(model, net),
    };
    let mut monitors = monitors::Changed::default();
    out.element("workspaceElements", &[], |out| {
        let generator = [("tool", "CPN Tools"), ("version", VERSION), ("format", "6")];
        out.empty("generator", &generator);
        out.element("cpnet", &[], |out| {
            out.element("globbox", &[], |out| {
                declarations::write(out, model, sources, &standard);
            });
            for number in 0..model.pages.len() {
                page::write(out, &shared, number);
            }
            fusion_sets(out, model, &ids);
            let instances = instances::write(out, model, &ids);
            options(out, model);
            out.element("binders", &[], |_| {});
            let nodes = Nodes::new(model, &ids, &instances);
            monitors = monitors::write(out, model, net, &standard, &nodes);
            out.empty("IndexNode", &[("expanded", "true")]);
        });
    });
    Exported {
        text: out.finish(),
        left_out: told::sentences(model, sources, &monitors),
    }
}

fn fusion_sets(out: &mut Xml, model: &Model, ids: &Ids) {
    let mut sets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (number, page) in model.pages.iter().enumerate() {
        for place in &page.places {
            if let (Some(fusion), Some(id)) = (&place.fusion, ids.place(number, &place.name)) {
                sets.entry(&fusion.text).or_default().push(id);
            }
        }
    }
    for (name, members) in sets {
        let id = out.id();
        out.element("fusion", &[("id", &id), ("name", name)], |out| {
            for member in members {
                out.empty("fusion_elm", &[("idref", member)]);
            }
        });
    }
}

fn options(out: &mut Xml, model: &Model) {
    let real = model.real_time.to_string();
    out.element("options", &[], |out| {
        for (name, value) in [
            ("realtimestamp", real.as_str()),
            ("fair_be", "false"),
            ("global_fairness", "false"),
        ] {
            out.element("option", &[("name", name)], |out| {
                out.element("value", &[], |out| out.text("boolean", &[], value));
            });
        }
    });
}
