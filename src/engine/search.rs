//! Growing the memo: the steps of a transition's plan from where a node stands up to the next token, evaluated.

use super::code::Code;
use super::element::{Element, Put, Range, Take, add_puts, add_takes};
use super::failure::late;
use super::layout::Field;
use super::machine::{Given, Trouble};
use super::memo::{Branch, Children, Fork, Near, Node};
use super::sets::Sets;
use super::shared::Shared;
use super::values::Colour;
use super::worker::{Failure, Worker};
use crate::net::flat::{Function, Matcher, Step, Tokens, Transition, VariableId};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use sweepnet_lang::vm::equal::mix;
use sweepnet_lang::vm::program::ColourSetId;

/// A branch of a place with at most this many counters has its children in an array.
const ARRAY: u32 = 256;

/// Binding elements found between two looks at whether to stop: one marking may have very many.
const LOOK: u32 = 4096;

/// Where a search stands: values, takes, and the plan's next step.
#[derive(Clone, Debug, Default)]
pub(super) struct Point {
    transition: usize,
    step: usize,
    clock: i64,
    colours: Vec<Colour>,
    takes: Vec<Take>,
    /// How many of `takes` the last branch already tested.
    tested: usize,
}

/// Lists that are used again and again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    points: Vec<Point>,
    given: Vec<Given>,
    puts: Vec<Put>,
    takes: Vec<Take>,
    colours: Vec<Colour>,
    /// The tokens of inscriptions without variables that may give several, by their code.
    constants: FxHashMap<u32, Vec<Given>>,
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
    ) -> Result<Node, Failure> {
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
    ) -> Result<Node, Failure> {
        let shared = self.shared.clone();
        let net = &shared.net.transitions[transition];
        let from = self.memo.branches[branch as usize];
        let mut point = self.scratch.points.pop().unwrap_or_default();
        (point.transition, point.clock) = (transition, clock);
        point.step = from.step as usize + 1;
        point.tested = from.takes.len as usize;
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
        self.scratch.points.push(point);
        self.memo.set_child(branch, token, node);
        Ok(node)
    }

    /// Does the plan's steps up to the next token or the end.
    fn go_on(
        &mut self,
        shared: &Shared,
        point: &mut Point,
        state: &[u64],
    ) -> Result<Node, Failure> {
        let net = &shared.net.transitions[point.transition];
        while let Some(step) = net.plan.get(point.step) {
            match step {
                Step::Token(place, _) => return Ok(self.branch(point, place.0)),
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
                    let place = arc.place.0;
                    self.tokens(net, place, &arc.tokens, &point.colours, point.clock)?;
                    if self.forgets_past && self.scratch.given.iter().any(|one| one.after < 0) {
                        return Err(late(net, arc.tokens.function()));
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
                }
            }
            point.step += 1;
        }
        self.element(shared, point, state)
    }

    /// All colours of a variable's colour set.
    fn each(&mut self, net: &Transition, variable: VariableId) -> Result<Arc<[Colour]>, Failure> {
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
    ) -> Result<Node, Failure> {
        if !add_takes(&mut point.takes) {
            // No place has so many tokens.
            return Ok(Node::Fail);
        }
        let number = self.memo.elements.len() as u32;
        if number.is_multiple_of(LOOK) {
            self.look_around(point.transition)?;
        }
        self.memo.elements.push(Element {
            takes: Range::append(&mut self.memo.takes, &point.takes),
            puts: None,
            binding: Range::append(&mut self.memo.colours, &point.colours),
        });
        self.memo.codes.elements.push(Code::default());
        let binding = point.colours.iter().copied();
        (self.memo.worth).note(binding.fold(point.transition as u64, mix));
        let plain = self.layout.clock.is_none() && shared.impure[point.transition].is_none();
        if plain && self.eager && self.present(&point.takes, state) {
            self.resolve(shared, point.transition, number, point.clock)?;
        } else {
            self.compile_element(number, &point.takes, None);
        }
        Ok(Node::Leaf(number))
    }

    /// Whether tokens are there, on places without time.
    fn present(&self, takes: &[Take], state: &[u64]) -> bool {
        takes.iter().all(|take| {
            let place = take.place as usize;
            match self.layout.fields[place] {
                Field::Sparse(slot) => {
                    let sets = &self.shared.places[place].sets;
                    let set = slot.get(state) as u32;
                    if let Some(token) = Sets::token_of(set) {
                        return token == take.token && take.count <= 1;
                    }
                    let (start, end) = sets.span(set);
                    (start..end).any(|at| {
                        let (token, count) = sets.at(at);
                        token == take.token && count >= take.count
                    })
                }
                field @ Field::Dense { .. } => (field.counter(take.token))
                    .is_some_and(|slot| slot.get(state) >= u64::from(take.count)),
            }
        })
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

    /// The test of what was found since the last one.
    fn check_new(&mut self, point: &Point) -> Option<u32> {
        let found = &point.takes[point.tested..];
        (!found.is_empty()).then(|| self.check(found))
    }

    fn branch(&mut self, point: &Point, place: u32) -> Node {
        let check = self.check_new(point);
        // A first branch is one of few and may see all tokens: its children have a list of their own.
        let first = point.step == 0 || point.tested == point.takes.len() && point.takes.is_empty();
        let array = match self.layout.fields[place as usize] {
            Field::Dense { capacity, .. } if capacity <= ARRAY && !first => capacity,
            _ => 0,
        };
        let start = match first {
            true => {
                self.memo.first_children.push(Near::default());
                self.memo.first_children.len() as u32 - 1
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
                first,
                start,
                len: array,
            },
        });
        Node::Branch(self.memo.branches.len() as u32 - 1)
    }

    /// Makes the operations of an element, if possible for markings in which its sparse places have at most one token: those are done fastest.
    fn compile_element(&mut self, number: u32, takes: &[Take], puts: Option<&[Put]>) {
        let codes = &mut self.memo.codes;
        let exact = match puts {
            Some(puts) if self.layout.clock.is_none() => {
                codes.compile_exact(&self.layout, takes, puts)
            }
            _ => None,
        };
        let code = match exact {
            Some(code) => code,
            None => codes.compile(&self.layout, &self.shared.timed_places, takes, puts),
        };
        codes.elements[number as usize] = code;
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
            self.compile_element(i as u32, &takes, puts.as_deref());
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

    /// What an element that is enabled puts. In a state space a code segment that only has `effects` is not run.
    pub(super) fn evaluate_puts(
        &mut self,
        shared: &Shared,
        transition: usize,
        element: u32,
        clock: i64,
        effects: bool,
    ) -> Result<Vec<Put>, Failure> {
        let net = &shared.net.transitions[transition];
        let binding = self.memo.elements[element as usize].binding;
        let mut colours = std::mem::take(&mut self.scratch.colours);
        colours.clear();
        colours.extend_from_slice(binding.of(&self.memo.colours));
        self.machine.set_clock(clock);
        if let Some(code) = &net.code
            && (effects || !code.action.impure || !code.outputs.is_empty())
        {
            self.run_code(net, code, &mut colours)?;
            let start = binding.start as usize;
            self.memo.colours[start..start + colours.len()].copy_from_slice(&colours);
        }
        let delay = self.delay(net, &colours)?;
        let mut puts = std::mem::take(&mut self.scratch.puts);
        puts.clear();
        for arc in &net.outputs {
            let place = arc.place.0;
            let function = arc.tokens.function();
            self.tokens(net, place, &arc.tokens, &colours, clock)?;
            for i in 0..self.scratch.given.len() {
                let one = self.scratch.given[i];
                let tokens = &shared.places[place as usize].tokens;
                let (token, _) = tokens.intern(one.colour);
                if shared.restricted[place as usize] && !tokens.is_legal(token) {
                    self.check_legal(place as usize, one.colour, function.span)?;
                    tokens.set_legal(token);
                }
                let Some(after) = one.after.checked_add(delay) else {
                    return Err(self.failure_in(net, function, &colours, Trouble::Time));
                };
                puts.push(Put {
                    place,
                    token,
                    count: one.count,
                    after,
                });
            }
        }
        if !add_puts(&mut puts)
            && let Some(arc) = net.outputs.first()
        {
            let function = arc.tokens.function();
            return Err(self.failure_in(net, function, &colours, Trouble::Count));
        }
        self.scratch.colours = colours;
        Ok(puts)
    }

    /// Evaluates what an element puts and remembers it.
    pub(super) fn resolve(
        &mut self,
        shared: &Shared,
        transition: usize,
        element: u32,
        clock: i64,
    ) -> Result<(), Failure> {
        let puts = self.evaluate_puts(shared, transition, element, clock, false)?;
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

    fn run_code(
        &mut self,
        net: &Transition,
        code: &crate::net::flat::Code,
        colours: &mut [Colour],
    ) -> Result<(), Failure> {
        let values = &self.shared.values;
        let result = (self.machine).call(values, &code.action, &net.variables, colours, None);
        let word = result.map_err(|t| self.failure_in(net, &code.action, colours, t))?;
        let single = code.outputs.len() == 1;
        for (variable, field) in &code.outputs {
            let pointer = net.variables[variable.0 as usize].pointer;
            let part = match single {
                true => word,
                false => self.machine.vm.heap.field(word, usize::from(*field)),
            };
            let colour = self.machine.colour(&self.shared.values, part, pointer);
            colours[variable.0 as usize] = colour;
        }
        Ok(())
    }

    fn delay(&mut self, net: &Transition, colours: &[Colour]) -> Result<i64, Failure> {
        let Some(delay) = &net.delay else {
            return Ok(0);
        };
        let values = &self.shared.values;
        let result = (self.machine).call(values, &delay.function, &net.variables, colours, None);
        let word = result.map_err(|t| self.failure_in(net, &delay.function, colours, t))?;
        match delay.unbounded {
            false => Ok(word as i64),
            true => {
                let small = self.machine.vm.heap.inf(word).to_i64();
                small.ok_or_else(|| self.failure_in(net, &delay.function, colours, Trouble::Time))
            }
        }
    }

    /// Evaluates tokens into the scratch list. Inscriptions without variables are evaluated once.
    fn tokens(
        &mut self,
        net: &Transition,
        place: u32,
        tokens: &Tokens,
        colours: &[Colour],
        clock: i64,
    ) -> Result<(), Failure> {
        let function = tokens.function();
        let pointer = self.shared.net.places[place as usize].pointer;
        self.machine.set_clock(clock);
        let (machine, values) = (&mut self.machine, &self.shared.values);
        let given = &mut self.scratch.given;
        given.clear();
        // the most common case without further ado
        if let Tokens::One(function) = tokens {
            return match machine.one(values, function, pointer, &net.variables, colours) {
                Ok(colour) => {
                    given.push(Given::one(colour));
                    Ok(())
                }
                Err(trouble) => Err(self.failure_in(net, function, colours, trouble)),
            };
        }
        let constants = &mut self.scratch.constants;
        if function.is_constant()
            && let Some(known) = constants.get(&function.code.0)
        {
            given.extend_from_slice(known);
            return Ok(());
        }
        let result = machine.tokens(values, tokens, pointer, &net.variables, colours, given);
        if result.is_ok() && function.is_constant() {
            constants.insert(function.code.0, given.clone());
        }
        result.map_err(|trouble| self.failure_in(net, function, colours, trouble))
    }

    fn holds(
        &mut self,
        net: &Transition,
        function: &Function,
        point: &Point,
        first: Option<(Colour, bool)>,
    ) -> Result<bool, Failure> {
        self.machine.set_clock(point.clock);
        let (machine, values) = (&mut self.machine, &self.shared.values);
        machine
            .holds(values, function, &net.variables, &point.colours, first)
            .map_err(|t| self.failure_in(net, function, &point.colours, t))
    }

    /// Whether a colour or expression matches; if so its variables are bound.
    fn matched(
        &mut self,
        net: &Transition,
        matcher: &Matcher,
        point: &mut Point,
        first: Option<(Colour, bool)>,
    ) -> Result<bool, Failure> {
        match matcher {
            Matcher::Whole(variable) => {
                point.colours[variable.0 as usize] = first.map_or(0, |f| f.0);
                Ok(true)
            }
            Matcher::Test(function) => self.holds(net, function, point, first),
            Matcher::Bind(function, fields) => {
                self.machine.set_clock(point.clock);
                let (machine, values) = (&mut self.machine, &self.shared.values);
                let (variables, colours) = (&net.variables, &mut point.colours);
                machine
                    .bind(values, function, fields, variables, colours, first)
                    .map_err(|t| self.failure_in(net, function, &point.colours, t))
            }
        }
    }
}
