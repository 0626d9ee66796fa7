//! A state space as a graph: a node for each state, an edge for each step.

use super::graph::{Edge, End, Graph, Line, Look, Node, Shape, Style};
use super::layer::Flow;
use super::text::wrap;
use std::collections::BTreeMap;

/// Lines of a label that are shown; the rest is counted.
const LINES: usize = 6;

/// A state space, or a part of one. State 0 is the initial state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// The name of the net.
    pub net: String,
    /// The states.
    pub nodes: Vec<SpaceNode>,
    /// The steps: from which state, to which, and what occurs: transition and binding. Steps to states that are not among the nodes are not drawn.
    pub arcs: Vec<(usize, usize, String)>,
}

/// A state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpaceNode {
    /// What it is called; 0 for its place among the nodes drawn, counted from 1.
    pub number: usize,
    /// What is to be said of it besides its number, such as its marking; maybe nothing.
    pub label: Vec<String>,
    /// Whether nothing can occur in it.
    pub dead: bool,
    /// Whether some of its steps lead to states that are not drawn.
    pub partial: bool,
}

/// The graph of a state space. States are numbered from 1, as in reports. Steps between the same two states share an edge.
pub fn graph(space: &Space) -> Graph {
    let mut steps: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
    let drawn = |state: usize| state < space.nodes.len();
    for (from, to, step) in space.arcs.iter().filter(|a| drawn(a.0) && drawn(a.1)) {
        steps.entry((*from, *to)).or_default().push(step);
    }
    let edge = |((from, to), steps): ((usize, usize), Vec<&str>)| Edge {
        from,
        to,
        tail: End::Plain,
        head: End::Arrow,
        label: shown(&steps, 20),
        title: steps.join("\n"),
    };
    let numbered = space.nodes.iter().enumerate();
    let dead = space.nodes.iter().filter(|n| n.dead).count();
    Graph {
        title: format!("State space of {}", space.net),
        description: format!(
            "State space of the Petri net {}: {} states, {} steps, {dead} dead states. The initial state is 1.",
            space.net,
            space.nodes.len(),
            space.arcs.len(),
        ),
        nodes: numbered.map(|(i, n)| state(i, n)).collect(),
        edges: steps.into_iter().map(edge).collect(),
        flow: Flow::Breadth,
        placed: None,
    }
}

fn state(index: usize, node: &SpaceNode) -> Node {
    let number = match node.number {
        0 => index + 1,
        number => number,
    };
    let start = number == 1;
    let mut lines = vec![Line::new(Style::Name, number.to_string())];
    let label: Vec<&str> = node.label.iter().map(String::as_str).collect();
    lines.extend(
        shown(&label, 32)
            .into_iter()
            .map(|l| Line::new(Style::Marking, l)),
    );
    let mut tags = Vec::new();
    if start {
        tags.push("start".to_string());
    }
    if node.dead {
        tags.push("dead".to_string());
    }
    if node.partial {
        tags.push("more".to_string());
    }
    let mut title = format!("State {number}");
    for line in &node.label {
        title += &format!("\n{line}");
    }
    Node {
        shape: Shape::Rounded,
        look: match (node.dead, start) {
            (true, _) => Look::Dead,
            (false, true) => Look::Start,
            (false, false) => Look::State,
        },
        lines,
        beside: Vec::new(),
        tags,
        title,
    }
}

/// The first lines, each broken where it is long.
fn shown(texts: &[&str], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        if lines.len() >= LINES {
            lines.push(format!("… {} more", texts.len() - i));
            break;
        }
        lines.extend(wrap(text, width, 3));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_between_two_states_share_an_edge() {
        let space = Space {
            net: "n".to_string(),
            nodes: vec![
                SpaceNode::default(),
                SpaceNode {
                    label: vec!["A: 1`1".to_string()],
                    dead: true,
                    ..SpaceNode::default()
                },
            ],
            arcs: vec![
                (0, 7, "beyond the part drawn".to_string()),
                (0, 1, "T {x=1}".to_string()),
                (0, 0, "U".to_string()),
                (0, 1, "T {x=2}".to_string()),
            ],
        };
        let graph = graph(&space);
        assert_eq!(graph.edges.len(), 2);
        assert_eq!(graph.edges[0].label, ["U"]);
        assert_eq!(graph.edges[1].label, ["T {x=1}", "T {x=2}"]);
        assert_eq!(
            (graph.nodes[0].look, graph.nodes[1].look),
            (Look::Start, Look::Dead)
        );
        assert_eq!(graph.nodes[1].lines.len(), 2);
    }

    #[test]
    fn many_steps_are_counted() {
        let texts: Vec<String> = (0..20).map(|i| format!("T {i}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let lines = shown(&texts, 20);
        assert_eq!(lines.len(), LINES + 1);
        assert_eq!(lines[LINES], "… 14 more");
    }
}
