//! A session: texts come in one after the other, each is checked against what came before, evaluated, and its results come out.
//!
//! A text is checked as a whole first, so that all its problems are told at once and nothing is evaluated of a text that has errors. After a run-time
//! error the declarations before the failing one stay.

use crate::compile::Compiler;
use crate::core::{BindId, CoreId, Dec};
use crate::diagnostic::Diagnostic;
use crate::library;
use crate::load;
use crate::span::{SourceId, Sources, Span, Text};
use crate::syntax::ast::{Ast, ExprId, Name};
use crate::syntax::fixity::{self, Fixities};
use crate::syntax::reading::Reading;
use crate::syntax::token::Spanned;
use crate::syntax::{lexer, parser};
use crate::types::effects::Clock;
use crate::types::env::{Env, Value};
use crate::types::inscription::{Because, Wanted};
use crate::types::show::Namer;
use crate::types::ty::Ty;
use crate::types::{Checker, Item};
use crate::vm::program::ShapeId;
use crate::vm::{Budget, Vm, show};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

pub use crate::types::Dialect;
pub use crate::types::env::{Head, Overload};

/// What came out of a text, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A variable got a value.
    Bound {
        /// The variable; `it` for an expression.
        name: String,
        /// Its value as the top level prints it.
        value: String,
        /// Its type.
        ty: String,
    },
    /// Something was printed.
    Printed(String),
}

/// The result of running a text.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Values and output.
    pub events: Vec<Event>,
    /// Warnings and errors.
    pub diagnostics: Vec<Diagnostic>,
}

impl Outcome {
    /// Whether the text was refused or stopped by an error.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// What one text may use.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Function calls.
    pub steps: u64,
    /// Bytes of heap and stack.
    pub memory: usize,
    /// Characters of a printed value.
    pub value_length: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 250_000_000,
            memory: 1 << 30,
            value_length: 100_000,
        }
    }
}

/// A compiled function: `Session::call` evaluates it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Compiled(pub u32);

/// A compiled expression with what is known of its value.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The code.
    pub code: Compiled,
    /// What it computes.
    pub body: CoreId,
    /// How its value looks.
    pub shape: ShapeId,
    /// Its type, as it is written.
    pub ty: String,
    /// How it depends on the clock.
    pub clock: Clock,
}

/// What a declaration has to evaluate, and the names in scope after it.
type Checked = (Vec<Item>, Env);

/// Everything known so far.
#[derive(Clone, Debug)]
pub struct Session {
    /// All texts.
    pub sources: Sources,
    /// What each text may use.
    pub limits: Limits,
    pub(crate) checker: Checker,
    pub(crate) compiler: Compiler,
    /// The evaluator.
    pub vm: Vm,
    pub(crate) fixities: Fixities,
    /// Which sources belong to the library.
    pub(crate) library: BTreeSet<SourceId>,
    /// Which units of the library are loaded.
    pub(crate) loaded: Vec<bool>,
    pub(crate) exn_shape: ShapeId,
}

impl Session {
    /// A session in which the library is at hand.
    pub fn new(dialect: Dialect) -> Session {
        let (checker, basic) = Checker::new(dialect);
        let mut compiler = Compiler::default();
        let exn_shape = compiler.exn_shape(&checker);
        let mut vm = Vm::new(Default::default());
        vm.one_zero = dialect == Dialect::Cpn;
        let mut session = Session {
            sources: Sources::default(),
            limits: Limits::default(),
            checker,
            compiler,
            vm,
            fixities: Fixities::sml(),
            library: (0..library::FILES.len() as u32).map(SourceId).collect(),
            loaded: vec![false; library::UNITS.len()],
            exn_shape,
        };
        session
            .compiler
            .add_builtin_exceptions(&session.checker, &mut session.vm);
        for (name, text) in library::FILES {
            session.sources.add(name, Text::Ours(text));
        }
        for name in load::ALWAYS {
            session.load_name(name);
        }
        for item in basic {
            let ranges = session.colour_set(item);
            debug_assert!(ranges.is_ok());
        }
        session.checker.library_done();
        if dialect == Dialect::Cpn {
            session.fixities = Fixities::cpn();
        }
        session
    }

    /// Makes the clock a real number for all that follows. It is kept in millionths.
    pub fn use_real_time(&mut self) {
        // What is loaded later would see the other definitions.
        self.load_library();
        self.checker.use_real_time();
    }

    /// Whether the clock is a real number.
    pub fn has_real_time(&self) -> bool {
        self.checker.real_time
    }

    /// Says of `globref`s to be declared that nothing ever assigns to them, so that inscriptions may read them.
    pub fn set_constant_refs(&mut self, names: impl IntoIterator<Item = Name>) {
        self.checker.constant_refs = names.into_iter().collect();
    }

    /// Says of `globref`s to be declared that only code assigns to them which a state space does not run: what only reads them does not vary there.
    pub fn set_quiet_refs(&mut self, names: impl IntoIterator<Item = Name>) {
        self.checker.quiet_refs = names.into_iter().collect();
    }

    /// Says whether a value is meant by its name though a net variable hides it, as where no transition occurs.
    pub fn reveal_values(&mut self, reveal: bool) {
        self.checker.reveal(reveal);
    }

    /// Makes a value mean nothing, since its declaration has a mistake: whatever uses it is told, and does not get an older meaning. A net variable of that name stays, since inscriptions mean the
    /// variable.
    pub fn lose_value(&mut self, name: &Name, declared: Span) {
        let known = self.checker.env.values.get(name);
        if !matches!(known, Some(Value::NetVar(..))) {
            self.lose_variable(name, declared);
        }
    }

    /// The same for a net variable.
    pub fn lose_variable(&mut self, name: &Name, declared: Span) {
        let values = &mut self.checker.env.values;
        values.insert(name.clone(), Value::Lost(declared));
    }

    /// The same for a colour set.
    pub fn lose_colour_set(&mut self, name: &Name) {
        let env = &mut self.checker.env;
        env.types.remove(name);
        env.colours.remove(name);
        env.structures.remove(name);
    }

    /// Stops evaluations when the flag becomes non-zero.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicUsize>) {
        self.checker.interrupt = Some(flag.clone());
        self.vm.interrupt = Some(flag);
    }

    /// Checks a text and evaluates it if it has no errors.
    pub fn run(&mut self, name: &str, text: &str) -> Outcome {
        let mut events = Vec::new();
        let diagnostics = self.run_each(name, text, &mut |event| events.push(event));
        Outcome {
            events,
            diagnostics,
        }
    }

    /// The same, handing over each result as it comes.
    pub fn run_each(
        &mut self,
        name: &str,
        text: &str,
        each: &mut dyn FnMut(Event),
    ) -> Vec<Diagnostic> {
        let source = self.sources.add(name, text);
        self.run_registered(source, each)
    }

    /// The same as `run` for a text that is already among the sources.
    pub fn run_source(&mut self, source: SourceId) -> Outcome {
        let mut events = Vec::new();
        let diagnostics = self.run_registered(source, &mut |event| events.push(event));
        Outcome {
            events,
            diagnostics,
        }
    }

    fn run_registered(&mut self, source: SourceId, each: &mut dyn FnMut(Event)) -> Vec<Diagnostic> {
        let fixities = self.fixities.clone();
        let (ast, diagnostics) = self.read(source, Session::load_mentioned);
        let diagnostics = self.run_read(ast, diagnostics, each);
        if diagnostics.iter().any(Diagnostic::is_error) {
            self.fixities = fixities;
        }
        diagnostics
    }

    pub(crate) fn run_read(
        &mut self,
        ast: Ast,
        mut diagnostics: Vec<Diagnostic>,
        each: &mut dyn FnMut(Event),
    ) -> Vec<Diagnostic> {
        let before = self.checker.env.clone();
        let decs = self.checked_ast(&ast, &mut diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            self.checker.env = before;
            return diagnostics;
        }
        // The collector copies, so half of the memory is what values may take.
        self.vm.set_budget(Budget {
            steps: self.limits.steps,
            memory: self.limits.memory / 2,
        });
        let mut scope = before;
        for (items, after) in decs {
            for item in items {
                if let Err(errors) = self.evaluate_telling(item, each) {
                    diagnostics.extend(errors);
                    self.checker.env = scope;
                    return diagnostics;
                }
            }
            scope = after;
        }
        diagnostics
    }

    /// Checks a text without evaluating it; what it declares is forgotten.
    pub fn check(&mut self, name: &str, text: &str) -> Vec<Diagnostic> {
        let fixities = self.fixities.clone();
        let (before, _, diagnostics) = self.checked(name, text);
        self.checker.env = before;
        self.fixities = fixities;
        diagnostics
    }

    /// The type of an expression.
    pub fn type_of(&mut self, text: &str) -> Result<String, Vec<Diagnostic>> {
        let (before, decs, diagnostics) = self.checked("<type>", text);
        self.checker.env = before;
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        let last = decs.into_iter().flat_map(|d| d.0).last();
        let ty = match last {
            Some(Item::Dec(_, binds)) => binds.last().map(|&b| self.show_type(b)),
            _ => None,
        };
        Ok(ty.unwrap_or_default())
    }

    /// Names that may stand at this point, structures and their members included; sorted.
    pub fn names(&self) -> Vec<String> {
        let mut whole = self.clone();
        whole.load_library();
        let env = &whole.checker.env;
        let mut names: Vec<String> = env.values.keys().map(|n| n.to_string()).collect();
        let of_all = env.structures.get(load::OF_ALL_COLOURS);
        for (structure, members) in &env.structures {
            let of_all = of_all.filter(|_| env.colours.contains_key(structure));
            let members = members.values.keys();
            let members = members.chain(of_all.iter().flat_map(|all| all.values.keys()));
            names.extend(members.map(|n| format!("{structure}.{n}")));
        }
        names.sort();
        names.dedup();
        names
    }

    /// Whether a name means a value at this point.
    pub fn is_value(&self, name: &str) -> bool {
        let mut of_library = library::values("");
        self.checker.env.values.contains_key(name) || of_library.any(|known| known == name)
    }

    /// Compiles an expression over variables given as (name, type as it is written), such as an inscription. With `pure`, side effects are refused.
    pub fn compile(
        &mut self,
        name: &str,
        params: &[(&str, &str)],
        text: &str,
        pure: bool,
    ) -> Result<Compiled, Vec<Diagnostic>> {
        let declared: String = (params.iter())
            .map(|(n, t)| format!("var {n} : {t};"))
            .collect();
        let source = self.sources.add("<variables>", declared);
        let (ast, mut diagnostics) = self.read(source, Session::load_types);
        let before = self.checker.env.clone();
        self.checked_ast(&ast, &mut diagnostics);
        let types = params.iter().map(|(name, _)| {
            let ty = self.checker.net_variable_type(&(*name).into());
            (*name, ty)
        });
        let types: Vec<(&str, Ty)> = types.collect();
        self.checker.env = before;
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        let source = self.sources.add(name, text);
        let typed = self.compile_as(source, &types, pure, &Wanted::Any)?;
        Ok(typed.code)
    }

    /// Compiles a registered source that must evaluate to something in particular, over variables given as (name, type).
    pub fn compile_as(
        &mut self,
        source: SourceId,
        params: &[(&str, Ty)],
        pure: bool,
        wanted: &Wanted,
    ) -> Result<Typed, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let (ast, expr) = self.read_expression(source, Reading::Expression, &mut diagnostics);
        let before = self.checker.env.clone();
        let start = Span::new(source, 0, 0);
        for &(name, ty) in params {
            let value = Value::NetVar(ty, None, start);
            self.checker.env.values.insert(name.into(), value);
        }
        let vars: Vec<Name> = params.iter().map(|p| p.0.into()).collect();
        self.checker.pure = pure;
        let function =
            expr.map(|e| (self.checker).inscription(&ast, e, &vars, wanted, &Because::default()));
        self.checker.pure = false;
        self.checker.env = before;
        diagnostics.extend(self.checker.take_diagnostics());
        match function {
            Some(checked) if !diagnostics.iter().any(Diagnostic::is_error) => {
                let body = checked.body;
                self.compiler.declare_expression(&mut self.checker, body);
                let Session {
                    compiler,
                    checker,
                    vm,
                    ..
                } = self;
                let code = compiler.expression(checker, vm, &checked.params, body)?;
                let ty = checker.core[body].ty;
                let shape = compiler.closed(checker, ty);
                compiler.publish_shapes(vm);
                Ok(Typed {
                    code: Compiled(code),
                    body,
                    shape: ShapeId(shape.0),
                    ty: checker.show(ty),
                    clock: checked.clock,
                })
            }
            _ => Err(diagnostics),
        }
    }

    /// Checks a text. Returns the scope before it, what it declares, and what is wrong.
    fn checked(&mut self, name: &str, text: &str) -> (Env, Vec<Checked>, Vec<Diagnostic>) {
        let source = self.sources.add(name, text);
        let (ast, mut diagnostics) = self.read(source, Session::load_mentioned);
        let before = self.checker.env.clone();
        let decs = self.checked_ast(&ast, &mut diagnostics);
        (before, decs, diagnostics)
    }

    /// Parses a text and loads what it mentions of the library.
    pub(crate) fn read(
        &mut self,
        source: SourceId,
        load: fn(&mut Session, &[Spanned]),
    ) -> (Ast, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let text = self.sources.get(source).text.clone();
        let tokens = lexer::lex(&text, source, &mut diagnostics).tokens;
        load(self, &tokens);
        let mut ast = parser::parse_tokens(&text, source, tokens, &mut diagnostics);
        fixity::resolve(&mut ast, &mut self.fixities, &mut diagnostics);
        (ast, diagnostics)
    }

    /// The same for an expression.
    pub(crate) fn read_expression(
        &mut self,
        source: SourceId,
        reading: Reading,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Ast, Option<ExprId>) {
        let text = self.sources.get(source).text.clone();
        let mut tokens = lexer::lex(&text, source, diagnostics).tokens;
        reading.cut_operators(&mut tokens);
        self.load_mentioned(&tokens);
        let (mut ast, expr) = parser::parse_expression(&text, source, tokens, reading, diagnostics);
        fixity::resolve(&mut ast, &mut self.fixities.clone(), diagnostics);
        (ast, expr)
    }

    fn checked_ast(&mut self, ast: &Ast, diagnostics: &mut Vec<Diagnostic>) -> Vec<Checked> {
        self.checker.misread = diagnostics.iter().any(Diagnostic::is_error);
        let decs = self.checker.program(ast);
        diagnostics.extend(self.checker.take_diagnostics());
        diagnostics.sort_by_key(|d| (d.span(), d.code));
        decs
    }

    fn evaluate_telling(
        &mut self,
        item: Item,
        each: &mut dyn FnMut(Event),
    ) -> Result<(), Vec<Diagnostic>> {
        let result = self.evaluate(item);
        self.take_output(each);
        result?.into_iter().for_each(|b| each(self.bound(b)));
        Ok(())
    }

    /// Evaluates a checked declaration. Returns the variables it shows.
    pub(crate) fn evaluate(&mut self, item: Item) -> Result<Vec<BindId>, Vec<Diagnostic>> {
        match item {
            Item::Dec(dec, binds) => {
                self.compiler.declare(&mut self.checker, &dec);
                if let Dec::Val { .. } = &dec {
                    let func = self.compiler.top_val(&self.checker, &mut self.vm, &dec)?;
                    if let Err(stop) = self.vm.call(func, &[]) {
                        return Err(vec![self.explain(&stop)]);
                    }
                }
                Ok(binds)
            }
            Item::Colset(item) => self.colour_set(item).map(|()| Vec::new()),
        }
    }

    fn take_output(&mut self, each: &mut dyn FnMut(Event)) {
        if !self.vm.output.is_empty() {
            let bytes = std::mem::take(&mut self.vm.output);
            each(Event::Printed(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }

    fn bound(&self, bind: BindId) -> Event {
        let name = self.checker.core.binding(bind).name.to_string();
        let value = match self.compiler.global(bind) {
            Some(global) => {
                let word = match global.pointer {
                    true => self.vm.pointer_global(global.index),
                    false => self.vm.raw_global(global.index),
                };
                let shape = ShapeId(global.mono.0);
                show::sml(&self.vm, shape, word, self.limits.value_length)
            }
            None => "fn".to_string(),
        };
        Event::Bound {
            name,
            value,
            ty: self.show_type(bind),
        }
    }

    fn show_type(&self, bind: BindId) -> String {
        if let Some(shown) = self.checker.shown_types.get(&bind) {
            return shown.clone();
        }
        let ty = self.checker.core.binding(bind).scheme.ty;
        Namer::default().show(&self.checker.types, ty)
    }

    /// Whether a source belongs to the library.
    pub fn is_library(&self, source: SourceId) -> bool {
        self.library.contains(&source)
    }

    /// The sources of the library.
    pub fn library_sources(&self) -> &BTreeSet<SourceId> {
        &self.library
    }
}
