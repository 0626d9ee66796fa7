//! A proof that a symmetry is one, where there is one: no inscription can tell the permuted colours apart, and no colour set leaves out the image of one of
//! its colours. Then permuting a marking permutes what can happen in it.

use super::parts::Parts;
use super::symmetry::Symmetry;
use crate::engine::{Engine, Worker};
use crate::net::flat::{Function, Matcher, Step, Transition};
use std::collections::BTreeSet;
use sweepnet_lang::alike::{Permuted, Special};
use sweepnet_lang::core::CoreId;
use sweepnet_lang::vm::program::{ColourKind, ColourSetId};

/// Colours of a subset that are worth looking at one by one.
const COLOURS: u64 = 10_000;

/// Looks for a proof that the net's transitions treat the colours alike; `Err` says what stands in the way.
pub fn of_net(engine: &Engine, symmetry: &Symmetry) -> Result<(), Special> {
    let net = &engine.shared.net;
    let bodies: Vec<CoreId> = (net.transitions.iter())
        .flat_map(|transition| functions(transition).into_iter().map(|f| f.body))
        .collect();
    let mut closed = of_expressions(engine, symmetry, &bodies)?;
    closed.extend(net.places.iter().map(|place| place.colour));
    let variables = net.transitions.iter().flat_map(|t| &t.variables);
    closed.extend(variables.map(|variable| variable.colour));
    are_closed(engine, symmetry, &closed)
}

/// Looks for a proof that an expression over a marking has the same value for equivalent markings.
pub fn of_expression(engine: &Engine, symmetry: &Symmetry, body: CoreId) -> Result<(), Special> {
    let closed = of_expressions(engine, symmetry, &[body])?;
    are_closed(engine, symmetry, &closed)
}

fn of_expressions(
    engine: &Engine,
    symmetry: &Symmetry,
    bodies: &[CoreId],
) -> Result<Vec<ColourSetId>, Special> {
    let mut permuted = Permuted::default();
    for atom in 0..symmetry.len() {
        let (set, number) = symmetry.colour(atom as u8);
        permuted.entry(set).or_default().push(number);
    }
    engine.shared.net.session.treat_alike(bodies, &permuted)
}

/// All inscriptions that decide what a transition does.
fn functions(transition: &Transition) -> Vec<&Function> {
    let mut all: Vec<&Function> = Vec::new();
    for step in &transition.plan {
        match step {
            Step::Token(_, Matcher::Test(f) | Matcher::Bind(f, _))
            | Step::Let(Matcher::Test(f) | Matcher::Bind(f, _))
            | Step::Test(f) => all.push(f),
            Step::Token(_, Matcher::Whole(_))
            | Step::Let(Matcher::Whole(_))
            | Step::Each(_)
            | Step::Need(_) => {}
        }
    }
    let arcs = transition.inputs.iter().chain(&transition.outputs);
    all.extend(arcs.map(|arc| arc.tokens.function()));
    all.extend(transition.delay.iter().map(|delay| &delay.function));
    all.extend(transition.code.iter().map(|code| &code.action));
    all
}

/// Whether the subsets in these colour sets have all images of their colours.
fn are_closed(engine: &Engine, symmetry: &Symmetry, sets: &[ColourSetId]) -> Result<(), Special> {
    let mut worker = engine.worker();
    let program = &engine.shared.net.session.vm.program;
    let mut waiting: Vec<ColourSetId> = sets.to_vec();
    let mut seen: BTreeSet<ColourSetId> = BTreeSet::new();
    while let Some(set) = waiting.pop() {
        if !symmetry.carries(set) || !seen.insert(set) {
            continue;
        }
        match &program.colour_sets[set.0 as usize].kind {
            ColourKind::Product(parts) => waiting.extend(parts),
            ColourKind::Record(fields) => waiting.extend(fields.iter().map(|field| field.1)),
            ColourKind::Union(parts) => waiting.extend(parts.iter().filter_map(|part| part.1)),
            ColourKind::List(of, _) | ColourKind::Alias(of) => waiting.push(*of),
            ColourKind::SubsetBy(of, _) | ColourKind::SubsetWith(of, _) => {
                waiting.push(*of);
                if !is_closed(&mut worker, symmetry, set) {
                    let name = &program.colour_sets[set.0 as usize].name;
                    return Err(Special {
                        span: symmetry.span,
                        why: format!("the subset {name} may leave out the image of a colour"),
                    });
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_closed(worker: &mut Worker, symmetry: &Symmetry, set: ColourSetId) -> bool {
    let shared = worker.shared().clone();
    let Some(colours) = worker.colours_in(set, COLOURS) else {
        return false;
    };
    let parts = Parts {
        program: &shared.net.session.vm.program,
        values: &shared.values,
        symmetry,
    };
    let known: BTreeSet<u64> = colours.iter().copied().collect();
    symmetry.generators().iter().all(|permutation| {
        colours.iter().all(|&colour| {
            let image = parts.map(set, colour, &mut |atom| permutation[atom as usize]);
            known.contains(&image)
        })
    })
}
