//! Inscriptions of a net, for those who run nets: parsed once, looked into, and compiled to functions of net variables.
//!
//! An inscription is part of a syntax tree, so its parts (a condition of a guard, a term of a sum) are inscriptions too and share the tree.

use crate::compile::mono::Mono;
use crate::core::CoreId;
use crate::diagnostic::Diagnostic;
use crate::session::{Compiled, Session};
use crate::span::{SourceId, Span};
use crate::syntax::ast::{Ast, ExprId, ExprKind, Lit, Name};
use crate::types::effects::Effects;
use crate::types::env::Value;
use crate::types::inscription::Checked;
use crate::types::instance::Instance;
use crate::types::suggest;
use crate::vm::program::{ColourSetId, ShapeId};
use std::sync::{Arc, OnceLock};

pub use crate::syntax::ast::Ident;
pub use crate::syntax::reading::Reading;
pub use crate::types::inscription::{Because, TokenForm, Wanted};

/// A parsed expression.
#[derive(Clone, Debug)]
pub struct Inscription {
    ast: Arc<Ast>,
    expr: ExprId,
    /// The net variables in it, once somebody asked: finding them takes as long as checking it.
    mentioned: OnceLock<Vec<Ident>>,
}

/// A compiled inscription.
#[derive(Copy, Clone, Debug)]
pub struct Code {
    /// One argument word for each parameter, tuples too.
    pub code: Compiled,
    /// What it computes.
    pub body: CoreId,
    /// What it may do beside giving a value.
    pub effects: Effects,
    /// Whether it depends on the clock otherwise than by `@+` and `@++`. It may say so where it is not so, never the reverse.
    pub clock: bool,
}

/// A net variable as declared.
#[derive(Copy, Clone, Debug)]
pub struct NetVariable {
    /// Its colour set, if its type was given as one.
    pub colour: Option<ColourSetId>,
    /// How its values look.
    pub shape: ShapeId,
    /// Whether they are pointer words.
    pub pointer: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What an inscription is as a pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Net variables that it can bind, repetitions included.
    pub variables: Vec<Name>,
    /// Net variables that must have a value before, or be among `variables`: those of parts that can only be computed and compared.
    pub needs: Vec<Name>,
    /// Whether it also has constants, constructors or computed parts, which not every value fits.
    pub selective: bool,
}

/// A term of a sum of tokens.
#[derive(Clone, Debug)]
pub struct Term {
    /// The `n` of ``n`e``; `None` for a colour that stands for one token.
    pub coefficient: Option<Inscription>,
    /// The colour.
    pub colour: Inscription,
}

/// What a matcher looks at.
#[derive(Copy, Clone, Debug)]
pub enum Subject {
    /// A colour: the function's first argument.
    Colour(ColourSetId),
    /// The other side of the equation `pattern = expression` or `expression = pattern`; the pattern is this side, 0 or 1.
    Equation(usize),
}

impl Inscription {
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.ast[self.expr].span
    }

    pub(crate) fn ast(&self) -> &Ast {
        &self.ast
    }

    pub(crate) fn expr(&self) -> ExprId {
        self.expr
    }

    fn part(&self, expr: ExprId) -> Inscription {
        Inscription {
            ast: self.ast.clone(),
            expr,
            mentioned: OnceLock::new(),
        }
    }

    fn kind(&self) -> &ExprKind {
        &self.ast[self.expr].kind
    }

    /// Whether it is an integer constant, and which.
    pub fn constant(&self) -> Option<i64> {
        match self.kind() {
            ExprKind::Lit(Lit::Int(value)) => i64::try_from(value).ok(),
            _ => None,
        }
    }

    /// Whether it is just a name, and which.
    pub fn name(&self) -> Option<&Name> {
        match self.kind() {
            ExprKind::Var(path) if path.structures.is_empty() => Some(&path.name),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn elements(&self) -> Option<Vec<Inscription>> {
        match self.kind() {
            ExprKind::List(parts) => Some(parts.iter().map(|&p| self.part(p)).collect()),
            _ => None,
        }
    }

    /// The conditions of a guard: the elements of a list, and the parts joined by `andalso`.
    pub fn conditions(&self) -> Vec<Inscription> {
        let mut found = Vec::new();
        let mut work = vec![self.expr];
        if let ExprKind::List(parts) = self.kind() {
            work = parts.iter().rev().copied().collect();
        }
        while let Some(e) = work.pop() {
            match self.ast[e].kind {
                ExprKind::AndAlso(a, b) => work.extend([b, a]),
                _ => found.push(self.part(e)),
            }
        }
        found
    }
}

impl Session {
    /// Parses a registered source as an inscription.
    pub fn inscription(
        &mut self,
        source: SourceId,
        reading: Reading,
    ) -> Result<Inscription, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let (ast, expr) = self.read_expression(source, reading, &mut diagnostics);
        match expr {
            Some(expr) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(Inscription {
                ast: Arc::new(ast),
                expr,
                mentioned: OnceLock::new(),
            }),
            _ => Err(diagnostics),
        }
    }

    /// Says of which page instance the inscriptions are that come next; of none for other texts. Returns whether an inscription since the last time asked
    /// for the number.
    pub fn set_instance(&mut self, number: Option<u32>) -> bool {
        let next = number.map(|number| Instance {
            number,
            asked: false,
        });
        let before = std::mem::replace(&mut self.checker.instance, next);
        before.is_some_and(|instance| instance.asked)
    }

    /// The net variables an inscription mentions, in order.
    pub fn mentioned<'i>(&mut self, inscription: &'i Inscription) -> &'i [Ident] {
        let Inscription { ast, expr, .. } = inscription;
        let find = || self.checker.mentioned(ast, *expr);
        inscription.mentioned.get_or_init(find)
    }

    /// The two sides of `a = b`.
    pub fn equation(&self, inscription: &Inscription) -> Option<[Inscription; 2]> {
        let [a, b] = self.operands(inscription, &["="])?;
        Some([inscription.part(a), inscription.part(b)])
    }

    /// The operands of an infix operator, if it means what it means in the library.
    fn operands(&self, inscription: &Inscription, operators: &[&str]) -> Option<[ExprId; 2]> {
        let ExprKind::App(f, x) = *inscription.kind() else {
            return None;
        };
        let (ExprKind::Var(path), ExprKind::Tuple(parts)) =
            (&inscription.ast[f].kind, &inscription.ast[x].kind)
        else {
            return None;
        };
        let known = path.structures.is_empty()
            && operators.contains(&&*path.name)
            && self.checker.is_library_name(&path.name);
        match parts[..] {
            [a, b] if known => Some([a, b]),
            _ => None,
        }
    }

    /// The two sides of each comparison of values or multi-sets in an expression.
    pub fn comparisons(&self, inscription: &Inscription) -> Vec<[Inscription; 2]> {
        const OPERATORS: [&str; 9] = ["=", "<>", "==", "<><>", "!=", "<<=", ">>=", "<<", ">>"];
        let mut found = Vec::new();
        let mut work = vec![inscription.expr];
        while let Some(e) = work.pop() {
            let part = inscription.part(e);
            if let Some([a, b]) = self.operands(&part, &OPERATORS) {
                found.push([part.part(a), part.part(b)]);
            }
            match &inscription.ast[e].kind {
                ExprKind::AndAlso(a, b) | ExprKind::OrElse(a, b) | ExprKind::App(a, b) => {
                    work.extend([*b, *a]);
                }
                ExprKind::If(a, b, c) => work.extend([*c, *b, *a]),
                ExprKind::Typed(inner, _) => work.push(*inner),
                ExprKind::Tuple(parts) => work.extend(parts.iter().rev()),
                _ => {}
            }
        }
        found
    }

    /// The terms of a sum of tokens that are colours, or colours with a coefficient. Delays are left out; so are terms of other forms, which only say what
    /// must be there. `colours` says whether a list is itself a colour here and does not stand for its elements.
    pub fn terms(&self, tokens: &Inscription, colours: bool) -> Vec<Term> {
        let mut terms = Vec::new();
        let mut work = vec![tokens.clone()];
        while let Some(next) = work.pop() {
            if let Some([a, b]) = self.operands(&next, &["++", "+++"]) {
                work.extend([next.part(b), next.part(a)]);
            } else if let Some([a, _]) = self.operands(&next, &["@+", "@++"]) {
                work.push(next.part(a));
            } else if let Some([n, colour]) = self.operands(&next, &["`"]) {
                terms.push(Term {
                    coefficient: Some(next.part(n)),
                    colour: next.part(colour),
                });
            } else if let (false, Some(elements)) = (colours, next.elements()) {
                work.extend(elements.into_iter().rev());
            } else {
                terms.push(Term {
                    coefficient: None,
                    colour: next,
                });
            }
        }
        terms
    }

    /// What ``1`e`` is as one colour: `e`.
    pub fn single(&self, tokens: &Inscription) -> Option<Inscription> {
        let [n, colour] = self.operands(tokens, &["`"])?;
        (tokens.part(n).constant() == Some(1)).then(|| Inscription {
            expr: colour,
            ..tokens.clone()
        })
    }

    /// What an inscription is as a pattern.
    pub fn pattern(&mut self, inscription: &Inscription) -> Pattern {
        let shape = (self.checker).pattern_shape(&inscription.ast, inscription.expr);
        let mut needs: Vec<Name> = Vec::new();
        for &part in &shape.computed {
            let part = inscription.part(part);
            let mentioned = self.mentioned(&part);
            needs.extend(mentioned.iter().map(|m| m.name.clone()));
        }
        Pattern {
            variables: shape.variables.into_iter().map(|v| v.name).collect(),
            needs,
            selective: shape.constants || !shape.computed.is_empty(),
        }
    }

    /// Whether the inscription gives one colour, a multi-set or a timed multi-set of the colour set.
    pub fn token_form(&mut self, inscription: &Inscription, colour: ColourSetId) -> TokenForm {
        (self.checker).token_form(&inscription.ast, inscription.expr, colour)
    }

    /// Whether the inscription gives an `IntInf.int`.
    pub fn is_unbounded(&mut self, inscription: &Inscription) -> bool {
        (self.checker).is_unbounded(&inscription.ast, inscription.expr)
    }

    /// Compiles an inscription as a function of net variables. With `pure`, side effects are refused.
    pub fn compile_inscription(
        &mut self,
        inscription: &Inscription,
        params: &[Name],
        wanted: &Wanted,
        because: &Because,
        pure: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Code> {
        let (ast, expr) = (&inscription.ast, inscription.expr);
        self.checker.pure = pure;
        let checked = (self.checker).inscription(ast, expr, params, wanted, because);
        self.checker.pure = false;
        self.generate(checked, diagnostics)
    }

    /// Compiles an inscription as a matcher: does the subject look like it, and what are then the values of the variables `new`? The variables `bound`
    /// are its arguments, after the colour if that is the subject. It gives a `bool` if nothing is new, else 0 or an object: the field of each of `new`.
    pub fn compile_matcher(
        &mut self,
        inscription: &Inscription,
        subject: Subject,
        bound: &[Name],
        new: &[Name],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(Code, Vec<u16>)> {
        use crate::types::matcher::Subject as Inner;
        let ast = &inscription.ast;
        let (pattern, subject) = match subject {
            Subject::Colour(set) => (inscription.expr, Inner::Colour(set)),
            Subject::Equation(side) => {
                let [a, b] = self.operands(inscription, &["="])?;
                let (pattern, value) = if side == 0 { (a, b) } else { (b, a) };
                (pattern, Inner::Value(value))
            }
        };
        let checked = self.checker.matcher(ast, pattern, subject, bound, new);
        let code = self.generate(checked, diagnostics)?;
        Some((code, self.fields(new)))
    }

    /// The field of each variable in an object, or tuple, of their values.
    pub fn fields(&mut self, variables: &[Name]) -> Vec<u16> {
        let parts: Vec<Mono> = (variables.iter())
            .filter_map(|name| self.net_variable(name))
            .map(|v| Mono(v.shape.0))
            .collect();
        self.compiler.monos.slots(&parts)
    }

    fn generate(&mut self, checked: Checked, diagnostics: &mut Vec<Diagnostic>) -> Option<Code> {
        let found = self.checker.take_diagnostics();
        let failed = found.iter().any(Diagnostic::is_error);
        diagnostics.extend(found);
        if failed {
            return None;
        }
        let Session {
            compiler,
            checker,
            vm,
            ..
        } = self;
        compiler.declare_expression(checker, checked.body);
        match compiler.expression(checker, vm, &checked.params, checked.body) {
            Ok(code) => Some(Code {
                code: Compiled(code),
                body: checked.body,
                effects: checked.effects,
                clock: checked.clock.looks(),
            }),
            Err(problems) => {
                diagnostics.extend(problems);
                None
            }
        }
    }

    /// A net variable by its name.
    pub fn net_variable(&mut self, name: &str) -> Option<NetVariable> {
        let Some(&Value::NetVar(ty, colour, span)) = self.checker.env.values.get(name) else {
            return None;
        };
        let mono = self.compiler.closed(&self.checker, ty);
        self.compiler.publish_shapes(&mut self.vm);
        Some(NetVariable {
            colour,
            shape: ShapeId(mono.0),
            pointer: self.compiler.monos.is_pointer(mono),
            span,
        })
    }

    /// A colour set by its name.
    pub fn colour_set_named(&self, name: &str) -> Option<ColourSetId> {
        self.checker.env.colours.get(name).copied()
    }

    /// The colour set whose name is nearest to one that does not exist.
    pub fn nearest_colour_set(&self, name: &str) -> Option<String> {
        let mut names: Vec<&str> = self.checker.env.colours.keys().map(|n| &**n).collect();
        names.sort_unstable();
        suggest::nearest(name, names)
    }

    /// The net variable whose name is nearest to one that does not exist.
    pub fn nearest_net_variable(&self, name: &str) -> Option<String> {
        let values = self.checker.env.values.iter();
        let mut names: Vec<&str> = values
            .filter(|(_, v)| matches!(v, Value::NetVar(..)))
            .map(|(n, _)| &**n)
            .collect();
        names.sort_unstable();
        suggest::nearest(name, names)
    }
}
