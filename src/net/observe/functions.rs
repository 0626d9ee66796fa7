//! Monitors with functions of their own, as CPN Tools has them.
//!
//! A text declares a function. Framed as `let fun pred … in pred (bindelem, mark'1) end` it is an expression over the binding element of the step and the markings of
//! the places, which is compiled like any other; the frame knows where the text stands in the file. Binding elements are values of a datatype
//! with one constructor for each transition that some monitor looks at.

use super::super::elements;
use super::super::expression::MarkingExpression;
use super::super::flat::{FlatNet, PlaceId, Transition};
use super::super::model::{Functions, Model, Name, Text, Watch};
use super::super::named::Names;
use super::super::names::ml_form;
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::Wanted;
use sweepnet_lang::session::Typed;
use sweepnet_lang::span::{Piece, SourceId, Sources, Span};
use sweepnet_lang::syntax::ast::{DecKind, PatKind};
use sweepnet_lang::syntax::fixity::{self, Fixities};
use sweepnet_lang::syntax::parser;
use sweepnet_lang::types::ty::Ty;
use sweepnet_lang::vm::program::{Payload, Shape, ShapeId};

/// What a monitor's functions are called for.
#[derive(Clone, Debug)]
pub struct Watcher {
    /// They are called after steps of these transitions, ascending; after all steps if there is no such list.
    pub after: Option<Vec<usize>>,
    /// Called before the first step.
    pub init: Option<Function>,
    /// Whether to observe.
    pub when: Option<Function>,
    /// What is observed.
    pub observe: Option<Function>,
    /// Called after the last step.
    pub stop: Option<Function>,
    /// What that is.
    pub gives: Gives,
}

impl Watcher {
    /// Whether it looks after steps of this transition.
    pub fn is_after(&self, transition: usize) -> bool {
        let after = self.after.as_ref();
        after.is_none_or(|after| after.binary_search(&transition).is_ok())
    }
}

/// What is observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gives {
    /// That the run is to end.
    End,
    /// A number; `init` and `stop` give one or none.
    Number,
    /// A text for the file of this name.
    Text(String),
    /// Nothing: the functions do something themselves.
    Nothing,
}

/// A compiled function of a monitor.
#[derive(Clone, Debug)]
pub struct Function {
    /// The code: first the binding element, if it wants one, then one multi-set for each place.
    pub expression: MarkingExpression,
    /// What binding elements look like, if it wants one.
    pub elements: Option<Arc<Elements>>,
}

/// The datatype of binding elements.
#[derive(Clone, Debug)]
pub struct Elements {
    /// How its values look.
    pub shape: ShapeId,
    /// For each transition of the flat net its constructor, if a monitor looks at it.
    pub tags: Vec<Option<usize>>,
}

/// Compiles the functions of all monitors.
pub struct Compiler<'n> {
    pub net: &'n mut FlatNet,
    pub names: Names,
    /// Or why there are none.
    elements: Result<Arc<Elements>, Vec<Diagnostic>>,
}

/// The places of one monitor, with the types of their markings.
type Places = Vec<(PlaceId, Ty)>;

impl<'n> Compiler<'n> {
    /// Declares binding elements, if a monitor needs them.
    pub fn new(model: &Model, net: &'n mut FlatNet) -> Compiler<'n> {
        let names = Names::new(model, net);
        let mut wanted: Vec<usize> = Vec::new();
        for monitor in &model.monitors {
            if let Watch::Functions(functions) = &monitor.watch {
                let known = functions.transitions.iter();
                wanted.extend(known.filter_map(|name| Some(names.transition(&name.text)?.0)));
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut tags = vec![None; net.transitions.len()];
        for (tag, &named) in wanted.iter().enumerate() {
            for &instance in &names.transitions[named].instances {
                tags[instance] = Some(tag);
            }
        }
        let mut problems = Vec::new();
        let mut shape = None;
        if !wanted.is_empty() {
            let transitions = wanted.iter().map(|&named| &names.transitions[named]);
            let text = elements::declaration(net, transitions);
            problems = net.session.extend_library("<net>", &text);
            shape = elements::shape(&mut net.session);
        }
        let elements = match shape {
            Some(shape) => Ok(Arc::new(Elements { shape, tags })),
            None => Err(problems),
        };
        Compiler {
            net,
            names,
            elements,
        }
    }

    /// A monitor with its functions.
    pub fn watcher(&mut self, name: &str, written: &Functions) -> Result<Watcher, Vec<Diagnostic>> {
        let mut places = Places::new();
        for name in &written.places {
            let place = super::place(&self.names, name)?;
            let net = &self.net.places[place];
            let (colour, timed) = (net.colour, net.timed);
            let tokens = self.net.session.tokens_type(colour, timed);
            places.push((PlaceId(place as u32), tokens));
        }
        let after = self.after(written, &places)?;
        let bound = !written.transitions.is_empty();
        let one = |text: &Text| vec![*text];
        let mut watcher = Watcher {
            after,
            init: None,
            when: None,
            observe: None,
            stop: None,
            gives: Gives::End,
        };
        if let Some(text) = &written.when {
            let (function, _) = self.function(&places, &one(text), bound, &Wanted::Bool, true)?;
            watcher.when = Some(function);
        }
        // What is done with it takes whatever is observed.
        let acts = written.action.is_some();
        if let Some(text) = &written.observe {
            let texts: Vec<Text> = [*text].into_iter().chain(written.action).collect();
            let (function, ty) = self.function(&places, &texts, bound, &Wanted::Any, !acts)?;
            watcher.gives = match self.shape(&function) {
                _ if acts => Gives::Nothing,
                Shape::Int | Shape::IntInf | Shape::Real => Gives::Number,
                Shape::Str => Gives::Text(file_name(name, written.file.as_ref())?),
                _ => {
                    let message =
                        format!("A monitor observes a number or a text. This gives {ty}.");
                    let help = "What else is observed needs an `action`, which takes it.";
                    return Err(vec![
                        Diagnostic::error("E1113", function.expression.span, message).help(help),
                    ]);
                }
            };
            watcher.observe = Some(function);
        }
        let valued = !matches!(watcher.gives, Gives::Nothing | Gives::End);
        for (text, slot) in [
            (&written.init, &mut watcher.init),
            (&written.stop, &mut watcher.stop),
        ] {
            let Some(text) = text else { continue };
            let (function, ty) = self.function(&places, &one(text), false, &Wanted::Any, valued)?;
            if let Some(needed) = self.misfit(&watcher.gives, &function) {
                let message = format!("This must give {needed}. It gives {ty}.");
                let help = "It is observed like what the monitor observes after a step.";
                return Err(vec![
                    Diagnostic::error("E1113", function.expression.span, message).help(help),
                ]);
            }
            *slot = Some(function);
        }
        Ok(watcher)
    }

    /// After steps of which transitions it is called.
    fn after(
        &self,
        written: &Functions,
        places: &Places,
    ) -> Result<Option<Vec<usize>>, Vec<Diagnostic>> {
        let mut after = Vec::new();
        for name in &written.transitions {
            after.extend_from_slice(super::transition(&self.names, name)?);
        }
        if written.transitions.is_empty() && !places.is_empty() {
            let is_near = |transition: &Transition| {
                let arcs = transition.inputs.iter().chain(&transition.outputs);
                let mut around = arcs.map(|arc| &arc.place).chain(&transition.resets);
                around.any(|place| places.iter().any(|known| known.0 == *place))
            };
            let all = self.net.transitions.iter().enumerate();
            after.extend(all.filter(|(_, t)| is_near(t)).map(|(number, _)| number));
        }
        after.sort_unstable();
        let always = written.transitions.is_empty() && places.is_empty();
        Ok((!always).then_some(after))
    }

    /// Compiles what texts declare: the last function of the first text, whose value the last function of the next one takes. Also tells the type.
    fn function(
        &mut self,
        places: &Places,
        texts: &[Text],
        bound: bool,
        wanted: &Wanted,
        valued: bool,
    ) -> Result<(Function, String), Vec<Diagnostic>> {
        let elements = match bound {
            true => Some(self.elements.clone()?),
            false => None,
        };
        let marks: Vec<String> = (1..=places.len()).map(|i| format!("mark'{i}")).collect();
        let mut params: Vec<(&str, Ty)> = Vec::new();
        if bound {
            let (structure, name) = elements::TYPE;
            let ty = self.net.session.library_type(structure, name);
            params.extend(ty.map(|ty| ("bindelem", ty)));
        }
        let types = places.iter().map(|(_, ty)| *ty);
        params.extend(marks.iter().map(String::as_str).zip(types));
        let arguments: Vec<&str> = params.iter().map(|param| param.0).collect();
        let mut call = format!("({})", arguments.join(", "));
        let mut pieces = vec![Piece::Around(if bound { "let open Bind " } else { "let " })];
        let sources = &mut self.net.session.sources;
        for text in texts {
            call = format!("({} {call})", declared(sources, text)?);
            pieces.extend([Piece::Part(text.source), Piece::Around(" ")]);
        }
        let end = match valued {
            true => format!("in {call} end"),
            false => format!("in ({call}; ()) end"),
        };
        pieces.push(Piece::Around(&end));
        let span = sources.in_file(texts[0].span);
        let source = sources.frame(&pieces, span);
        let typed = (self.net.session).compile_as(source, &params, false, wanted)?;
        let places = places.iter().map(|place| place.0).collect();
        let ty = typed.ty.clone();
        let function = Function {
            expression: expression(typed, places, span),
            elements,
        };
        Ok((function, ty))
    }

    fn shape(&self, function: &Function) -> &Shape {
        &self.net.session.vm.program.shapes[function.expression.shape.0 as usize]
    }

    /// What `init` or `stop` should give and do not.
    fn misfit(&self, gives: &Gives, function: &Function) -> Option<&'static str> {
        match (gives, self.shape(function)) {
            (Gives::End | Gives::Nothing, _) | (Gives::Text(_), Shape::Str) => None,
            (Gives::Number, Shape::Data(constructors)) => {
                let known = [("NONE", 0), ("SOME", 1)];
                let is_option = constructors.len() == 2
                    && (constructors.iter().zip(known)).all(|((name, payload), (known, parts))| {
                        let fits = match payload {
                            Payload::None => parts == 0,
                            _ => parts == 1,
                        };
                        **name == *known && fits
                    });
                (!is_option).then_some("`SOME` number or `NONE`")
            }
            (Gives::Number, _) => Some("`SOME` number or `NONE`"),
            (Gives::Text(_), _) => Some("a text"),
        }
    }
}

fn expression(typed: Typed, places: Vec<PlaceId>, span: Span) -> MarkingExpression {
    MarkingExpression {
        code: typed.code,
        body: typed.body,
        places,
        dead: false,
        clock: typed.clock,
        shape: typed.shape,
        span,
        warnings: Vec::new(),
    }
}

/// The last function that a text declares.
fn declared(sources: &Sources, text: &Text) -> Result<String, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut ast = parser::parse(sources, text.source, &mut problems);
    fixity::resolve(&mut ast, &mut Fixities::cpn(), &mut problems);
    if problems.iter().any(Diagnostic::is_error) {
        return Err(problems);
    }
    let last = match ast.decs.last().map(|dec| &dec.kind) {
        Some(DecKind::Fun { functions, .. }) => functions.last().map(|f| f.name.name.to_string()),
        Some(DecKind::Val { bindings, .. }) => match bindings.last().map(|b| &ast[b.0].kind) {
            Some(PatKind::Var(path)) => Some(path.name.to_string()),
            _ => None,
        },
        _ => None,
    };
    last.ok_or_else(|| {
        let whole = whole(sources, text.source);
        let message = "Here must stand a function.";
        let help = "Declare it: `fun pred (bindelem, marking) = …`.";
        vec![Diagnostic::error("E1113", whole, message).help(help)]
    })
}

fn whole(sources: &Sources, source: SourceId) -> Span {
    Span::new(source, 0, sources.get(source).text.len())
}

/// The name of a monitor's file: the one given, or one made of its own name.
fn file_name(monitor: &str, given: Option<&Name>) -> Result<String, Vec<Diagnostic>> {
    let Some(given) = given else {
        return Ok(format!("{}.log", ml_form(monitor)));
    };
    let is_plain = !given.text.starts_with('.')
        && !given.text.contains(['/', '\\', ':'])
        && !given.text.contains(char::is_control);
    match is_plain {
        true => Ok(given.text.clone()),
        false => {
            let message = format!("`{}` is not the name of a file in a folder.", given.text);
            let help =
                "The folder is given by `--monitor-output`; write a name such as `jobs.txt`.";
            Err(vec![
                Diagnostic::error("E1113", given.span, message).help(help),
            ])
        }
    }
}
