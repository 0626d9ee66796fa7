//! The size of a node and of a label, from the texts they hold.

use super::graph::{Caption, Line, Node, Shape, Style};
use super::layer::Item;
use super::text;

/// Between a node's border and the text beside it.
pub const BESIDE_GAP: f64 = 6.0;
/// How far a tag reaches into the node.
pub const TAG_OVERLAP: f64 = 4.0;
/// From one tag to the next.
pub const TAG_STEP: f64 = 17.0;
/// Height of a tag.
pub const TAG_HEIGHT: f64 = 14.0;
/// Around the text in a box.
const PADDING: f64 = 9.0;
/// Around the text of an edge.
pub const LABEL_PADDING: f64 = 3.0;

/// The width of a tag.
pub fn tag_width(tag: &str) -> f64 {
    text::width(tag, Style::Tag) + 10.0
}

/// The height of lines of text.
pub fn height(lines: &[Line]) -> f64 {
    lines.iter().map(|l| l.style.line_height()).sum()
}

fn width(lines: &[Line]) -> f64 {
    let widths = lines.iter().map(|l| text::width(&l.text, l.style));
    widths.fold(0.0, f64::max)
}

/// Width and height of lines of text.
pub fn size(lines: &[Line]) -> (f64, f64) {
    (width(lines), height(lines))
}

/// Width and height of a text beside a node.
pub fn caption(caption: &Caption) -> (f64, f64) {
    let (width, height) = size(&caption.lines);
    match caption.tag {
        true => (width + 10.0, TAG_HEIGHT),
        false => (width + 2.0 * LABEL_PADDING, height),
    }
}

/// The size of a label.
pub fn label(lines: &[String]) -> Option<(f64, f64)> {
    let widths = lines.iter().map(|l| text::width(l, Style::Arc));
    let width = widths.reduce(f64::max)?;
    let height = lines.len() as f64 * Style::Arc.line_height();
    Some((width + 2.0 * LABEL_PADDING, height + 2.0))
}

/// The size of a node.
pub fn item(node: &Node) -> Item {
    let (width, height) = (width(&node.lines), self::height(&node.lines));
    let round = node.shape == Shape::Ellipse;
    let (rx, ry) = match node.shape {
        Shape::Ellipse => ellipse(width, &node.lines, height),
        Shape::Box | Shape::Rounded => (width / 2.0 + PADDING, height / 2.0 + PADDING),
        Shape::DoubleBox => (width / 2.0 + PADDING + 4.0, height / 2.0 + PADDING + 4.0),
    };
    let rx = rx.max(24.0);
    let beside = match node.beside.is_empty() {
        true => 0.0,
        false => self::width(&node.beside) + BESIDE_GAP,
    };
    let tags = node.tags.iter().map(|t| tag_width(t) - TAG_OVERLAP);
    let aside = self::height(&node.beside).max(node.tags.len() as f64 * TAG_STEP);
    Item {
        rx,
        ry,
        round,
        left: rx + tags.fold(0.0, f64::max),
        right: rx + beside,
        half_height: ry.max(aside / 2.0),
    }
}

/// Makes an item wide enough for the ends of its edges to stand side by side.
pub fn widen(item: &mut Item, edges: usize) {
    let more = (edges.saturating_sub(4) as f64 * 5.0).min(80.0);
    item.rx += more;
    item.left += more;
    item.right += more;
}

/// The flattest ellipse around lines of text that does not look squeezed: each corner of each line lies in it.
fn ellipse(width: f64, lines: &[Line], height: f64) -> (f64, f64) {
    let ry = height / 2.0 * 1.25 + 6.0;
    let mut rx = width / 2.0 + PADDING;
    let mut y = -height / 2.0;
    for line in lines {
        let next = y + line.style.line_height();
        // Letters do not fill the line's height.
        let far = (y.abs().max(next.abs()) - 3.0) / ry;
        let half = text::width(&line.text, line.style) / 2.0 + 2.0;
        rx = rx.max(half / (1.0 - far * far).max(0.05).sqrt());
        y = next;
    }
    (rx, ry)
}
