//! Which operators there are, and how a flat sequence with operators in it groups.

use super::ast::{FixityKind, Ident, Name, NameMap};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use std::sync::LazyLock;

/// How tightly an operator binds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fixity {
    /// 0 (loosest) to 9.
    pub level: u8,
    /// Groups from the right.
    pub right: bool,
}

/// The infix operators in scope. Cloning is cheap: a scope saves the table and puts it back.
#[derive(Clone, Debug, Default)]
pub struct Fixities {
    table: NameMap<Fixity>,
}

/// Operators of one precedence, and whether they group from the right.
type Row = (u8, bool, &'static [&'static str]);

/// Standard ML's, without `@`.
const SML: [Row; 6] = [
    (7, false, &["/", "*", "div", "mod"]),
    (6, false, &["+", "-", "^"]),
    (5, true, &["::"]),
    (4, false, &["=", "<>", ">", ">=", "<", "<="]),
    (3, false, &[":=", "o"]),
    (0, false, &["before"]),
];

/// What CPN ML adds.
const CPN: [Row; 6] = [
    (8, false, &["`"]),
    (7, false, &["**", "//", "%", "@+", "@++"]),
    (6, false, &["++", "--", "+++"]),
    (5, true, &["^^"]),
    (3, false, &["==", "<><>", "!=", "<<", ">>", "<<=", ">>="]),
    (3, false, &["<<==", ">>=="]),
];

impl Fixities {
    /// A plain Standard ML program: `@` appends lists. The multi-set operators are there too.
    pub fn sml() -> Fixities {
        static TABLE: LazyLock<Fixities> = LazyLock::new(|| {
            Fixities::with(Fixity {
                level: 5,
                right: true,
            })
        });
        TABLE.clone()
    }

    /// The text of a net: `@` puts a time stamp on a value.
    pub fn cpn() -> Fixities {
        static TABLE: LazyLock<Fixities> = LazyLock::new(|| {
            Fixities::with(Fixity {
                level: 9,
                right: false,
            })
        });
        TABLE.clone()
    }

    fn with(at: Fixity) -> Fixities {
        let mut table = NameMap::default();
        for (level, right, names) in SML.into_iter().chain(CPN) {
            for name in names {
                table.insert((*name).into(), Fixity { level, right });
            }
        }
        table.insert("@".into(), at);
        Fixities { table }
    }

    /// How an operator binds; none if the name is not infix.
    pub fn get(&self, name: &str) -> Option<Fixity> {
        self.table.get(name).copied()
    }

    /// Carries out an `infix`, `infixr` or `nonfix` declaration.
    pub fn declare(&mut self, kind: FixityKind, level: u8, names: &[Ident]) {
        for ident in names {
            match kind {
                FixityKind::Non => {
                    self.table.remove(&*ident.name);
                }
                FixityKind::Left | FixityKind::Right => {
                    let right = kind == FixityKind::Right;
                    self.table
                        .insert(ident.name.clone(), Fixity { level, right });
                }
            }
        }
    }
}

/// One part of a flat sequence.
#[derive(Copy, Clone, Debug)]
pub enum Item<N> {
    /// An atom.
    Operand(N),
    /// An infix operator.
    Operator(N, Fixity),
}

/// What is built from a flat sequence: expressions or patterns.
pub trait Grouping {
    /// A node.
    type Node: Copy;
    /// `f x`
    fn apply(
        &mut self,
        function: Self::Node,
        argument: Self::Node,
    ) -> Result<Self::Node, Diagnostic>;
    /// `l op r`
    fn infix(&mut self, operator: Self::Node, left: Self::Node, right: Self::Node) -> Self::Node;
    /// The text of an operator and its place.
    fn operator(&self, node: Self::Node) -> (Name, Span);
}

/// Groups a sequence by precedence with a stack of operands and one of operators: linear, without recursion.
///
/// None if there is nothing sensible to build; the reason is then in `diagnostics`.
pub fn group<G: Grouping>(
    build: &mut G,
    items: impl IntoIterator<Item = Item<G::Node>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<G::Node> {
    let mut operands: Vec<G::Node> = Vec::new();
    let mut operators: Vec<(G::Node, Fixity)> = Vec::new();
    // The operator that waits for its right operand, or the beginning.
    let mut waiting = true;
    let mut mixed = false;
    for item in items {
        match item {
            Item::Operand(node) if waiting => {
                operands.push(node);
                waiting = false;
            }
            Item::Operand(argument) => {
                let function = operands.pop()?;
                match build.apply(function, argument) {
                    Ok(node) => operands.push(node),
                    Err(report) => {
                        diagnostics.push(report);
                        return None;
                    }
                }
            }
            Item::Operator(operator, _) if waiting => {
                diagnostics.push(missing_operand(build, operator, "left"));
                return None;
            }
            Item::Operator(operator, fixity) => {
                while let Some((top, above)) = operators.last().copied() {
                    let clash = above.level == fixity.level && above.right != fixity.right;
                    if clash && !mixed {
                        diagnostics.push(mixed_directions(build, top, operator));
                        mixed = true;
                    }
                    if above.level < fixity.level || (above.level == fixity.level && fixity.right) {
                        break;
                    }
                    operators.pop();
                    reduce(build, &mut operands, top)?;
                }
                operators.push((operator, fixity));
                waiting = true;
            }
        }
    }
    if let (true, Some((operator, _))) = (waiting, operators.last()) {
        diagnostics.push(missing_operand(build, *operator, "right"));
        return None;
    }
    while let Some((operator, _)) = operators.pop() {
        reduce(build, &mut operands, operator)?;
    }
    operands.pop()
}

fn reduce<G: Grouping>(
    build: &mut G,
    operands: &mut Vec<G::Node>,
    operator: G::Node,
) -> Option<()> {
    let right = operands.pop()?;
    let left = operands.pop()?;
    operands.push(build.infix(operator, left, right));
    Some(())
}

fn missing_operand<G: Grouping>(build: &G, operator: G::Node, side: &str) -> Diagnostic {
    let (name, span) = build.operator(operator);
    let report = Diagnostic::error(
        "E0211",
        span,
        format!("the operator `{name}` has no {side} operand"),
    );
    match (&*name, side) {
        ("-", "left") => report.help("a negative number is written `~1`; `~ x` negates"),
        _ => report.help(format!(
            "give it one, or write `op {name}` to use it as a function"
        )),
    }
}

fn mixed_directions<G: Grouping>(build: &G, first: G::Node, second: G::Node) -> Diagnostic {
    let (left, left_span) = build.operator(first);
    let (right, right_span) = build.operator(second);
    let message =
        format!("`{left}` and `{right}` bind equally tightly but group in different directions");
    Diagnostic::error("E0212", right_span, message)
        .label(left_span, "with this one")
        .help("put parentheses around one of the two")
}
