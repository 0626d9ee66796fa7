//! One thread's evaluator: colours go in, colours come out.
//!
//! A small inscription is evaluated on the stored values themselves (`direct`). For the others, a colour that is used as an argument is copied into the
//! evaluator's heap once and stays there. What an inscription allocates is dropped as soon as its result was read, so the heap does not grow with the number
//! of evaluations.

use super::brief::Brief;
use super::direct::Direct;
use super::translate::{Copies, Numbers};
use super::values::{Colour, Values};
use crate::net::flat::{Function, Tokens, Variable, VariableId};
use rustc_hash::FxHashMap;
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
    /// On stored values, and if it looks at no token at once.
    Brief(Brief),
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
    pub(super) here: Copies,
    /// Which value a permanent object of the heap is.
    pub(super) known: Numbers,
    /// The same for objects that are dropped after the evaluation.
    pub(super) fresh: FxHashMap<Word, Colour>,
    arguments: Vec<Word>,
    pub(super) stack: Vec<Word>,
    pub(super) node: Vec<u64>,
    elements: Vec<(Word, Word)>,
    clock: i64,
    /// Where in the heap copies of values begin.
    pub(super) copies: usize,
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
        match self.way(values, function) {
            Way::Brief(brief) if first.is_none() => return brief.value(env),
            Way::Brief(_) | Way::Direct => {}
            _ => return None,
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

    /// Whether a function that was evaluated before was so on stored values, or not at all.
    pub fn is_easy(&self, function: &Function) -> bool {
        let way = self.ways.get(function.code.0 as usize);
        function.variable.is_some() || !matches!(way, Some(Way::Evaluator))
    }

    /// What a function does, if it is a single operation.
    pub fn brief(&mut self, values: &Values, function: &Function) -> Option<Brief> {
        match self.way(values, function) {
            Way::Brief(brief) => Some(brief),
            _ => None,
        }
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
        let mut way = match able && !function.effects.is_impure() && !function.effects.cells {
            true => Way::Direct,
            false => Way::Evaluator,
        };
        if way == Way::Direct {
            if let Some(brief) = Brief::of(&self.vm, function) {
                way = Way::Brief(brief);
            }
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
            Way::Brief(brief) if let Some(colour) = brief.value(env) => Ok(colour),
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

    /// Forgets which colour each object of the heap is, for other tables of values. The objects stay.
    pub fn forget_colours(&mut self) {
        self.here.clear();
        self.known.clear();
        self.direct.forget();
        self.ways.clear();
    }

    /// Bytes of the heap and of the maps to it.
    pub fn bytes(&self) -> usize {
        self.vm.heap.len() * 8 + self.here.bytes() + self.known.bytes()
    }
}
