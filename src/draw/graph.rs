//! What is drawn: nodes with lines of text, edges with a label. Positions are the business of whoever draws it, unless they are given.

use super::layer::{Flow, Point};

/// A picture to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// What it shows, in a few words.
    pub title: String,
    /// What it shows, in a sentence for people who cannot see it.
    pub description: String,
    /// Nodes; edges name them by their index.
    pub nodes: Vec<Node>,
    /// Edges.
    pub edges: Vec<Edge>,
    /// Which of the edges on a cycle lead back.
    pub flow: Flow,
    /// How it is drawn, if somebody says so.
    pub placed: Option<Placed>,
}

/// A picture as its author made it, in pixels to the right and down.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Each node.
    pub nodes: Vec<Figure>,
    /// Where each edge bends.
    pub bends: Vec<Vec<Point>>,
    /// Where the label of each edge stands, from the middle between the centres of its nodes.
    pub labels: Vec<Option<Point>>,
}

/// How a node is drawn where somebody said so: its name inside, all other texts around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its centre.
    pub centre: Point,
    /// Width and height. A name that is larger makes it larger.
    pub size: Point,
    /// The name.
    pub lines: Vec<Line>,
    /// The texts around it.
    pub captions: Vec<Caption>,
}

/// A text that belongs to a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// The text.
    pub lines: Vec<Line>,
    /// Where its centre is, from that of the node.
    pub by: Point,
    /// Whether somebody put it there.
    pub given: bool,
    /// Whether it is a small mark.
    pub tag: bool,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its outline.
    pub shape: Shape,
    /// Its colours.
    pub look: Look,
    /// The text inside, from top to bottom.
    pub lines: Vec<Line>,
    /// The text at its right.
    pub beside: Vec<Line>,
    /// Small marks at its left.
    pub tags: Vec<String>,
    /// All that is known of it, shown to those who point at it.
    pub title: String,
}

/// The outline of a node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An ellipse.
    Ellipse,
    /// A rectangle.
    Box,
    /// A rectangle in a rectangle.
    DoubleBox,
    /// A rectangle with round corners.
    Rounded,
}

/// What a node stands for, and so its colours.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A place.
    Place,
    /// A transition.
    Transition,
    /// A transition that stands for a page.
    Substitution,
    /// A state.
    State,
    /// The initial state.
    Start,
    /// A state in which nothing can occur.
    Dead,
}

/// One line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text; no line breaks.
    pub text: String,
    /// What it says, and so its font and colour.
    pub style: Style,
}

impl Line {
    /// A line of the given style.
    pub fn new(style: Style, text: impl Into<String>) -> Line {
        Line {
            text: text.into(),
            style,
        }
    }
}

/// What a text says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// A name.
    Name,
    /// A colour set, or the page of a substitution transition.
    Kind,
    /// Tokens.
    Marking,
    /// A condition.
    Guard,
    /// A delay, a priority, a code segment.
    Detail,
    /// An inscription of an arc.
    Arc,
    /// A mark such as `In`.
    Tag,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// How it begins.
    pub tail: End,
    /// How it ends.
    pub head: End,
    /// Its label, line by line; maybe none.
    pub label: Vec<String>,
    /// The whole label and more, shown to those who point at it.
    pub title: String,
}

/// How an edge ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With nothing.
    Plain,
    /// With an arrow head.
    Arrow,
    /// With two arrow heads, one behind the other.
    DoubleArrow,
    /// With a small circle.
    Circle,
}
