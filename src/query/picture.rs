//! Parts of a state space as files: SVG, DOT or JSON, as the file's name says.

use super::arcs::ArcId;
use super::graph::Graph;
use super::tool::describe;
use crate::draw::space::{Space, SpaceNode, graph as layout};
use crate::draw::{dot, svg};
use crate::engine::Failure;
use crate::explore::store::StateId;
use crate::write;
use serde_json::{Value, json};
use std::path::Path;
use sweepnet_lang::vm::host::Refusal;

/// More nodes than this are no picture.
const MOST: usize = 5000;

/// What to draw.
pub enum Part {
    /// These nodes and all arcs between them.
    Nodes(Vec<StateId>),
    /// These arcs and the nodes at their ends.
    Arcs(Vec<ArcId>),
}

/// Draws a part of a state space into a file.
pub fn draw(graph: &mut Graph, part: Part, file: &str) -> Result<(), Refusal> {
    let (nodes, arcs) = choose(graph, part).map_err(Refusal::Stop)?;
    let path = Path::new(file);
    let extension = path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default();
    let is_json = extension.eq_ignore_ascii_case("json");
    if nodes.len() > MOST && !is_json {
        return Err(Refusal::Fail(format!(
            "{} nodes are too many for a picture; choose at most {MOST}, or write JSON",
            nodes.len()
        )));
    }
    let text = match extension.to_ascii_lowercase().as_str() {
        "svg" => svg::write(&layout(
            &space(graph, &nodes, &arcs).map_err(Refusal::Stop)?,
        )),
        "dot" | "gv" => dot::write(&layout(
            &space(graph, &nodes, &arcs).map_err(Refusal::Stop)?,
        )),
        "json" => {
            object(graph, &nodes, &arcs)
                .map_err(Refusal::Stop)?
                .to_string()
                + "\n"
        }
        _ => {
            return Err(Refusal::Fail(format!(
                "`{file}` must end in .svg, .dot or .json"
            )));
        }
    };
    write::write(path, |out| out.write_all(text.as_bytes()))
        .map_err(|refusal| Refusal::Fail(refusal.message))
}

/// Nodes ascending, arcs with their sources.
type Chosen = (Vec<StateId>, Vec<(StateId, ArcId)>);

fn choose(graph: &mut Graph, part: Part) -> Result<Chosen, Failure> {
    let arcs = graph.arcs()?;
    Ok(match part {
        Part::Nodes(mut nodes) => {
            nodes.sort_unstable();
            nodes.dedup();
            let inside = |id: StateId| nodes.binary_search(&id).is_ok();
            let all = nodes
                .iter()
                .flat_map(|&node| arcs.out(node).map(move |a| (node, a)));
            let between = all.filter(|&(_, arc)| inside(arcs.to[arc as usize]));
            let between = between.collect();
            (nodes, between)
        }
        Part::Arcs(chosen) => {
            let with: Vec<(StateId, ArcId)> = chosen.iter().map(|&a| (arcs.source(a), a)).collect();
            let ends = with
                .iter()
                .flat_map(|&(from, a)| [from, arcs.to[a as usize]]);
            let mut nodes: Vec<StateId> = ends.collect();
            nodes.sort_unstable();
            nodes.dedup();
            (nodes, with)
        }
    })
}

fn space(
    graph: &mut Graph,
    nodes: &[StateId],
    arcs: &[(StateId, ArcId)],
) -> Result<Space, Failure> {
    let mut space = Space {
        net: graph.space.engine.shared.net.name.clone(),
        ..Space::default()
    };
    let mut state = vec![0; graph.space.store.width()];
    for &id in nodes {
        graph.space.store.read(id, &mut state);
        let shown = arcs.iter().filter(|(from, _)| *from == id).count();
        let all = graph.arcs()?.out(id).len();
        space.nodes.push(SpaceNode {
            number: id as usize + 1,
            label: describe(&mut graph.worker, &state),
            dead: graph.is_dead(id),
            partial: shown < all || !graph.is_expanded(id),
        });
    }
    for &(from, arc) in arcs {
        let found = graph.arcs()?;
        let to = found.to[arc as usize];
        let binding = found.elements[found.element[arc as usize] as usize].clone();
        let step = graph.show(&binding);
        if let (Ok(from), Ok(to)) = (nodes.binary_search(&from), nodes.binary_search(&to)) {
            space.arcs.push((from, to, step));
        }
    }
    Ok(space)
}

fn object(
    graph: &mut Graph,
    nodes: &[StateId],
    arcs: &[(StateId, ArcId)],
) -> Result<Value, Failure> {
    let shared = graph.space.engine.shared.clone();
    let mut state = vec![0; graph.space.store.width()];
    let mut shown_nodes = Vec::new();
    for &id in nodes {
        graph.space.store.read(id, &mut state);
        let places = shared.net.places.iter().enumerate().map(|(number, place)| {
            let tokens = graph.worker.show_place(number, &state);
            json!({"place": place.name, "instance": place.instance, "tokens": tokens})
        });
        let places: Vec<Value> = places.collect();
        let time = shared.net.time_number(graph.worker.clock(&state));
        shown_nodes.push(json!({
            "node": u64::from(id) + 1,
            "dead": graph.is_dead(id),
            "time": time,
            "marking": places,
        }));
    }
    let mut shown_arcs = Vec::new();
    for &(from, arc) in arcs {
        let found = graph.arcs()?;
        let to = found.to[arc as usize];
        let binding = found.elements[found.element[arc as usize] as usize].clone();
        let net = &shared.net.transitions[binding.transition];
        let values = graph.worker.show_values(&binding);
        let names = net.variables.iter().map(|v| v.name.clone());
        let variables: serde_json::Map<String, Value> =
            names.zip(values.into_iter().map(Value::from)).collect();
        shown_arcs.push(json!({
            "arc": u64::from(arc) + 1,
            "from": u64::from(from) + 1,
            "to": u64::from(to) + 1,
            "transition": net.name,
            "instance": net.instance,
            "binding": variables,
        }));
    }
    Ok(json!({"net": shared.net.name, "nodes": shown_nodes, "arcs": shown_arcs}))
}
