//! Checking: from syntax to a typed `core` program.
//!
//! `ty` types, `unify` their unification, `env` scopes; `expr`, `apply`, `rules`, `pat`, `dec`, `datatype`, `colset`, `parts`, `annotate` one syntactic class each;
//! `coerce` colours and lists as multi-sets, `inscription` expressions over net variables, `matcher` those that are read as patterns, `exhaust` missing and useless match rows,
//! `message` what is said when types clash, `builtin` the initial environment. Checking never stops at the first problem: what is wrong gets the
//! error type, which agrees with everything.

pub mod builtin;
pub mod effects;
pub mod env;
pub mod show;
pub mod suggest;
pub mod ty;

mod annotate;
mod apply;
mod coerce;
mod colset;
mod datatype;
mod dec;
mod exhaust;
mod expr;
pub mod inscription;
pub(crate) mod instance;
mod library;
pub mod matcher;
mod message;
mod parts;
mod pat;
mod rules;
mod unify;
mod update;

use crate::core::{BindId, Binding, Core, CoreId, Dec, Kind, Match};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{Ident, Name, Path};
use effects::{Clock, Effects};
use env::{Env, TypeMeaning, Value};
use instance::Instance;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use ty::{Class, Node, Scheme, Ty, TyVar, Types};

pub use colset::{ColsetForm, ColsetItem, empty_range};

/// Whether a text is Standard ML or belongs to a net.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Standard ML: `@` appends lists.
    Sml,
    /// CPN ML: `@` is a time stamp (or appends, between lists); reals admit equality.
    Cpn,
}

/// A checked top-level declaration, in the order of evaluation.
#[derive(Clone, Debug)]
pub enum Item {
    /// Bindings to evaluate and print: the declaration and the variables it shows.
    Dec(Dec, Vec<BindId>),
    /// A colour set whose ranges are still to be evaluated.
    Colset(ColsetItem),
}

/// The checker: everything known so far, kept from text to text.
#[derive(Clone, Debug)]
pub struct Checker {
    /// Types.
    pub types: Types,
    /// The program so far.
    pub core: Core,
    /// Names in scope.
    pub env: Env,
    /// Exceptions: name and argument.
    pub exceptions: Vec<(Name, Option<Ty>)>,
    /// Colour sets: name, type, timed.
    pub colours: Vec<(Name, Ty, bool)>,
    /// Which language.
    pub dialect: Dialect,
    /// In a library file: `_prim` is allowed and unknown uses are our own mistakes.
    pub in_library: bool,
    /// In an inscription that must be pure: whatever has or depends on a side effect is refused.
    pub pure: bool,
    /// Names the library declared, for overloads: not changed by shadowing.
    library: Env,
    /// The same as the library's own files see it, without what was made of it for the user.
    unchanged: Env,
    diagnostics: Vec<Diagnostic>,
    int: Ty,
    bool: Ty,
    string: Ty,
    unit: Ty,
    exn: Ty,
    intinf: Ty,
    /// User type variables in scope.
    type_variables: Vec<(Name, Ty)>,
    /// Overloaded variables to be settled at the end of the top-level declaration.
    overloaded: Vec<(Ty, Span)>,
    /// Top-level variables whose type the value restriction left open.
    unsettled: Vec<BindId>,
    /// The types of expressions as they were before that: the value may be used at one type only, but any would do.
    pub shown_types: FxHashMap<BindId, String>,
    /// Integer constants whose range is checked once their type is known.
    constants: Vec<(num_bigint::BigInt, Ty, Span)>,
    /// Records of which not all fields are known.
    open_records: Vec<(Ty, Span)>,
    /// Record updates to be written out once the fields of their records are known.
    updates: Vec<update::Update>,
    /// The labels of the records of all updates so far, by where these are written.
    pub updated: Vec<(Span, Vec<Name>)>,
    /// The text has syntax errors: matches in it may be incomplete and are not checked.
    pub misread: bool,
    /// Structures around the declaration being checked.
    structure_path: Vec<Name>,
    /// Matches to be checked for missing and useless rows.
    matches: Vec<(Match, Span, Vec<Span>)>,
    /// What using a variable may do, if anything.
    effects_of: FxHashMap<BindId, Effects>,
    /// Whether the clock is a real number.
    pub real_time: bool,
    /// Names of `globref`s that nothing assigns to, as whoever sees all texts knows.
    pub constant_refs: BTreeSet<Name>,
    /// Names of `globref`s that only code assigns to which a state space does not run.
    pub quiet_refs: BTreeSet<Name>,
    /// Values that net variables hide.
    hidden: BTreeMap<Name, Value>,
    /// The cells of those: what they hold is a constant.
    constant_cells: FxHashSet<BindId>,
    /// The one of them that is being read: anything else might change it.
    cell_being_read: Option<BindId>,
    /// What the declaration being checked may do, so far.
    effects: Effects,
    /// How using a variable depends on the clock, if it does.
    clock_of: FxHashMap<BindId, Clock>,
    /// How the declaration being checked depends on the clock, so far.
    clock: Clock,
    /// The page instance whose inscriptions are checked, and whether one of them asks for its number.
    pub(crate) instance: Option<Instance>,
    /// While an inscription is only looked at: the net variables it mentions, each once.
    mentions: Option<Vec<Ident>>,
    /// For each number of components the type that matchers give back, once it was needed.
    found: Vec<Option<ty::DataId>>,
    /// Polled now and then: a value other than 0 ends the check.
    pub interrupt: Option<Arc<AtomicUsize>>,
    /// Nesting of `let` and functions; 0 at top level.
    depth: u32,
    /// Nesting of the pattern being checked.
    pattern_depth: usize,
    /// What the structures and `local`s being read declare; the innermost last.
    recorders: Vec<Env>,
}

/// Where an expected type comes from, for messages.
#[derive(Clone, Debug)]
pub(crate) struct Why {
    span: Option<Span>,
    text: String,
    /// Whether a colour may stand for a multi-set here. Not in a comparison: `x != 3` is more often a slip for `x <> 3`.
    colour_as_token: bool,
}

impl Why {
    fn new(span: Span, text: impl Into<String>) -> Why {
        Why {
            span: Some(span),
            text: text.into(),
            colour_as_token: true,
        }
    }

    fn none() -> Why {
        Why {
            span: None,
            text: String::new(),
            colour_as_token: true,
        }
    }

    /// The type is that of the argument of the function `name`.
    fn argument(span: Span, name: Option<&Name>) -> Why {
        let text = match name {
            Some(name) => format!("`{name}` takes `{{}}`"),
            None => "this function takes `{}`".to_string(),
        };
        let comparison = name.is_some_and(|n| matches!(&**n, "==" | "!=" | "<><>"));
        Why {
            colour_as_token: !comparison,
            ..Why::new(span, text)
        }
    }
}

impl Checker {
    /// A checker that knows what is built in, and the basic colour sets.
    pub fn new(dialect: Dialect) -> (Checker, Vec<ColsetItem>) {
        let mut types = Types::roomy();
        types.real_equality = dialect == Dialect::Cpn;
        let error = types.add(Node::Error);
        let mut checker = Checker {
            types,
            core: Core::default(),
            env: Env::default(),
            exceptions: Vec::new(),
            colours: Vec::new(),
            dialect,
            in_library: true,
            pure: false,
            library: Env::default(),
            unchanged: Env::default(),
            diagnostics: Vec::new(),
            int: error,
            bool: error,
            string: error,
            unit: error,
            exn: error,
            intinf: error,
            type_variables: Vec::new(),
            overloaded: Vec::new(),
            unsettled: Vec::new(),
            shown_types: FxHashMap::default(),
            constants: Vec::new(),
            open_records: Vec::new(),
            updates: Vec::new(),
            updated: Vec::new(),
            misread: false,
            structure_path: Vec::new(),
            matches: Vec::new(),
            effects_of: FxHashMap::default(),
            real_time: false,
            constant_refs: BTreeSet::new(),
            quiet_refs: BTreeSet::new(),
            hidden: BTreeMap::new(),
            constant_cells: FxHashSet::default(),
            cell_being_read: None,
            effects: Effects::default(),
            clock_of: FxHashMap::default(),
            clock: Clock::default(),
            instance: None,
            mentions: None,
            found: Vec::new(),
            interrupt: None,
            depth: 0,
            pattern_depth: 0,
            recorders: Vec::new(),
        };
        checker.types.start_declaration();
        checker.add_builtins();
        for &name in crate::library::STRUCTURES {
            let structures = &mut checker.env.structures;
            structures.entry(name.into()).or_default();
        }
        checker.unchanged = checker.env.clone();
        checker.library = checker.env.clone();
        let basic = checker.add_basic_colour_sets();
        (checker, basic)
    }

    /// What was found since the last call, in the order of the text.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        let mut found = std::mem::take(&mut self.diagnostics);
        // What else is wrong may follow from what was not checked any more.
        if found.iter().any(|d| d.code == "E0704") {
            found.retain(|d| d.code == "E0704");
        }
        found.sort_by_key(|d| (d.span(), d.code));
        found.dedup();
        found
    }

    /// Whether something found since the last `take_diagnostics` stops the program.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether the embedder asked to stop; it is reported once a text.
    fn is_interrupted(&mut self, span: Span) -> bool {
        let flag = self.interrupt.as_ref();
        let asked = flag.is_some_and(|flag| flag.load(Ordering::Relaxed) != 0);
        if asked && self.diagnostics.iter().all(|d| d.code != "E0704") {
            self.report(crate::failure::out_of_time(span));
        }
        asked
    }

    fn error_type(&mut self) -> Ty {
        self.types.add(Node::Error)
    }

    fn error_expr(&mut self, span: Span) -> CoreId {
        let ty = self.error_type();
        self.core.add(Kind::Error, ty, span)
    }

    /// A type as text.
    pub fn show(&self, ty: Ty) -> String {
        show::show(&self.types, ty)
    }

    /// A new variable of the program.
    fn new_binding(&mut self, name: &Ident, ty: Ty) -> BindId {
        let global = self.depth == 0;
        self.core.bind(Binding {
            name: name.name.clone(),
            span: name.span,
            scheme: Scheme::mono(ty),
            global,
        })
    }

    fn bind(&mut self, name: &Ident, id: BindId) {
        self.add_value(&name.name, Value::Var(id));
    }

    fn add_value(&mut self, name: &Name, value: Value) {
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.values.insert(name.clone(), value.clone());
        }
        self.env.values.insert(name.clone(), value);
    }

    /// Remembers the value that a net variable hides: it is still meant where there are no net variables.
    fn hide(&mut self, name: &Name) {
        let known = self.env.values.get(name);
        let value = known.filter(|value| !matches!(value, Value::NetVar(..) | Value::Lost(_)));
        if let Some(value) = value.filter(|_| !self.is_library_name(name)) {
            self.hidden.insert(name.clone(), value.clone());
        }
    }

    /// Lets the values mean something that net variables hide, or hides them again.
    pub(crate) fn reveal(&mut self, reveal: bool) {
        for (name, value) in &mut self.hidden {
            if let Some(known) = self.env.values.get_mut(name)
                && matches!(known, Value::NetVar(..)) == reveal
                && matches!(value, Value::NetVar(..)) != reveal
            {
                std::mem::swap(known, value);
            }
        }
    }

    fn add_type(&mut self, name: &Name, meaning: TypeMeaning) {
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.types.insert(name.clone(), meaning.clone());
        }
        self.env.types.insert(name.clone(), meaning);
    }

    fn add_all(&mut self, env: &Env) {
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.overlay(env);
        }
        self.env.overlay(env);
    }

    /// Adds the functions of a colour set. A structure of the same name (`colset Int = int`) is extended, not hidden.
    fn add_colour_structure(&mut self, name: Name, functions: &Env) {
        let mut merged = match self.env.structures.get(&name) {
            Some(old) => (**old).clone(),
            None => Env::default(),
        };
        merged.overlay(functions);
        self.add_structure(name, merged);
    }

    fn add_structure(&mut self, name: Name, declared: Env) {
        let merged = std::sync::Arc::new(declared);
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.structures.insert(name.clone(), merged.clone());
        }
        self.env.structures.insert(name, merged);
    }

    /// What a path means, reported if it means nothing.
    fn lookup_value(&mut self, path: &Path) -> Option<Value> {
        let Some(env) = self.env.scope(&path.structures) else {
            self.unknown_structure(path);
            return None;
        };
        match env.values.get(&path.name).cloned() {
            Some(Value::Lost(declared)) => {
                self.lost_value(path, declared);
                return None;
            }
            Some(value) => return Some(value),
            None => {}
        }
        // Reading and writing is the same for all colour sets.
        if let [colour] = path.structures.as_slice()
            && self.env.colours.contains_key(colour)
            && let Some(all) = self.library.structures.get(crate::load::OF_ALL_COLOURS)
            && let Some(value) = all.values.get(&path.name)
        {
            return Some(value.clone());
        }
        // `Int.+` and friends: operators of the number structures are the overloaded ones.
        if !path.structures.is_empty()
            && let Some(Value::Op(op)) = self.env.values.get(&path.name)
        {
            return Some(Value::Op(*op));
        }
        self.unknown_value(path);
        None
    }

    /// Remembers a variable to be settled as `int` (or what its class prefers) if nothing else settles it.
    fn fresh_overloaded(&mut self, class: Class, span: Span) -> Ty {
        let ty = self.types.fresh_var(class, false);
        self.overloaded.push((ty, span));
        ty
    }

    /// Settles what a top-level declaration left open, and checks its matches.
    pub(crate) fn settle(&mut self, span: Span) {
        for (ty, _) in std::mem::take(&mut self.overloaded) {
            if let Some(v) = self.types.as_var(ty) {
                let class = self.types.var(v).class;
                let default = if class.0 & Class::INT != 0 {
                    self.int
                } else {
                    self.types.con(ty::REAL, &[])
                };
                // Cannot fail: the default is in the class, and a class variable is never rigid.
                let _ = self.types.unify(ty, default);
            }
        }
        for (value, ty, span) in std::mem::take(&mut self.constants) {
            self.check_constant(&value, ty, span);
        }
        if std::mem::take(&mut self.types.too_large)
            && self.diagnostics.iter().all(|d| d.code != "E0311")
        {
            self.report(
                Diagnostic::error("E0311", span, "A type in this declaration is too large to work with.")
                    .at("its type grows exponentially")
                    .help("Often a function that doubles its argument, like `fn x => (x, x)`, is applied to itself many times; use a list or a datatype."),
            );
        }
        self.types.start_declaration();
        for (ty, span) in std::mem::take(&mut self.open_records) {
            if let Some(v) = self.types.as_var(ty)
                && let Some(fields) = self.types.var(v).fields.clone()
            {
                let labels: Vec<&Name> = fields.iter().map(|field| &field.0).collect();
                let help = match self.record_colour_set(&labels) {
                    Some(set) => format!(
                        "Say the type, for example `fn (r : {set}) => #{} r`.",
                        labels[0]
                    ),
                    None => {
                        "Say the type, for example `fn (r : {name: string, age: int}) => #name r`."
                            .to_string()
                    }
                };
                self.report(
                    Diagnostic::error(
                        "E0309",
                        span,
                        "The record's other fields are not known here.",
                    )
                    .at("which record type this is cannot be told")
                    .help(help),
                );
                let error = self.error_type();
                self.types.var_mut(v).fields = None;
                let _ = self.types.unify(ty, error);
            }
        }
        self.write_updates();
        for (found, span, rows) in std::mem::take(&mut self.matches) {
            self.check_match(&found, span, &rows);
        }
    }

    /// The colour set declared last whose colours are records with these fields.
    fn record_colour_set(&self, labels: &[&Name]) -> Option<&Name> {
        let has = |ty: Ty| {
            matches!(self.types.node(ty), Node::Record(fields) if labels.iter().all(|label| {
                fields.iter().any(|field| field.0 == **label)
            }))
        };
        let found = self.colours.iter().rev().find(|(_, ty, _)| has(*ty))?;
        (!labels.is_empty()).then_some(&found.0)
    }

    /// At the end of a text: a type that nothing settled cannot stay open, since code has been made for it. It becomes `unit`.
    fn close_unsettled(&mut self) {
        for bind in std::mem::take(&mut self.unsettled) {
            let mut vars = Vec::new();
            self.types
                .free_vars(self.core.binding(bind).scheme.ty, &mut vars);
            if vars.is_empty() {
                continue;
            }
            let binding = self.core.binding(bind).clone();
            let open = self.show(binding.scheme.ty);
            for v in vars {
                let (var, unit) = (self.types.add(Node::Var(v)), self.unit);
                // A type variable the user wrote stays open too; nothing can be done with it.
                self.types.var_mut(v).rigid = None;
                let _ = self.types.unify(var, unit);
            }
            if &*binding.name == "it" {
                self.shown_types.insert(bind, open);
            } else if !self.has_errors() {
                let name = &binding.name;
                self.report(
                    Diagnostic::warning("W0504", binding.span, format!("Nothing says what type `{name}` has."))
                        .at(format!("`{open}` is computed, so it cannot be used at several types; `{}` is taken", self.show(binding.scheme.ty)))
                        .help(format!("Say its type after the name: `val {name} : type = …`. A function can take its argument: `fun {name} x = …`.")),
                );
            }
        }
    }

    /// An integer constant must fit `int` where it is one.
    fn check_constant(&mut self, value: &num_bigint::BigInt, ty: Ty, span: Span) {
        let is_int = matches!(self.types.node(ty), Node::Con(c, _) if *c == ty::INT);
        if is_int && i64::try_from(value).is_err() {
            self.report(
                Diagnostic::error("E0310", span, "This constant does not fit into `int`.")
                    .at("`int` holds ~9223372036854775808 to 9223372036854775807")
                    .help("Use `IntInf.int` for larger numbers, for example `(… : IntInf.int)`."),
            );
        }
    }

    /// The variables a generalised declaration shares.
    fn generalise(&mut self, binds: &[BindId]) -> std::sync::Arc<[TyVar]> {
        let tys: Vec<Ty> = binds
            .iter()
            .map(|&b| self.core.binding(b).scheme.ty)
            .collect();
        let vars = self.types.generalisable(&tys);
        for &b in binds {
            self.core.bindings[b.0 as usize].scheme.vars = vars.clone();
        }
        vars
    }
}
