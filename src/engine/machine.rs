//! One thread's evaluator: colours go in, colours come out.
//!
//! A small inscription is evaluated on the stored values themselves (`direct`). For the others, a colour that is used as an argument is copied into the
//! evaluator's heap once and stays there. What an inscription allocates is dropped as soon as its result was read, so the heap does not grow with the number
//! of evaluations.

use super::archive::is_archived;
use super::direct::Direct;
use super::runs::is_cell;
use super::values::{Colour, Values};
use crate::net::flat::{Function, Tokens, Variable, VariableId};
use rustc_hash::FxHashMap;
use sweepnet_lang::vm::heap::{Heap, pointer_count};
use sweepnet_lang::vm::program::{IMMEDIATES, Word};
use sweepnet_lang::vm::{Budget, Stop, Vm};

/// Why an inscription has no usable result.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Its evaluation stopped.
    Stop(Box<Stop>),
    /// A time that 64 bits cannot hold.
    Time,
    /// A negative or too large number of tokens.
    Count,
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stop(Box::new(stop))
    }
}

/// Some tokens that an inscription gave.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Their colour.
    pub colour: Colour,
    /// How many.
    pub count: u32,
    /// Their stamp, as seen from the clock at the evaluation.
    pub after: i64,
}

impl Given {
    /// One token, ready now.
    pub fn one(colour: Colour) -> Given {
        Given {
            colour,
            count: 1,
            after: 0,
        }
    }
}

/// How a function is evaluated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Way {
    /// Not looked into yet.
    Unknown,
    /// On stored values.
    Direct,
    /// In the evaluator.
    Evaluator,
    /// It always gives one token of this colour.
    Constant(Colour),
}

/// The evaluator of one thread.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The evaluator.
    pub vm: Vm,
    budget: Budget,
    direct: Direct,
    /// How each function of the program is evaluated.
    ways: Vec<Way>,
    /// Where in the heap a value was copied to.
    here: Copies,
    /// Which value a permanent object of the heap is.
    known: Numbers,
    /// The same for objects that are dropped after the evaluation.
    fresh: FxHashMap<Word, Colour>,
    arguments: Vec<Word>,
    stack: Vec<Word>,
    node: Vec<u64>,
    elements: Vec<(Word, Word)>,
    clock: i64,
    /// Where in the heap copies of values begin.
    copies: usize,
    /// Words of colours that came out of the heap, for those who watch the memory.
    pub(super) made: usize,
}

impl Machine {
    /// An evaluator for a net's compiled inscriptions; each evaluation may use `budget`.
    pub fn new(vm: &Vm, budget: Budget) -> Machine {
        let mut vm = vm.clone();
        vm.heap.freeze();
        Machine {
            copies: vm.heap.len(),
            vm,
            budget,
            direct: Direct::default(),
            ways: Vec::new(),
            here: Copies::default(),
            known: Numbers::default(),
            fresh: FxHashMap::default(),
            arguments: Vec::new(),
            stack: Vec::new(),
            node: Vec::new(),
            elements: Vec::new(),
            clock: 0,
            made: 0,
        }
    }

    /// Sets the model time.
    pub fn set_clock(&mut self, clock: i64) {
        if self.clock != clock {
            self.clock = clock;
            self.vm.clock = clock.into();
        }
    }

    /// Evaluates a condition. Arguments as for `call`.
    pub fn holds(
        &mut self,
        values: &Values,
        function: &Function,
        variables: &[Variable],
        env: &[Colour],
        first: Option<(Colour, bool)>,
    ) -> Result<bool, Trouble> {
        let word = match self.attempt(values, function, env, first) {
            Some(word) => word,
            None => self.call(values, function, variables, env, first)?,
        };
        Ok(word != 0)
    }

    /// Evaluates a matcher. If it matches, the variables of `fields` get their values in `env`. Other arguments as for `call`.
    pub fn bind(
        &mut self,
        values: &Values,
        function: &Function,
        fields: &[(VariableId, u16)],
        variables: &[Variable],
        env: &mut [Colour],
        first: Option<(Colour, bool)>,
    ) -> Result<bool, Trouble> {
        if let Some(word) = self.attempt(values, function, env, first) {
            let object = self.direct.object();
            if object.is_none() && word < IMMEDIATES {
                return Ok(false);
            }
            for (variable, field) in fields {
                let at = 1 + usize::from(*field);
                env[variable.0 as usize] = match object {
                    Some(object) => object[at],
                    None => values.word(word, at),
                };
            }
            return Ok(true);
        }
        let word = self.call(values, function, variables, env, first)?;
        if word < IMMEDIATES {
            return Ok(false);
        }
        for (variable, field) in fields {
            let at = variable.0 as usize;
            let part = self.vm.heap.field(word, usize::from(*field));
            env[at] = self.colour(values, part, variables[at].pointer);
        }
        Ok(true)
    }

    /// Evaluates an inscription on stored values, if it is one that can be.
    #[inline]
    fn attempt(
        &mut self,
        values: &Values,
        function: &Function,
        env: &[Colour],
        first: Option<(Colour, bool)>,
    ) -> Option<Word> {
        if self.way(values, function) != Way::Direct {
            return None;
        }
        let first = first.map(|(colour, _)| colour);
        (self.direct).run(
            &self.vm,
            values,
            function.code.0,
            first,
            &function.reads,
            env,
        )
    }

    #[inline]
    fn way(&mut self, values: &Values, function: &Function) -> Way {
        match self.ways.get(function.code.0 as usize) {
            Some(Way::Unknown) | None => self.look_into(values, function),
            Some(way) => *way,
        }
    }

    #[cold]
    fn look_into(&mut self, values: &Values, function: &Function) -> Way {
        let code = function.code.0;
        let mut globals = Vec::new();
        let able = self.direct.is_able(&self.vm, code, &mut globals);
        let way = match able && !function.impure {
            true => Way::Direct,
            false => Way::Evaluator,
        };
        if way == Way::Direct {
            for global in globals {
                let colour = self.colour(values, self.vm.pointer_global(global), true);
                self.direct.set_global(global, colour);
            }
        }
        self.set_way(function, way);
        way
    }

    fn set_way(&mut self, function: &Function, way: Way) {
        let code = function.code.0 as usize;
        let known = self.ways.len().max(code + 1);
        self.ways.resize(known, Way::Unknown);
        self.ways[code] = way;
    }

    /// The colour of an inscription that gives one token.
    #[inline]
    pub fn one(
        &mut self,
        values: &Values,
        function: &Function,
        pointer: bool,
        variables: &[Variable],
        env: &[Colour],
    ) -> Result<Colour, Trouble> {
        if let Some(variable) = function.variable {
            return Ok(env[variable.0 as usize]);
        }
        match self.way(values, function) {
            Way::Constant(colour) => Ok(colour),
            _ => self.evaluate_one(values, function, pointer, variables, env),
        }
    }

    fn evaluate_one(
        &mut self,
        values: &Values,
        function: &Function,
        pointer: bool,
        variables: &[Variable],
        env: &[Colour],
    ) -> Result<Colour, Trouble> {
        let colour = match self.attempt(values, function, env, None) {
            Some(word) => match self.direct.object() {
                Some(object) => values.adding().intern(object),
                None => word,
            },
            None => {
                let word = self.call(values, function, variables, env, None)?;
                self.colour(values, word, pointer)
            }
        };
        if function.is_constant() {
            self.set_way(function, Way::Constant(colour));
        }
        Ok(colour)
    }

    /// Evaluates an inscription. `env` has the colours of all bound variables; `first` is the colour that a matcher looks at, with whether it is a pointer.
    /// The result is valid until the next evaluation.
    pub fn call(
        &mut self,
        values: &Values,
        function: &Function,
        variables: &[Variable],
        env: &[Colour],
        first: Option<(Colour, bool)>,
    ) -> Result<Word, Trouble> {
        self.vm.heap.thaw();
        self.arguments.clear();
        if let Some((colour, pointer)) = first {
            let word = self.word(values, colour, pointer);
            self.arguments.push(word);
        }
        for variable in &function.reads {
            let at = variable.0 as usize;
            let word = self.word(values, env[at], variables[at].pointer);
            self.arguments.push(word);
        }
        self.vm.set_budget(self.budget);
        Ok(self.vm.call(function.code.0, &self.arguments)?)
    }

    /// The word of a colour in this thread's heap.
    pub fn word(&mut self, values: &Values, colour: Colour, pointer: bool) -> Word {
        if !pointer || colour < IMMEDIATES {
            return colour;
        }
        match self.here.get(colour) {
            Some(word) => word,
            None => self.copy_in(values, colour),
        }
    }

    /// Where a value was copied to for good, if it was.
    pub(super) fn copied(&self, value: Colour) -> Option<Word> {
        self.here.get(value)
    }

    /// Copies a value and its parts into the heap, for good. Parts first, by a stack of its own: a list may be long.
    fn copy_in(&mut self, values: &Values, colour: Colour) -> Word {
        let mut stack = std::mem::take(&mut self.stack);
        let mut node = std::mem::take(&mut self.node);
        stack.push(colour);
        while let Some(&value) = stack.last() {
            if self.here.get(value).is_some() {
                stack.pop();
                continue;
            }
            if let Some((form, mut items, mut end)) = values.items(value) {
                if self.copy_items(form, &mut items, &mut end, &mut stack) {
                    let word = self.alloc_list(form, &items, end);
                    self.here.set(value, word);
                    self.known.set(word, value);
                    stack.pop();
                }
                continue;
            }
            values.read(value, &mut node);
            let waiting = stack.len();
            let pointers = pointer_count(node[0]);
            for part in (node[1..=pointers].iter_mut()).filter(|part| **part >= IMMEDIATES) {
                match self.here.get(*part) {
                    Some(word) => *part = word,
                    None => stack.push(*part),
                }
            }
            if stack.len() > waiting {
                continue;
            }
            let word = self.vm.heap.alloc(node[0], &node[1..]);
            self.here.set(value, word);
            self.known.set(word, value);
            stack.pop();
        }
        self.vm.heap.freeze();
        (self.stack, self.node) = (stack, node);
        self.here.get(colour).unwrap_or(colour)
    }

    /// Puts words in the place of a list's elements; those that are not here yet are added to `stack`, and `false` given.
    fn copy_items(
        &self,
        form: u64,
        items: &mut [Colour],
        end: &mut Colour,
        stack: &mut Vec<Colour>,
    ) -> bool {
        let waiting = stack.len();
        let items = match pointer_count(form) {
            2 => items,
            _ => &mut [],
        };
        let parts = items.iter_mut().chain([end]);
        for part in parts.filter(|part| **part >= IMMEDIATES) {
            match self.here.get(*part) {
                Some(word) => *part = word,
                None => stack.push(*part),
            }
        }
        stack.len() == waiting
    }

    /// A list in the heap.
    pub(super) fn alloc_list(&mut self, form: u64, items: &[Word], end: Word) -> Word {
        let (heap, pointers) = (&mut self.vm.heap, pointer_count(form) == 2);
        let items = items.iter().rev();
        items.fold(end, |tail, &head| heap.cons(head, tail, pointers))
    }

    /// The colour of a word of this thread's heap.
    pub fn colour(&mut self, values: &Values, word: Word, pointer: bool) -> Colour {
        if !pointer || word < IMMEDIATES {
            return word;
        }
        if let Some(colour) = self.known.get(word) {
            return colour;
        }
        self.fresh.clear();
        let mut stack = std::mem::take(&mut self.stack);
        let mut node = std::mem::take(&mut self.node);
        let mut adding = values.adding();
        let mut last = word;
        stack.push(word);
        while let Some(&object) = stack.last() {
            let heap = &self.vm.heap;
            let fresh = &self.fresh;
            let find = |word: Word| self.known.get(word).or_else(|| fresh.get(&word).copied());
            if let Some(colour) = find(object) {
                last = colour;
                stack.pop();
                continue;
            }
            let header = heap.header(object);
            let waiting = stack.len();
            if is_cell(header) {
                // A list: all its elements, then all of it, so that its cells need not be stored.
                node.clear();
                let end = heap_list(heap, object, find, &mut node, &mut stack);
                if stack.len() > waiting {
                    continue;
                }
                last = adding.list(header, &node, end);
                self.made += node.len();
                stack.pop();
                if heap.is_frozen(object) {
                    self.known.set(object, last);
                } else if !stack.is_empty() {
                    self.fresh.insert(object, last);
                }
                continue;
            }
            let pointers = pointer_count(header);
            node.clear();
            node.push(header);
            for (i, &word) in heap.fields(object).iter().enumerate() {
                if i >= pointers || word < IMMEDIATES {
                    node.push(word);
                } else {
                    match find(word) {
                        Some(colour) => node.push(colour),
                        None => stack.push(word),
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            last = adding.intern(&node);
            self.made += node.len();
            stack.pop();
            if heap.is_frozen(object) {
                self.known.set(object, last);
            } else if !stack.is_empty() {
                // the root needs no entry
                self.fresh.insert(object, last);
            }
        }
        (self.stack, self.node) = (stack, node);
        last
    }

    /// Drops the copies of values, if they take more than so many bytes. No word of the heap means anything afterwards.
    pub fn drop_copies(&mut self, bytes: usize) -> bool {
        let heap = &mut self.vm.heap;
        if (heap.len() - self.copies) * 8 <= bytes || heap.is_assigned() {
            return false;
        }
        heap.melt(self.copies);
        self.here.clear();
        self.known.clear();
        true
    }

    /// Forgets which colour each object of the heap is, for other tables of values. The objects stay.
    pub fn forget_colours(&mut self) {
        self.here.clear();
        self.known.clear();
        self.direct.forget();
        self.ways.clear();
    }

    /// Evaluates the tokens of an arc or initial marking.
    #[allow(clippy::too_many_arguments)]
    pub fn tokens(
        &mut self,
        values: &Values,
        tokens: &Tokens,
        pointer: bool,
        variables: &[Variable],
        env: &[Colour],
        given: &mut Vec<Given>,
    ) -> Result<(), Trouble> {
        given.clear();
        match tokens {
            Tokens::One(function) => {
                let colour = self.one(values, function, pointer, variables, env)?;
                given.push(Given::one(colour));
            }
            Tokens::Many(function) => {
                if let Some(word) = self.attempt(values, function, env, None) {
                    let tokens = self.direct.bag(word).iter();
                    given.extend(tokens.map(|&(colour, count)| Given {
                        colour,
                        count: count as u32,
                        after: 0,
                    }));
                    return Ok(());
                }
                let word = self.call(values, function, variables, env, None)?;
                self.read_elements(word);
                for i in 0..self.elements.len() {
                    let (element, count) = self.elements[i];
                    given.push(Given {
                        colour: self.colour(values, element, pointer),
                        count: u32::try_from(count).map_err(|_| Trouble::Count)?,
                        after: 0,
                    });
                }
            }
            Tokens::Stamped(function) => {
                let word = self.call(values, function, variables, env, None)?;
                let clock = self.clock;
                self.read_elements(word);
                for i in 0..self.elements.len() {
                    let (element, count) = self.elements[i];
                    let (first, second) = (
                        self.vm.heap.field(element, 0),
                        self.vm.heap.field(element, 1),
                    );
                    // the stamp is a pointer, and pointers come first
                    let (word, stamp) = match pointer {
                        true => (first, second),
                        false => (second, first),
                    };
                    let stamp = self.vm.heap.small_inf(stamp).ok_or(Trouble::Time)?;
                    given.push(Given {
                        colour: self.colour(values, word, pointer),
                        count: u32::try_from(count).map_err(|_| Trouble::Count)?,
                        after: stamp.checked_sub(clock).ok_or(Trouble::Time)?,
                    });
                }
            }
        }
        Ok(())
    }

    fn read_elements(&mut self, multiset: Word) {
        self.elements.clear();
        if multiset >= IMMEDIATES {
            let (elements, counts) = self.vm.heap.multiset(multiset);
            let pairs = elements.iter().copied().zip(counts.iter().copied());
            self.elements.extend(pairs);
        }
    }

    /// Bytes of the heap and of the maps to it.
    pub fn bytes(&self) -> usize {
        self.vm.heap.len() * 8 + self.here.bytes() + self.known.bytes()
    }
}

/// The colours of a list's elements, in `items`, and of what comes after those; whatever is not known yet is added to `stack`.
fn heap_list(
    heap: &Heap,
    list: Word,
    find: impl Fn(Word) -> Option<Colour>,
    items: &mut Vec<Colour>,
    stack: &mut Vec<Word>,
) -> Colour {
    let form = heap.header(list);
    let pointers = pointer_count(form) == 2;
    let mut known = |word: Word, pointer: bool| match pointer && word >= IMMEDIATES {
        false => word,
        true => find(word).unwrap_or_else(|| {
            stack.push(word);
            0
        }),
    };
    let mut cell = list;
    loop {
        let (head, tail) = heap.uncons(cell, pointers);
        items.push(known(head, pointers));
        let goes_on = tail >= IMMEDIATES && find(tail).is_none() && heap.header(tail) == form;
        if !goes_on {
            return known(tail, true);
        }
        cell = tail;
    }
}

/// Where in the heap values were copied to. The numbers of archived ones are large, and few of them are copied.
#[derive(Clone, Debug, Default)]
struct Copies {
    young: Numbers,
    archived: FxHashMap<Colour, Word>,
}

impl Copies {
    #[inline]
    fn get(&self, value: Colour) -> Option<Word> {
        match is_archived(value) {
            false => self.young.get(value),
            true => self.archived.get(&value).copied(),
        }
    }

    fn set(&mut self, value: Colour, word: Word) {
        match is_archived(value) {
            false => self.young.set(value, word),
            true => {
                self.archived.insert(value, word);
            }
        }
    }

    fn clear(&mut self) {
        self.young.clear();
        self.archived.clear();
    }

    fn bytes(&self) -> usize {
        self.young.bytes() + self.archived.capacity() * 17
    }
}

/// Small numbers by small numbers: a value's word in the heap, or the other way round. 0 stands for none, since neither has an object there.
#[derive(Clone, Debug, Default)]
struct Numbers(Vec<u32>);

impl Numbers {
    #[inline]
    fn get(&self, at: u64) -> Option<u64> {
        match self.0.get(at as usize) {
            Some(0) | None => None,
            Some(&number) => Some(u64::from(number)),
        }
    }

    fn set(&mut self, at: u64, number: u64) {
        let at = at as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = number as u32;
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn bytes(&self) -> usize {
        self.0.len() * 4
    }
}
