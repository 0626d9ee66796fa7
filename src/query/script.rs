//! Running scripts: a session of the language that knows a net and can ask for its state space.

use super::declare::declarations;
use super::overloads;
use super::own::OwnMeasure;
use super::remarks::Collector;
use super::tool::{Limits, Tool};
use crate::net::elements;
use crate::net::flat::FlatNet;
use crate::net::foreign;
use crate::net::model::Model;
use crate::net::named::Names;
use std::any::Any;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Event, Session};
use sweepnet_lang::span::Sources;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::program::ShapeId;

/// The library's files on state spaces, in the order in which they are loaded.
pub const FILES: &[(&str, &str)] = &[
    ("space.sml", include_str!("../../stdlib/space.sml")),
    ("subgraph.sml", include_str!("../../stdlib/subgraph.sml")),
    (
        "properties.sml",
        include_str!("../../stdlib/properties.sml"),
    ),
    ("pictures.sml", include_str!("../../stdlib/pictures.sml")),
    ("sweep.sml", include_str!("../../stdlib/sweep.sml")),
];

/// Codes of evaluations that ended without a value.
const STOPPED: [&str; 4] = ["E0701", "E0702", "E0703", "E0704"];

/// How the message about a number that means nothing begins.
const ILLEGAL: &str = "Uncaught exception IllegalId";

/// Why a net cannot be asked about: with the texts that the problems are in.
#[derive(Debug)]
pub struct Problems {
    /// All texts.
    pub sources: Sources,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}

/// A session that answers queries about a net; or why there is none.
pub fn session(model: &Model, mut net: FlatNet, limits: Limits) -> Result<Session, Box<Problems>> {
    let mut session = net.session.clone();
    let names = Names::new(model, &net);
    extend(&mut session, "<net>", &declarations(&net, &names))?;
    for (name, text) in FILES {
        extend(&mut session, name, text)?;
    }
    for (name, overload) in overloads::ALL {
        session.overload(name, overload);
    }
    let elements = elements::shape(&mut session).unwrap_or(ShapeId(0));
    let own = OwnMeasure::of(model, &mut net);
    let tool = Tool::new(net, names, own, limits, elements, &mut session);
    session.vm.host.0 = Some(Box::new(tool));
    Ok(session)
}

/// Adds a text to the library.
fn extend(session: &mut Session, name: &str, text: &str) -> Result<(), Box<Problems>> {
    let diagnostics = session.extend_library(name, text);
    match diagnostics.iter().any(Diagnostic::is_error) {
        true => Err(Box::new(Problems {
            sources: session.sources.clone(),
            diagnostics,
        })),
        false => Ok(()),
    }
}

/// Checks a text and evaluates it if it has no errors. In a session that knows a net, a failure inside a search says at which marking.
pub fn run_each(
    session: &mut Session,
    name: &str,
    text: &str,
    each: &mut dyn FnMut(Event),
) -> Vec<Diagnostic> {
    with_tool(session, |tool, vm| tool.leave_sweeps(vm, 0));
    let remarks = session.vm.host::<Tool>().map(|tool| tool.remarks.clone());
    let mut remarks = Collector::new(remarks.unwrap_or_default());
    let mut diagnostics = session.run_each(name, text, &mut |event| {
        remarks.see(&event);
        each(event);
    });
    diagnostics.extend(remarks.finish());
    let looked_at = session.vm.host::<Tool>().and_then(Tool::looked_at);
    let stopped = |d: &&mut Diagnostic| STOPPED.contains(&d.code);
    if let (Some(looked_at), Some(d)) = (looked_at, diagnostics.iter_mut().find(stopped)) {
        d.message = format!("{} The search was at {looked_at}.", d.message);
    }
    let illegal = |d: &&mut Diagnostic| d.message.starts_with(ILLEGAL);
    if let Some(d) = diagnostics.iter_mut().find(illegal)
        && let Some(tool) = session.vm.host::<Tool>()
    {
        d.help = Some(tool.legal());
    }
    foreign::explain(&session.sources, &mut diagnostics);
    diagnostics
}

/// Gives a session, as it was before, the state space of the present one.
pub fn carry_over(from: &mut Session, to: &mut Session) {
    to.vm.host = std::mem::take(&mut from.vm.host);
    with_tool(to, |tool, vm| tool.forget_values(vm));
}

/// Does something with the tool of a session that knows a net, and its evaluator.
fn with_tool(session: &mut Session, what: impl FnOnce(&mut Tool, &mut Vm)) {
    if let Some(mut host) = session.vm.host.0.take() {
        let any: &mut dyn Any = &mut *host;
        if let Some(tool) = any.downcast_mut::<Tool>() {
            what(tool, &mut session.vm);
        }
        session.vm.host.0 = Some(host);
    }
}
