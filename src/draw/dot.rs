//! The picture in Graphviz' language, for those who want to lay it out themselves.

use super::graph::{Edge, End, Graph, Line, Look, Node, Shape};
use crate::visible;
use std::fmt::Write;

/// Writes a graph as DOT. Nodes are called `n0`, `n1` …, so that any two may have the same text.
pub fn write(graph: &Graph) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&graph.title));
    out.push_str("  node [fontname=\"Helvetica\", style=filled];\n");
    out.push_str("  edge [fontname=\"Courier\", fontsize=11];\n");
    for (i, node) in graph.nodes.iter().enumerate() {
        let _ = writeln!(out, "  n{i} [{}];", node_attributes(node).join(", "));
    }
    for edge in &graph.edges {
        let attributes = edge_attributes(edge).join(", ");
        let _ = writeln!(out, "  n{} -> n{} [{attributes}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn node_attributes(node: &Node) -> Vec<String> {
    let (shape, style) = match node.shape {
        Shape::Ellipse => ("ellipse", "filled"),
        Shape::Box | Shape::DoubleBox => ("box", "filled"),
        Shape::Rounded => ("box", "\"filled,rounded\""),
    };
    let (fill, line) = match node.look {
        Look::Place => ("#eaf2fb", "#2c5f8a"),
        Look::Transition => ("#fdf4e3", "#8f6a1e"),
        Look::Substitution => ("#f2ecfa", "#6a4a9c"),
        Look::State => ("#f4f6f8", "#5a6875"),
        Look::Start => ("#e3f3e8", "#0b6b3a"),
        Look::Dead => ("#fce9e6", "#b3362a"),
    };
    let text = |lines: &[Line]| lines.iter().map(|l| l.text.clone()).collect::<Vec<_>>();
    let mut attributes = vec![
        format!("shape={shape}"),
        format!("style={style}"),
        format!("fillcolor=\"{fill}\""),
        format!("color=\"{line}\""),
        format!("label={}", quoted(&text(&node.lines).join("\n"))),
    ];
    if node.shape == Shape::DoubleBox {
        attributes.push("peripheries=2".to_string());
    }
    let mut beside = node.tags.clone();
    beside.extend(text(&node.beside));
    if !beside.is_empty() {
        attributes.push(format!("xlabel={}", quoted(&beside.join("\n"))));
    }
    if !node.title.is_empty() {
        attributes.push(format!("tooltip={}", quoted(&node.title)));
    }
    attributes
}

fn edge_attributes(edge: &Edge) -> Vec<String> {
    let end = |end: End| match end {
        End::Plain => "none",
        End::Arrow => "normal",
        End::DoubleArrow => "normalnormal",
        End::Circle => "odot",
    };
    let mut attributes = Vec::new();
    if !edge.label.is_empty() {
        attributes.push(format!("label={}", quoted(&edge.label.join("\n"))));
    }
    if edge.head != End::Arrow {
        attributes.push(format!("arrowhead={}", end(edge.head)));
    }
    if edge.tail != End::Plain {
        attributes.push(format!("dir=both, arrowtail={}", end(edge.tail)));
    }
    if !edge.title.is_empty() {
        attributes.push(format!("tooltip={}", quoted(&edge.title)));
    }
    attributes
}

/// A string in quotes, on one line. A backslash begins an escape in labels, so it is doubled.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in visible::lines(text).chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push(' '),
            '\r' => {}
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::graph::Style;
    use crate::draw::layer::Flow;

    #[test]
    fn quotes_backslashes_and_line_breaks() {
        assert_eq!(quoted("say \"hi\"\nC:\\N"), r#""say \"hi\"\nC:\\N""#);
    }

    #[test]
    fn a_small_graph() {
        let node = |shape, look, name: &str| Node {
            shape,
            look,
            lines: vec![Line::new(Style::Name, name)],
            beside: Vec::new(),
            tags: vec!["In".to_string()],
            title: String::new(),
        };
        let graph = Graph {
            title: "a \"small\" one".to_string(),
            description: String::new(),
            nodes: vec![
                node(Shape::Ellipse, Look::Place, "A"),
                node(Shape::DoubleBox, Look::Substitution, "B"),
            ],
            edges: vec![Edge {
                from: 0,
                to: 1,
                tail: End::Arrow,
                head: End::Circle,
                label: vec!["x".to_string(), "y".to_string()],
                title: String::new(),
            }],
            flow: Flow::Depth,
            placed: None,
        };
        assert_eq!(
            write(&graph),
            r##"digraph "a \"small\" one" {
  node [fontname="Helvetica", style=filled];
  edge [fontname="Courier", fontsize=11];
  n0 [shape=ellipse, style=filled, fillcolor="#eaf2fb", color="#2c5f8a", label="A", xlabel="In"];
  n1 [shape=box, style=filled, fillcolor="#f2ecfa", color="#6a4a9c", label="B", peripheries=2, xlabel="In"];
  n0 -> n1 [label="x\ny", arrowhead=odot, dir=both, arrowtail=normal];
}
"##
        );
    }
}
