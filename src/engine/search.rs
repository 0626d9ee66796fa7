//! Growing the memo: the steps of a transition's plan from where a node stands up to the next token, evaluated.
//!
//! In a net whose tokens are never met again this is most of the work, so it copies little and asks for no memory.

use super::code::Code;
use super::element::{Element, Put, Range, Take, add_takes};
use super::failure::late;
use super::layout::Field;
use super::machine::Given;
use super::memo::{Branch, Children, Fork, Near, Node};
use super::sets::{SetId, Sets};
use super::shared::{Handle, Shared};
use super::tokens::Token;
use super::values::Colour;
use super::worker::{Halt, Worker};
use crate::net::flat::{self, Step, Tokens, Transition, VariableId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::program::ColourSetId;

/// A branch of a place with at most this many counters has its children in an array.
const ARRAY: u32 = 256;

/// A branch of a place with more tokens than this has its children in a list of their own.
const CROWD: usize = 16;

/// Binding elements found between two looks at whether to stop: one marking may have very many.
const LOOK: u32 = 4096;

/// How often each node of the memo must be asked for, if inscriptions are small, and if not.
const EASY: f64 = 6.0;
const HARD: f64 = 1.25;

/// Where a search stands: values, takes, and the plan's next step.
#[derive(Clone, Debug, Default)]
pub(super) struct Point {
    transition: usize,
    step: usize,
    pub(super) clock: i64,
    pub(super) colours: Vec<Colour>,
    takes: Vec<Take>,
    /// How many of `takes` the last branch already tested.
    tested: usize,
    /// The place and token that the last branch chose: it is there.
    chosen: Option<(u32, Token)>,
}

/// Lists that are used again and again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    point: Option<Box<Point>>,
    /// A second handle, for those who need one while the worker changes: counting handles costs more than one would think.
    shared: Option<Arc<Handle>>,
    pub(super) given: Vec<Given>,
    pub(super) puts: Vec<Put>,
    takes: Vec<Take>,
    pub(super) colours: Vec<Colour>,
    /// The tokens of inscriptions without variables that may give several, by their code.
    pub(super) constants: FxHashMap<u32, Vec<Given>>,
    /// The colours of colour sets that are tried one by one.
    colour_sets: FxHashMap<ColourSetId, Arc<[Colour]>>,
}

impl Worker {
    /// The root of a transition's tree, met in a marking.
    pub(super) fn root(
        &mut self,
        transition: usize,
        clock: i64,
        state: &[u64],
    ) -> Result<Node, Box<Halt>> {
        let shared = self.shared.clone();
        let variables = shared.net.transitions[transition].variables.len();
        let mut point = Point {
            transition,
            clock,
            colours: vec![0; variables],
            ..Point::default()
        };
        self.go_on(&shared, &mut point, state)
    }

    /// The node after choosing `token` at a branch, met in a marking.
    pub(super) fn grow(
        &mut self,
        transition: usize,
        branch: u32,
        token: u32,
        clock: i64,
        state: &[u64],
    ) -> Result<Node, Box<Halt>> {
        let spare = self.scratch.shared.take();
        let shared = spare.unwrap_or_else(|| self.shared.clone());
        let net = &shared.net.transitions[transition];
        let from = self.memo.branches[branch as usize];
        let mut point = self.scratch.point.take().unwrap_or_default();
        (point.transition, point.clock) = (transition, clock);
        point.step = from.step as usize + 1;
        point.tested = from.takes.len as usize;
        point.chosen = Some((from.place, token));
        point.colours.clear();
        point
            .colours
            .extend_from_slice(from.binding.of(&self.memo.colours));
        point.takes.clear();
        point
            .takes
            .extend_from_slice(from.takes.of(&self.memo.takes));
        let place = from.place as usize;
        let colour = shared.places[place].tokens.colour(token);
        let pointer = shared.net.places[place].pointer;
        let matches = match &net.plan[from.step as usize] {
            Step::Token(_, matcher) => {
                self.matched(net, matcher, &mut point, Some((colour, pointer)))?
            }
            _ => false,
        };
        let node = match matches {
            true => self.go_on(&shared, &mut point, state)?,
            false => Node::Fail,
        };
        self.scratch.point = Some(point);
        self.scratch.shared = Some(shared);
        self.memo.set_child(branch, token, node);
        if self.reuse[transition].grown() {
            self.judge(transition);
        }
        Ok(node)
    }

    /// Whether a transition's memo is worth its while: not, if what it holds is rarely asked for again. It must be asked for more often if finding out anew is easy.
    #[cold]
    fn judge(&mut self, transition: usize) {
        let mut functions = self.shared.net.transitions[transition].functions();
        let easy = functions.all(|function| self.machine.is_easy(function));
        self.reuse[transition].judge(if easy { EASY } else { HARD });
    }

    /// Does the plan's steps up to the next token or the end.
    fn go_on(
        &mut self,
        shared: &Shared,
        point: &mut Point,
        state: &[u64],
    ) -> Result<Node, Box<Halt>> {
        let net = &shared.net.transitions[point.transition];
        while let Some(step) = net.plan.get(point.step) {
            match step {
                Step::Token(place, _) => return Ok(self.branch(point, place.0, state)),
                Step::Let(matcher) => {
                    if !self.matched(net, matcher, point, None)? {
                        return Ok(Node::Fail);
                    }
                }
                Step::Test(function) if self.hopeful && function.clock => {}
                Step::Test(function) => {
                    if !self.holds(net, function, point, None)? {
                        return Ok(Node::Fail);
                    }
                }
                Step::Each(variable) => {
                    let colours = self.each(net, *variable)?;
                    let mut nodes = Vec::with_capacity(colours.len());
                    for &colour in &colours[..] {
                        let mut next = point.clone();
                        next.step += 1;
                        next.tested = point.takes.len();
                        next.colours[variable.0 as usize] = colour;
                        match self.go_on(shared, &mut next, state)? {
                            Node::Fail => {}
                            node => nodes.push(node),
                        }
                    }
                    return Ok(match nodes[..] {
                        [] => Node::Fail,
                        [node] => node,
                        _ => self.fork(point, &nodes),
                    });
                }
                Step::Need(arc) => {
                    let arc = &net.inputs[*arc];
                    self.need(shared, net, arc, point)?;
                }
            }
            point.step += 1;
        }
        self.element(shared, point, state)
    }

    /// Adds what an input arc takes.
    #[inline]
    fn need(
        &mut self,
        shared: &Shared,
        net: &Transition,
        arc: &flat::Arc,
        point: &mut Point,
    ) -> Result<(), Box<Halt>> {
        let place = arc.place.0;
        if let Tokens::One(function) = &arc.tokens {
            self.machine.set_clock(point.clock);
            let token = self.one(shared, net, place as usize, function, &point.colours)?;
            point.takes.push(Take {
                place,
                token,
                count: 1,
                early: 0,
            });
            return Ok(());
        }
        self.tokens(net, arc, &point.colours, point.clock)?;
        if self.forgets_past && self.scratch.given.iter().any(|one| one.after < 0) {
            return Err(late(net, arc.tokens.function()).into());
        }
        for one in &self.scratch.given {
            let (token, _) = shared.places[place as usize].tokens.intern(one.colour);
            point.takes.push(Take {
                place,
                token,
                count: one.count,
                early: one.after,
            });
        }
        Ok(())
    }

    /// All colours of a variable's colour set.
    fn each(&mut self, net: &Transition, variable: VariableId) -> Result<Arc<[Colour]>, Box<Halt>> {
        let set = net.variables[variable.0 as usize].colour;
        if let Some(known) = self.scratch.colour_sets.get(&set) {
            return Ok(known.clone());
        }
        let colours: Arc<[Colour]> = self.all_colours(net, variable)?.into();
        self.scratch.colour_sets.insert(set, colours.clone());
        Ok(colours)
    }

    /// A binding element. If its tokens are there, which is likely, what it puts is evaluated at once.
    fn element(
        &mut self,
        shared: &Shared,
        point: &mut Point,
        state: &[u64],
    ) -> Result<Node, Box<Halt>> {
        if !add_takes(&mut point.takes) {
            // No place has so many tokens.
            return Ok(Node::Fail);
        }
        let number = self.memo.elements.len() as u32;
        if number.is_multiple_of(LOOK) {
            self.look_around(point.transition)?;
        }
        let transition = point.transition;
        let plain = self.layout.clock.is_none() && shared.impure[transition].is_none();
        let mut puts = std::mem::take(&mut self.scratch.puts);
        let known = plain && self.eager && self.present(&point.takes, state);
        if known {
            let (colours, clock) = (&mut point.colours, point.clock);
            self.evaluate_puts(shared, transition, colours, clock, false, &mut puts)?;
        }
        let memo = &mut self.memo;
        let binding = point.colours.iter().copied();
        memo.worth.note(binding.fold(transition as u64, mix));
        memo.elements.push(Element {
            takes: Range::append(&mut memo.takes, &point.takes),
            puts: known.then(|| Range::append(&mut memo.puts, &puts)),
            binding: Range::append(&mut memo.colours, &point.colours),
        });
        self.memo.codes.elements.push(Code::default());
        self.compile_element(number, &point.takes, known.then_some(&puts));
        self.scratch.puts = puts;
        Ok(Node::Leaf(number))
    }

    /// Whether tokens are there, on places without time.
    fn present(&self, takes: &[Take], state: &[u64]) -> bool {
        takes
            .iter()
            .all(|take| self.is_present(take.place as usize, take.token, take.count, state))
    }

    /// Whether so many tokens are on a place without time.
    #[inline]
    pub(super) fn is_present(&self, place: usize, token: Token, count: u32, state: &[u64]) -> bool {
        match self.layout.fields[place] {
            Field::Sparse(slot) => {
                let set = slot.get(state) as u32;
                if let Some(only) = Sets::token_of(set) {
                    return only == token && count <= 1;
                }
                let sets = &self.shared.places[place].sets;
                let (start, end) = sets.span(set);
                let mut items = (start..end).map(|at| sets.at(at));
                items.any(|(other, some)| other == token && some >= count)
            }
            field @ Field::Dense { .. } => {
                (field.counter(token)).is_some_and(|slot| slot.get(state) >= u64::from(count))
            }
        }
    }

    fn fork(&mut self, point: &Point, nodes: &[Node]) -> Node {
        let check = self.check_new(point);
        self.memo.forks.push(Fork {
            nodes: Range::append(&mut self.memo.fork_nodes, nodes),
            takes: Range::append(&mut self.memo.takes, &point.takes),
            check,
        });
        Node::Fork(self.memo.forks.len() as u32 - 1)
    }

    /// The test of what was found since the last one. A token that was just chosen is there, and so is the only colour of a place that the first look found marked (`gate`).
    fn check_new(&mut self, point: &Point) -> Option<u32> {
        let found = &point.takes[point.tested..];
        let shared = &self.shared;
        let gated = |place: u32| {
            let mut inputs = shared.net.transitions[point.transition].inputs.iter();
            self.layout.has_one_colour(place as usize)
                && inputs.any(|arc| arc.place.0 == place && matches!(arc.tokens, Tokens::One(_)))
        };
        let is_there = |take: &Take| {
            let same = |other: &&Take| (other.place, other.token) == (take.place, take.token);
            take.count == 1
                && point.takes.iter().filter(same).count() == 1
                && (point.chosen == Some((take.place, take.token)) || gated(take.place))
        };
        match found.iter().all(is_there) {
            true => None,
            false => Some(self.check(found)),
        }
    }

    fn branch(&mut self, point: &Point, place: u32, state: &[u64]) -> Node {
        let check = self.check_new(point);
        // A first branch is one of few and may see all tokens: its children have a list of their own.
        let first = point.step == 0 || point.tested == point.takes.len() && point.takes.is_empty();
        let array = match self.layout.fields[place as usize] {
            Field::Dense { capacity, .. } if capacity <= ARRAY && !first => capacity,
            _ => 0,
        };
        let own = array == 0 && (first || self.is_crowded(place as usize, state));
        let start = match own {
            true => {
                self.memo.own_children.push(Near::default());
                self.memo.own_children.len() as u32 - 1
            }
            false => self.memo.children.len() as u32,
        };
        let unknown = std::iter::repeat_n(Node::Unknown, array as usize);
        self.memo.children.extend(unknown);
        self.memo.branches.push(Branch {
            place,
            step: point.step as u32,
            binding: Range::append(&mut self.memo.colours, &point.colours),
            takes: Range::append(&mut self.memo.takes, &point.takes),
            check,
            children: Children {
                own,
                start,
                len: array,
            },
            few: [(Token::MAX, Node::Unknown); 2],
        });
        Node::Branch(self.memo.branches.len() as u32 - 1)
    }

    /// Whether a place has many tokens.
    fn is_crowded(&self, place: usize, state: &[u64]) -> bool {
        match self.layout.fields[place] {
            Field::Sparse(slot) => {
                let set = slot.get(state) as SetId;
                let (start, end) = self.shared.places[place].sets.span(set);
                end - start > CROWD
            }
            Field::Dense { capacity, .. } => capacity > ARRAY,
        }
    }

    /// Evaluates what an element puts and remembers it.
    pub(super) fn resolve(
        &mut self,
        shared: &Shared,
        transition: usize,
        element: u32,
        clock: i64,
    ) -> Result<(), Box<Halt>> {
        let puts = self.evaluate(shared, transition, element, clock, false)?;
        let range = self.memo.elements[element as usize].takes;
        let mut takes = std::mem::take(&mut self.scratch.takes);
        takes.clear();
        takes.extend_from_slice(range.of(&self.memo.takes));
        self.compile_element(element, &takes, Some(&puts));
        let range = Range::append(&mut self.memo.puts, &puts);
        self.memo.elements[element as usize].puts = Some(range);
        (self.scratch.takes, self.scratch.puts) = (takes, puts);
        Ok(())
    }

    /// Makes the operations of an element, if possible for markings in which its sparse places have at most one token: those are done fastest.
    pub(super) fn compile_element(
        &mut self,
        element: u32,
        takes: &[Take],
        puts: Option<&Vec<Put>>,
    ) {
        let codes = &mut self.memo.codes;
        let exact = match puts {
            Some(puts) if self.layout.clock.is_none() => {
                codes.compile_exact(&self.layout, takes, puts)
            }
            _ => None,
        };
        let code = match exact {
            Some(code) => code,
            None => {
                let (timed, puts) = (&self.shared.timed_places, puts.map(Vec::as_slice));
                codes.compile(&self.layout, timed, takes, puts)
            }
        };
        codes.elements[element as usize] = code;
    }

    /// Makes the operations of an element for all markings: one had more than one token on a sparse place.
    #[cold]
    pub(super) fn generalise(&mut self, number: u32) {
        let element = self.memo.elements[number as usize];
        let takes = element.takes.of(&self.memo.takes).to_vec();
        let puts = element.puts.map(|puts| puts.of(&self.memo.puts).to_vec());
        let (codes, timed) = (&mut self.memo.codes, &self.shared.timed_places);
        let code = codes.compile(&self.layout, timed, &takes, puts.as_deref());
        codes.elements[number as usize] = code;
    }

    fn check(&mut self, takes: &[Take]) -> u32 {
        let (codes, timed) = (&mut self.memo.codes, &self.shared.timed_places);
        let code = codes.compile(&self.layout, timed, takes, None);
        self.memo.codes.checks.push(code);
        self.memo.codes.checks.len() as u32 - 1
    }

    /// Makes all operations anew, for another layout.
    pub(super) fn compile_all(&mut self) {
        self.cache.clear();
        self.memo.codes.clear();
        let elements = self.memo.elements.len();
        self.memo.codes.elements.resize(elements, Code::default());
        for i in 0..elements {
            let element = self.memo.elements[i];
            let takes = element.takes.of(&self.memo.takes).to_vec();
            let puts = element.puts.map(|puts| puts.of(&self.memo.puts).to_vec());
            self.compile_element(i as u32, &takes, puts.as_ref());
        }
        for i in 0..self.memo.branches.len() {
            let branch = self.memo.branches[i];
            if branch.check.is_some() {
                // All that is known is tested, also what an earlier branch tested: rarely more, never wrong.
                let takes = branch.takes.of(&self.memo.takes).to_vec();
                self.memo.branches[i].check = Some(self.check(&takes));
            }
        }
        for i in 0..self.memo.forks.len() {
            let fork = self.memo.forks[i];
            if fork.check.is_some() {
                let takes = fork.takes.of(&self.memo.takes).to_vec();
                self.memo.forks[i].check = Some(self.check(&takes));
            }
        }
    }
}
