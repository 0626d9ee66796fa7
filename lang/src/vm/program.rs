//! What the code generator hands to the machine: functions, constants, shapes. It only grows, so a later text (a read-eval-print loop, a query
//! script) adds to what earlier ones made.

use super::op::Op;
use crate::span::Span;
use crate::syntax::ast::Name;
use num_bigint::BigInt;

/// One word of a register or a heap field.
pub type Word = u64;

/// Arguments of tuple type with up to this many parts are passed part by part.
pub const SPREAD: usize = 8;

/// Words below this are immediates (nil, NONE, other constructors without argument), never heap references.
pub const IMMEDIATES: Word = 1024;

/// A function's code.
#[derive(Clone, Debug)]
pub struct Func {
    /// For messages: `List.map`, `fn`.
    pub name: Name,
    /// Where it is declared.
    pub span: Span,
    /// How many words each curried argument takes.
    pub groups: Vec<u8>,
    /// For each argument word (groups in order): is it a pointer?
    pub argument_pointers: Vec<bool>,
    /// Captured pointer and raw words; `None` if it captures nothing and takes no closure argument.
    pub captures: Option<(u16, u16)>,
    /// Registers: arguments first, then the closure if it captures, then the rest.
    pub registers: u16,
    /// For each register: does it hold a pointer?
    pub pointers: Vec<bool>,
    /// The code.
    pub code: Vec<Op>,
    /// The expression each instruction came from, for errors: (first code index, span), ascending.
    pub spans: Vec<(u32, Span)>,
}

impl Func {
    /// Words of all arguments, without the closure.
    pub fn arity(&self) -> usize {
        self.argument_pointers.len()
    }

    /// The source of the instruction at `pc`.
    pub fn span_at(&self, pc: usize) -> Span {
        let i = self.spans.partition_point(|&(at, _)| at as usize <= pc);
        if i == 0 {
            self.span
        } else {
            self.spans[i - 1].1
        }
    }
}

/// Index into `Program::shapes`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ShapeId(pub u32);

/// How the values of one monomorphic type look: enough to print, order and hash them. Equality needs no shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A type whose shape is being made; never seen at run time.
    Pending,
    /// `()`, raw 0.
    Unit,
    /// Raw.
    Int,
    /// Raw, 64-bit float bits.
    Real,
    /// Raw, 0 to 255.
    Char,
    /// Raw, 0 or 1.
    Bool,
    /// Pointer: `Kind::Str`.
    Str,
    /// Pointer: `Kind::Inf`.
    IntInf,
    /// Pointer: `Kind::Tuple`; for each component its slot and shape.
    Tuple(Vec<(u16, ShapeId)>),
    /// Pointer: `Kind::Tuple`; label, slot, shape, in label order.
    Record(Vec<(Name, u16, ShapeId)>),
    /// A datatype without arguments: raw tag.
    Enum(Vec<Name>),
    /// A datatype: pointer; constructors by tag. One without argument is the immediate `tag`.
    Data(Vec<(Name, Payload)>),
    /// Pointer: immediate 0 or a cell.
    List(ShapeId),
    /// Multi-set: pointer, `Kind::MsPtr` or `Kind::MsRaw` by the element's shape, immediate 0 if empty.
    Ms(ShapeId),
    /// `'a timed`: pointer, `Kind::Tuple` of value and `IntInf` stamp, with their slots.
    Timed(u16, ShapeId, u16),
    /// Function; cannot be compared.
    Fun,
    /// Ref cell.
    Ref(ShapeId),
    /// Exception packet: pointer, `Kind::Exn`, tag = index into `Program::exceptions`.
    Exn,
}

impl Shape {
    /// Whether values of this shape are pointer words.
    pub fn is_pointer(&self) -> bool {
        !matches!(
            self,
            Shape::Unit | Shape::Int | Shape::Real | Shape::Char | Shape::Bool | Shape::Enum(_)
        )
    }
}

/// What a constructor or exception carries.
#[derive(Clone, PartialEq, Debug)]
pub enum Payload {
    /// Nothing.
    None,
    /// One value in field 0.
    One(ShapeId),
    /// A tuple spread over the object's fields: slot and shape of each component.
    Spread(Vec<(u16, ShapeId)>),
}

/// An exception constructor.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Its name.
    pub name: Name,
    /// What it carries.
    pub payload: Payload,
}

/// Index into `Program::colour_sets`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ColourSetId(pub u32);

/// A declared colour set: its values are those of `shape` that its kind's restrictions allow.
#[derive(Clone, Debug)]
pub struct ColourSet {
    /// Its name.
    pub name: Name,
    /// Its form.
    pub kind: ColourKind,
    /// Declared `timed`.
    pub timed: bool,
    /// Its type's shape.
    pub shape: ShapeId,
}

/// The forms of colour sets, with ranges already evaluated.
#[derive(Clone, Debug)]
pub enum ColourKind {
    /// One value; printed as its name if it has one.
    Unit(Option<Name>),
    /// Two values, false first; printed by their names if they have some.
    Bool(Option<(Name, Name)>),
    /// Inclusive range.
    Int(Option<(i64, i64)>),
    /// Inclusive range.
    IntInf(Option<(BigInt, BigInt)>),
    /// Inclusive range.
    Real(Option<(f64, f64)>),
    /// Time: an `IntInf`.
    Time,
    /// Inclusive range.
    Char(Option<(u8, u8)>),
    /// Allowed characters, allowed lengths.
    Str(Option<(u8, u8)>, Option<(u64, u64)>),
    /// Constructors in order.
    Enum(Vec<Name>),
    /// Constructor with an int in an inclusive range.
    Index(Name, i64, i64),
    /// Components.
    Product(Vec<ColourSetId>),
    /// Fields in the order of declaration (the shape is in label order).
    Record(Vec<(Name, ColourSetId)>),
    /// Elements, allowed lengths.
    List(ColourSetId, Option<(u64, u64)>),
    /// Constructors in order.
    Union(Vec<(Name, Option<ColourSetId>)>),
    /// Those of the parent for which the predicate, a closure in this pointer global, is true.
    SubsetBy(ColourSetId, u32),
    /// Those in the list in this pointer global.
    SubsetWith(ColourSetId, u32),
    /// The same as another.
    Alias(ColourSetId),
}

/// Everything compiled so far.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Functions by number.
    pub funcs: Vec<Func>,
    /// Raw constants.
    pub constants: Vec<Word>,
    /// Object headers, made by `heap::header`.
    pub headers: Vec<Word>,
    /// Jump tables.
    pub tables: Vec<Vec<u32>>,
    /// Shapes of types.
    pub shapes: Vec<Shape>,
    /// Exception constructors; the first ones are the built-in ones of `exn.rs`.
    pub exceptions: Vec<Exception>,
    /// Colour sets.
    pub colour_sets: Vec<ColourSet>,
    /// How many raw and pointer globals there are.
    pub raw_globals: u32,
    /// See `raw_globals`.
    pub pointer_globals: u32,
}

impl Program {
    /// The colour set that another one is a second name of, or itself.
    pub fn original(&self, mut set: ColourSetId) -> ColourSetId {
        while let ColourKind::Alias(of) = &self.colour_sets[set.0 as usize].kind {
            set = *of;
        }
        set
    }

    /// Whether a colour set leaves out some values of its type, so that a value has to be looked at to know whether it belongs.
    pub fn is_restricted(&self, set: ColourSetId) -> bool {
        match &self.colour_sets[set.0 as usize].kind {
            ColourKind::Unit(_) | ColourKind::Bool(_) | ColourKind::Time | ColourKind::Enum(_) => {
                false
            }
            ColourKind::Int(range) => range.is_some(),
            ColourKind::IntInf(range) => range.is_some(),
            ColourKind::Real(range) => range.is_some(),
            ColourKind::Char(range) => range.is_some(),
            ColourKind::Str(characters, lengths) => characters.is_some() || lengths.is_some(),
            ColourKind::Index(..) | ColourKind::SubsetBy(..) | ColourKind::SubsetWith(..) => true,
            ColourKind::Product(parts) => parts.iter().any(|&p| self.is_restricted(p)),
            ColourKind::Record(parts) => parts.iter().any(|p| self.is_restricted(p.1)),
            ColourKind::List(element, lengths) => lengths.is_some() || self.is_restricted(*element),
            ColourKind::Union(parts) => {
                let mut carried = parts.iter().filter_map(|p| p.1);
                carried.any(|p| self.is_restricted(p))
            }
            ColourKind::Alias(other) => self.is_restricted(*other),
        }
    }
}
