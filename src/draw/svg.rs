//! The picture as SVG.
//!
//! It needs nothing but itself: colours are in a style sheet, with a second set for readers who prefer a dark screen; whoever ignores style
//! sheets with media queries sees the light one. Arrow heads are plain shapes, since not all programs draw markers alike.

mod edges;

use super::figure;
use super::given::{self, Arranged};
use super::graph::{Caption, Edge, Figure, Graph, Line, Look, Node, Shape, Style};
use super::layer::{self, Item, Link, Point};
use crate::visible;
use std::fmt::Write;

/// Around the picture.
const MARGIN: f64 = 16.0;
const CSS: &str = include_str!("svg.css");

/// How large the nodes of a graph are, and where everything is.
pub(super) fn layout(graph: &Graph) -> Arranged {
    let link = |edge: &Edge| Link {
        from: edge.from,
        to: edge.to,
        label: figure::label(&edge.label),
    };
    let links: Vec<Link> = graph.edges.iter().map(link).collect();
    if let Some(placed) = &graph.placed {
        return given::layout(graph, &links, placed);
    }
    let mut items: Vec<Item> = graph.nodes.iter().map(figure::item).collect();
    let mut ends = vec![0; items.len()];
    for edge in &graph.edges {
        ends[edge.from] += 1;
        ends[edge.to] += 1;
    }
    for (item, ends) in items.iter_mut().zip(ends) {
        figure::widen(item, ends);
    }
    Arranged {
        layout: layer::layout(&items, &links, graph.flow),
        items,
        captions: Vec::new(),
    }
}

/// Draws a graph.
pub fn write(graph: &Graph) -> String {
    let Arranged {
        items,
        layout,
        captions,
    } = layout(graph);
    let (width, height) = (layout.width + 2.0 * MARGIN, layout.height + 2.0 * MARGIN);
    let mut out = Writer::default();
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"{2} {2} {0} {1}\" role=\"img\" aria-labelledby=\"title desc\">\n",
        width.ceil(),
        height.ceil(),
        -MARGIN
    ));
    out.put(format_args!(
        "<title id=\"title\">{}</title>\n",
        Escaped(&graph.title)
    ));
    out.put(format_args!(
        "<desc id=\"desc\">{}</desc>\n",
        Escaped(&graph.description)
    ));
    out.put(format_args!("<style>\n{CSS}</style>\n"));
    out.put(format_args!(
        "<rect class=\"paper\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\"/>\n",
        -MARGIN,
        width.ceil(),
        height.ceil()
    ));
    // Lines first, then paper below all texts, then nodes, then texts: so no text is hidden.
    for (edge, route) in graph.edges.iter().zip(&layout.routes) {
        out.edge(edge, route);
    }
    let figures = graph.placed.iter().flat_map(|placed| &placed.nodes);
    let titled = figures.zip(&graph.nodes);
    let titled = titled.flat_map(|(f, node)| f.captions.iter().map(|c| (c, &node.title)));
    let captions: Vec<_> = titled.zip(captions).collect();
    let sizes = graph.edges.iter().map(|edge| figure::label(&edge.label));
    let labels = sizes.zip(&layout.routes).map(|(size, r)| (size, r.label));
    let written = captions.iter().filter(|((caption, _), _)| !caption.tag);
    let written = written.map(|((caption, _), at)| (Some(figure::caption(caption)), Some(*at)));
    for (size, at) in labels.chain(written) {
        if let (Some((width, height)), Some(at)) = (size, at) {
            out.rect("paper below", at, width / 2.0, height / 2.0, 3.0);
            out.put(format_args!("\n"));
        }
    }
    for (i, ((node, item), &centre)) in (graph.nodes.iter().zip(&items))
        .zip(&layout.centres)
        .enumerate()
    {
        let figure = graph.placed.as_ref().and_then(|p| p.nodes.get(i));
        out.node(node, figure, item, centre);
    }
    for (edge, route) in graph.edges.iter().zip(&layout.routes) {
        out.label(edge, route);
    }
    for ((caption, title), at) in captions {
        out.caption(caption, title, at);
    }
    out.put(format_args!("</svg>\n"));
    out.text
}

/// Text in which no character means anything to XML, be it between tags or in double quotes, on one line of the file. Characters that act on a reader become pictures, and so do those that XML cannot hold.
pub(crate) struct Escaped<'a>(pub &'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in visible::lines(self.0).chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\n' => f.write_str("&#10;")?,
                '\t' => f.write_char(' ')?,
                '\r' => {}
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A coordinate with one digit after the point, as short as it can be.
struct At(f64);

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding zero turns -0 into 0.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    fn put(&mut self, what: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(what);
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            self.put(format_args!("<title>{}</title>", Escaped(title)));
        }
    }

    fn caption(&mut self, caption: &Caption, title: &str, at: Point) {
        let (width, height) = figure::caption(caption);
        self.put(format_args!("<g>"));
        self.title(title);
        match caption.tag {
            true => {
                self.rect("tag", at, width / 2.0, height / 2.0, height / 2.0);
                self.lines(&caption.lines, at.x, at.y, "middle");
            }
            false => {
                let left = at.x - width / 2.0 + figure::LABEL_PADDING;
                self.lines(&caption.lines, left, at.y, "start");
            }
        }
        self.put(format_args!("</g>\n"));
    }

    fn node(&mut self, node: &Node, figure: Option<&Figure>, item: &Item, centre: Point) {
        let class = match node.look {
            Look::Place => "place",
            Look::Transition => "transition",
            Look::Substitution => "substitution",
            Look::State => "state",
            Look::Start => "state start",
            Look::Dead => "state dead",
        };
        self.put(format_args!("<g>"));
        self.title(&node.title);
        match node.shape {
            Shape::Ellipse => self.put(format_args!(
                "<ellipse class=\"{class}\" cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
                At(centre.x),
                At(centre.y),
                At(item.rx),
                At(item.ry)
            )),
            Shape::Box => self.rect(class, centre, item.rx, item.ry, 2.0),
            Shape::Rounded => self.rect(class, centre, item.rx, item.ry, 8.0),
            Shape::DoubleBox => {
                self.rect(class, centre, item.rx, item.ry, 2.0);
                self.rect(class, centre, item.rx - 4.0, item.ry - 4.0, 1.0);
            }
        }
        if let Some(figure) = figure {
            self.lines(&figure.lines, centre.x, centre.y, "middle");
            self.put(format_args!("</g>\n"));
            return;
        }
        self.lines(&node.lines, centre.x, centre.y, "middle");
        let beside = centre.x + item.rx + figure::BESIDE_GAP;
        self.lines(&node.beside, beside, centre.y, "start");
        self.tags(node, item, centre);
        self.put(format_args!("</g>\n"));
    }

    fn tags(&mut self, node: &Node, item: &Item, centre: Point) {
        let first = (1.0 - node.tags.len() as f64) / 2.0;
        for (i, tag) in node.tags.iter().enumerate() {
            let half = figure::tag_width(tag) / 2.0;
            let at = Point::new(
                centre.x - item.rx + figure::TAG_OVERLAP - half,
                centre.y + (first + i as f64) * figure::TAG_STEP,
            );
            self.rect(
                "tag",
                at,
                half,
                figure::TAG_HEIGHT / 2.0,
                figure::TAG_HEIGHT / 2.0,
            );
            self.lines(&[Line::new(Style::Tag, tag.as_str())], at.x, at.y, "middle");
        }
    }

    fn rect(&mut self, class: &str, centre: Point, rx: f64, ry: f64, round: f64) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            At(centre.x - rx),
            At(centre.y - ry),
            At(2.0 * rx),
            At(2.0 * ry),
            At(round)
        ));
    }

    /// Lines of text, centred around a height.
    fn lines(&mut self, lines: &[Line], x: f64, middle: f64, anchor: &str) {
        let mut top = middle - figure::height(lines) / 2.0;
        for line in lines {
            let height = line.style.line_height();
            // The base line, for letters about 0.72 of the font's size high.
            let base = top + height / 2.0 + line.style.font().size * 0.36;
            let class = match line.style {
                Style::Name => "name",
                Style::Kind => "kind",
                Style::Marking => "marking",
                Style::Guard => "guard",
                Style::Detail => "detail",
                Style::Arc => "inscription",
                Style::Tag => "mark",
            };
            self.put(format_args!(
                "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
                At(x),
                At(base),
                Escaped(&line.text)
            ));
            top += height;
        }
    }
}
