//! Instances of pages, each with an id: prime pages, and below them the pages that substitution transitions stand for.

use super::page::Ids;
use super::xml::Xml;
use crate::net::flatten;
use crate::net::model::Model;

/// The ids of the instances of each page, in the order in which they are numbered.
pub type Instances = Vec<Vec<String>>;

/// Writes the instances.
pub fn write(out: &mut Xml, model: &Model, ids: &Ids) -> Instances {
    let mut instances = vec![Vec::new(); model.pages.len()];
    out.element("instances", &[], |out| {
        for page in flatten::prime_pages(model) {
            let id = out.id();
            instances[page].push(id.clone());
            let attributes = [("id", id.as_str()), ("page", &ids.pages[page])];
            out.element("instance", &attributes, |out| {
                below(out, model, ids, page, &mut instances);
            });
        }
    });
    instances
}

fn below(out: &mut Xml, model: &Model, ids: &Ids, page: usize, instances: &mut Instances) {
    for substitution in &model.pages[page].substitutions {
        let mut pages = model.pages.iter();
        let next = pages.position(|page| page.name.text == substitution.page.text);
        let transition = ids.transition(page, &substitution.name);
        let (Some(next), Some(transition)) = (next, transition) else {
            continue;
        };
        let id = out.id();
        instances[next].push(id.clone());
        let attributes = [("id", id.as_str()), ("trans", transition)];
        out.element("instance", &attributes, |out| {
            below(out, model, ids, next, instances);
        });
    }
}
