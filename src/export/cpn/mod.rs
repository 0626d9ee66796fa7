//! A net as a model of CPN Tools, format 6, so that its picture can be opened there and in CPN IDE.
//!
//! Only elements and attributes that CPN Tools itself writes are written, in its order. What the format has no place for is told: measures, properties,
//! symmetries and expectations. Parameters become constants with their values.

mod declarations;
mod page;
mod picture;
mod xml;

use crate::net::model::{Model, Name};
use crate::net::parameters;
use page::Ids;
use std::collections::BTreeMap;
use sweepnet_lang::span::Sources;
use xml::Xml;

/// The version that this format was met in.
const VERSION: &str = "4.0.1";

/// A file, and what it could not hold.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The file.
    pub text: String,
    /// What is left out, a sentence each.
    pub left_out: Vec<String>,
}

/// The file of a model.
pub fn write(model: &Model, sources: &Sources) -> Exported {
    let mut out = Xml::default();
    out.line("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>");
    out.line("<!DOCTYPE workspaceElements PUBLIC \"-//CPN//DTD CPNXML 1.0//EN\" \"http://cpntools.org/DTD/6/cpn.dtd\">");
    out.line("");
    let ids = Ids::new(model, &mut out);
    let basic = declarations::Basic::new(model, sources);
    out.element("workspaceElements", &[], |out| {
        let generator = [("tool", "CPN Tools"), ("version", VERSION), ("format", "6")];
        out.empty("generator", &generator);
        out.element("cpnet", &[], |out| {
            out.element("globbox", &[], |out| {
                declarations::write(out, model, sources, &basic);
            });
            for number in 0..model.pages.len() {
                page::write(out, model, sources, number, &ids, &basic);
            }
            fusion_sets(out, model, &ids);
            instances(out, model, &ids);
            options(out, model);
            out.element("binders", &[], |_| {});
            out.empty("monitorblock", &[("name", "Monitors")]);
            out.empty("IndexNode", &[("expanded", "true")]);
        });
    });
    Exported {
        text: out.finish(),
        left_out: left_out(model),
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

/// Prime pages, and below them the pages that substitution transitions stand for.
fn instances(out: &mut Xml, model: &Model, ids: &Ids) {
    out.element("instances", &[], |out| {
        for page in crate::net::flatten::prime_pages(model) {
            let id = out.id();
            let attributes = [("id", id.as_str()), ("page", &ids.pages[page])];
            out.element("instance", &attributes, |out| below(out, model, ids, page));
        }
    });
}

fn below(out: &mut Xml, model: &Model, ids: &Ids, page: usize) {
    for substitution in &model.pages[page].substitutions {
        let is_page = |p: &crate::net::model::Page| p.name.text == substitution.page.text;
        let (Some(next), Some(transition)) = (
            model.pages.iter().position(is_page),
            ids.transition(page, &substitution.name),
        ) else {
            continue;
        };
        let id = out.id();
        let attributes = [("id", id.as_str()), ("trans", transition)];
        out.element("instance", &attributes, |out| below(out, model, ids, next));
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

fn left_out(model: &Model) -> Vec<String> {
    let names = |what: &str, names: Vec<&Name>| {
        let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        (!names.is_empty()).then(|| {
            format!(
                "The {what} ({}) have no place in the file.",
                names.join(", ")
            )
        })
    };
    let of = |list: &'_ [(Name, crate::net::model::Text)]| -> Vec<Name> {
        list.iter().map(|(name, _)| name.clone()).collect()
    };
    let (measures, properties) = (of(&model.measures), of(&model.properties));
    let monitors = model.monitors.iter().map(|monitor| &monitor.name);
    let symmetries: Vec<&Name> = model.symmetries.iter().map(|s| &s.colset).collect();
    let mut all = Vec::new();
    all.extend(names("measures", measures.iter().collect()));
    all.extend(names("properties", properties.iter().collect()));
    all.extend(names("monitors", monitors.collect()));
    all.extend(names("symmetries", symmetries));
    for parameter in &model.parameters {
        let value = parameters::plain(&parameter.value);
        all.push(format!(
            "The parameter {} is a constant, {value}.",
            parameter.name.text
        ));
    }
    all
}
