//! What binding search has found so far: for each transition a tree whose branches are tokens.
//!
//! A transition's plan takes some of its input places in turn; a token chosen from each of them determines all variables, and with them what the
//! transition takes and puts. So each choice is a branch of a tree, made when a marking first has that token, and inscriptions are evaluated once for each
//! branch and never again. In a later marking binding search is a walk over the branches whose tokens are there.
//!
//! The memo is a cache. When it takes more memory than it is worth it is emptied, and fills again.

use super::code::{Code, Codes};
use super::element::{Element, Put, Range, Take};
use super::tokens::Token;
use super::values::Colour;
use super::worth::Worth;
use rustc_hash::FxHashMap;

/// Tokens so far apart may be in one list of children, few as there are; a power of two.
const GAP: usize = 1 << 8;

/// A point in binding search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Not looked at yet.
    Unknown,
    /// No binding begins like this.
    Fail,
    /// All variables are bound: an index into `Memo::elements`.
    Leaf(u32),
    /// A token of some place is next: an index into `Memo::branches`.
    Branch(u32),
    /// Several ways to go on without a token, for values of a finite colour set: an index into `Memo::forks`.
    Fork(u32),
}

/// A node that goes on with each colour of a colour set.
#[derive(Copy, Clone, Debug)]
pub struct Fork {
    /// Where to go on: among `Memo::fork_nodes`.
    pub nodes: Range,
    /// As of a `Branch`.
    pub takes: Range,
    /// As of a `Branch`.
    pub check: Option<u32>,
}

/// A node that goes on with the tokens of a place.
#[derive(Copy, Clone, Debug)]
pub struct Branch {
    /// The place.
    pub place: u32,
    /// The index of the plan's step.
    pub step: u32,
    /// Values of the variables bound so far, 0 for the others: among `Memo::colours`.
    pub binding: Range,
    /// What is known to be taken so far: among `Memo::takes`.
    pub takes: Range,
    /// The part of it that this node found, to be tested before going on: an index into `Codes::checks`, if there is any.
    pub check: Option<u32>,
    /// Where its children are.
    pub children: Children,
    /// The first children that are not there; often there are no more.
    pub few: [(Token, Node); 2],
}

/// Where the children of a branch are.
#[derive(Copy, Clone, Debug)]
pub struct Children {
    /// In a list of their own, `Memo::own_children[start]`, that follows the tokens; else among `Memo::children`.
    pub own: bool,
    /// See `own`.
    pub start: u32,
    /// How many tokens have their child among `Memo::children`.
    pub len: u32,
}

/// Children of a branch that sees most tokens: those of tokens that are not far from the first one met. Numbers of tokens grow while a search goes on, and a memo that was emptied
/// need not have room for those of long ago.
#[derive(Clone, Debug, Default)]
pub struct Near {
    start: Token,
    nodes: Vec<Node>,
}

impl Near {
    #[inline(always)]
    fn get(&self, token: Token) -> Option<Node> {
        let at = token.wrapping_sub(self.start) as usize;
        self.nodes.get(at).copied()
    }

    /// Sets the node of a token: how much longer the list is; `None` if the token is too far off.
    fn set(&mut self, token: Token, node: Node) -> Option<usize> {
        let length = self.nodes.len();
        if self.nodes.is_empty() {
            self.start = token & !(GAP as Token - 1);
        }
        let room = 2 * self.nodes.len() + GAP;
        if token < self.start && ((self.start - token) as usize) < room {
            let start = token & !(GAP as Token - 1);
            let before = (self.start - start) as usize;
            (self.nodes).splice(0..0, std::iter::repeat_n(Node::Unknown, before));
            self.start = start;
        }
        let at = token.wrapping_sub(self.start) as usize;
        if at >= room {
            return None;
        }
        if at >= self.nodes.len() {
            self.nodes.resize(at + 1, Node::Unknown);
        }
        self.nodes[at] = node;
        Some(self.nodes.len() - length)
    }
}

/// All trees, and the lists they are made of.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// The root of each transition.
    pub roots: Vec<Node>,
    /// Roots of transitions that look at the clock, by transition and time.
    pub timed_roots: FxHashMap<(u32, i64), Node>,
    /// See `Node`.
    pub branches: Vec<Branch>,
    /// See `Node`.
    pub elements: Vec<Element>,
    /// The outcomes of elements that draw random numbers, where they were needed: a range of `elements` for each.
    pub outcomes: FxHashMap<u32, Range>,
    /// See `Node`.
    pub forks: Vec<Fork>,
    /// See `Fork`.
    pub fork_nodes: Vec<Node>,
    /// See `Branch`.
    pub children: Vec<Node>,
    /// See `Children`.
    pub own_children: Vec<Near>,
    /// How long those lists are together.
    near: usize,
    /// Children of tokens beyond those in `children`: by branch and token.
    pub far_children: FxHashMap<(u32, Token), Node>,
    /// See `Branch`, `Element`.
    pub colours: Vec<Colour>,
    /// See `Branch`, `Element`.
    pub takes: Vec<Take>,
    /// See `Element`.
    pub puts: Vec<Put>,
    /// Operations on packed markings, of elements and branches.
    pub codes: Codes,
    /// How much of all this is worth keeping.
    pub worth: Worth,
}

impl Memo {
    /// An empty memo for so many transitions.
    pub fn new(transitions: usize) -> Memo {
        Memo {
            roots: vec![Node::Unknown; transitions],
            ..Memo::default()
        }
    }

    /// Forgets everything; the lists keep their memory, since they will fill again.
    pub fn clear(&mut self) {
        self.roots.fill(Node::Unknown);
        self.timed_roots.clear();
        self.branches.clear();
        self.elements.clear();
        self.outcomes.clear();
        self.forks.clear();
        self.fork_nodes.clear();
        self.children.clear();
        self.own_children.clear();
        self.near = 0;
        self.far_children.clear();
        self.colours.clear();
        self.takes.clear();
        self.puts.clear();
        self.codes.clear();
    }

    /// A binding that is of interest only to those who are told of its occurrence: the number of an element that no tree has.
    pub fn note_binding(&mut self, colours: &[Colour]) -> u32 {
        self.elements.push(Element {
            takes: Range::default(),
            puts: None,
            binding: Range::append(&mut self.colours, colours),
        });
        self.codes.elements.push(Code::default());
        self.elements.len() as u32 - 1
    }

    /// The node after choosing a token at a branch.
    #[inline(always)]
    pub fn child(&self, branch: u32, children: Children, token: Token) -> Node {
        if children.own {
            match self.own_children[children.start as usize].get(token) {
                // It may have been far when it was set.
                Some(Node::Unknown) | None => {}
                Some(node) => return node,
            }
        } else if token < children.len {
            return self.children[(children.start + token) as usize];
        }
        for &(other, node) in &self.branches[branch as usize].few {
            if other == token || node == Node::Unknown {
                return node;
            }
        }
        match self.far_children.get(&(branch, token)) {
            Some(&node) => node,
            None => Node::Unknown,
        }
    }

    /// Remembers the node after choosing a token at a branch.
    pub fn set_child(&mut self, branch: u32, token: Token, node: Node) {
        let from = &mut self.branches[branch as usize];
        let children = from.children;
        if children.own {
            let list = &mut self.own_children[children.start as usize];
            if let Some(more) = list.set(token, node) {
                self.near += more;
                return;
            }
        } else if token < children.len {
            self.children[(children.start + token) as usize] = node;
            return;
        }
        match (from.few.iter_mut()).find(|(_, node)| *node == Node::Unknown) {
            Some(free) => *free = (token, node),
            None => {
                self.far_children.insert((branch, token), node);
            }
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.branches.len() * size_of::<Branch>()
            + self.elements.len() * size_of::<Element>()
            + self.outcomes.capacity() * 16
            + self.forks.len() * size_of::<Fork>()
            + (self.fork_nodes.len() + self.children.len() + self.near) * size_of::<Node>()
            + self.own_children.len() * size_of::<Near>()
            + (self.far_children.capacity() + self.timed_roots.capacity()) * 24
            + self.colours.len() * 8
            + self.takes.len() * size_of::<Take>()
            + self.puts.len() * size_of::<Put>()
            + self.codes.bytes()
    }
}
