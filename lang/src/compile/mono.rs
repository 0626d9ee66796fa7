//! Monomorphic types and how their values lie in memory.
//!
//! Code is generated once for each combination of types a function is used at, so every type here is closed. A `Mono` doubles as the `ShapeId` of its
//! values. Whether a value is one raw word or a pointer, and where the parts of a tuple or a constructor's argument are, follows from the type alone.

use crate::syntax::ast::Name;
use crate::types::ty::{self, DataId, Node, Ty, TyCon, TyVar, Types};
use crate::vm::program::{Payload, SPREAD, Shape, ShapeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A closed type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Mono(pub u32);

/// What a closed type is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MonoNode {
    /// A constructor applied to arguments.
    Con(TyCon, Vec<Mono>),
    /// A function.
    Fun(Mono, Mono),
    /// A tuple.
    Tuple(Vec<Mono>),
    /// A record, labels ascending.
    Record(Vec<(Name, Mono)>),
}

/// All closed types.
#[derive(Clone, Debug, Default)]
pub struct Monos {
    nodes: Vec<MonoNode>,
    index: FxHashMap<MonoNode, Mono>,
    /// Shapes, by the same number.
    pub shapes: Vec<Shape>,
    /// Types without variables that were closed before: their closed types never change.
    ground: FxHashMap<Ty, Mono>,
    /// A variable was met in the type being closed.
    open: bool,
    /// Nesting of shapes being made, to stop types that grow without end.
    nesting: u32,
}

/// Datatypes nested deeper than this grow without end (`'a t = C of ('a * 'a) t`). Without polymorphic recursion a value can only be as deep as the program
/// spells out, so nobody looks that deep.
const NESTING: u32 = 500;

impl Monos {
    /// The closed type of `ty` under a substitution for its variables.
    pub fn close(&mut self, types: &Types, ty: Ty, lookup: &dyn Fn(TyVar) -> Option<Mono>) -> Mono {
        self.close_shared(types, ty, lookup, &mut FxHashMap::default())
    }

    fn close_shared(
        &mut self,
        types: &Types,
        ty: Ty,
        lookup: &dyn Fn(TyVar) -> Option<Mono>,
        done: &mut FxHashMap<Ty, Mono>,
    ) -> Mono {
        let ty = types.resolve(ty);
        // Most types have no parts.
        match types.node(ty) {
            Node::Con(con, args) if args.is_empty() => {
                return self.add(types, MonoNode::Con(*con, Vec::new()));
            }
            // Nothing ever said what it is, so nothing looks at it: any type will do.
            Node::Var(v) => {
                self.open = true;
                return lookup(*v).unwrap_or_else(|| self.add(types, MonoNode::Tuple(Vec::new())));
            }
            _ => {}
        }
        if let Some(&mono) = self.ground.get(&ty) {
            return mono;
        }
        if let Some(&mono) = done.get(&ty) {
            self.open = true;
            return mono;
        }
        let open = std::mem::take(&mut self.open);
        let mono = stacker::maybe_grow(32 * 1024, 1024 * 1024, || {
            self.open |= matches!(types.node(ty), Node::Error);
            let mut close = |part| self.close_shared(types, part, lookup, done);
            let node = match types.node(ty) {
                Node::Var(_) | Node::Error => MonoNode::Tuple(Vec::new()),
                Node::Con(con, args) => {
                    MonoNode::Con(*con, args.iter().map(|&a| close(a)).collect())
                }
                Node::Fun(a, b) => MonoNode::Fun(close(*a), close(*b)),
                Node::Tuple(parts) => MonoNode::Tuple(parts.iter().map(|&p| close(p)).collect()),
                Node::Record(fields) => MonoNode::Record(
                    (fields.iter())
                        .map(|(l, t)| (l.clone(), close(*t)))
                        .collect(),
                ),
            };
            self.add(types, node)
        });
        // Inside of a type that grows without end another type may stand for this one.
        match self.open || self.nesting > 0 {
            true => done.insert(ty, mono),
            false => self.ground.insert(ty, mono),
        };
        self.open |= open || self.nesting > 0;
        mono
    }

    /// The number of a closed type.
    pub fn add(&mut self, types: &Types, node: MonoNode) -> Mono {
        if let Some(&mono) = self.index.get(&node) {
            return mono;
        }
        if self.nesting > NESTING && matches!(&node, MonoNode::Con(_, args) if !args.is_empty()) {
            return self.unreachable(types);
        }
        let mono = Mono(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.index.insert(node.clone(), mono);
        self.shapes.push(match &node {
            // Known before its parts are, so that a recursive datatype finds its own shape.
            MonoNode::Con(con, _) if self.is_enumeration(types, *con) => Shape::Enum(Vec::new()),
            _ => Shape::Pending,
        });
        self.nesting += 1;
        let shape = self.shape(types, &node);
        self.nesting -= 1;
        self.shapes[mono.0 as usize] = shape;
        mono
    }

    /// Stands for a type so deep inside a growing one that no value gets there. It is not remembered as that type, which may be met elsewhere.
    fn unreachable(&mut self, types: &Types) -> Mono {
        let unit = self.add(types, MonoNode::Tuple(Vec::new()));
        self.add(types, MonoNode::Fun(unit, unit))
    }

    /// Whether values of the type have an order of their own: not functions, references and exceptions, nor what contains them.
    pub fn is_ordered(&self, mono: Mono) -> bool {
        let mut work = vec![mono];
        let mut seen = FxHashSet::default();
        while let Some(mono) = work.pop() {
            if !seen.insert(mono) {
                continue;
            }
            let parts =
                |parts: &[(u16, ShapeId)]| parts.iter().map(|p| Mono(p.1.0)).collect::<Vec<_>>();
            match &self.shapes[mono.0 as usize] {
                Shape::Fun | Shape::Ref(_) | Shape::Exn => return false,
                Shape::Tuple(fields) => work.extend(parts(fields)),
                Shape::Record(fields) => work.extend(fields.iter().map(|f| Mono(f.2.0))),
                Shape::List(of) | Shape::Ms(of) | Shape::Timed(_, of, _) => work.push(Mono(of.0)),
                Shape::Data(constructors) => {
                    for (_, payload) in constructors {
                        match payload {
                            Payload::None => {}
                            Payload::One(of) => work.push(Mono(of.0)),
                            Payload::Spread(fields) => work.extend(parts(fields)),
                        }
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// What a closed type is made of.
    pub fn node(&self, mono: Mono) -> &MonoNode {
        &self.nodes[mono.0 as usize]
    }

    /// Whether its values are pointer words.
    pub fn is_pointer(&self, mono: Mono) -> bool {
        self.shapes[mono.0 as usize].is_pointer()
    }

    fn is_enumeration(&self, types: &Types, con: TyCon) -> bool {
        match types.constructors[con.0 as usize].data {
            Some(data) => types.data[data.0 as usize]
                .constructors
                .iter()
                .all(|c| c.1.is_none()),
            None => false,
        }
    }

    fn shape(&mut self, types: &Types, node: &MonoNode) -> Shape {
        match node {
            MonoNode::Fun(..) => Shape::Fun,
            MonoNode::Tuple(parts) if parts.is_empty() => Shape::Unit,
            MonoNode::Tuple(parts) => Shape::Tuple(self.placed(parts)),
            MonoNode::Record(fields) => {
                let parts: Vec<Mono> = fields.iter().map(|f| f.1).collect();
                let labels = fields.iter().map(|f| f.0.clone());
                (Shape::Record)(
                    (labels.zip(self.placed(&parts)))
                        .map(|(label, (slot, shape))| (label, slot, shape))
                        .collect(),
                )
            }
            MonoNode::Con(con, args) => match *con {
                ty::INT => Shape::Int,
                ty::INTINF => Shape::IntInf,
                ty::REAL => Shape::Real,
                ty::CHAR => Shape::Char,
                ty::STRING => Shape::Str,
                ty::EXN => Shape::Exn,
                ty::BOOL => Shape::Bool,
                ty::REF => Shape::Ref(ShapeId(args[0].0)),
                ty::MS => Shape::Ms(ShapeId(args[0].0)),
                ty::LIST => Shape::List(ShapeId(args[0].0)),
                ty::TIMED => {
                    let stamp = self.add(types, MonoNode::Con(ty::INTINF, Vec::new()));
                    let slots = self.slots(&[args[0], stamp]);
                    Shape::Timed(slots[0], ShapeId(args[0].0), slots[1])
                }
                _ => self.data_shape(types, *con, args),
            },
        }
    }

    fn data_shape(&mut self, types: &Types, con: TyCon, args: &[Mono]) -> Shape {
        let Some(data) = types.constructors[con.0 as usize].data else {
            return Shape::Fun;
        };
        let constructors = types.data[data.0 as usize].constructors.clone();
        if constructors.iter().all(|c| c.1.is_none()) {
            return Shape::Enum(constructors.into_iter().map(|c| c.0).collect());
        }
        let payloads = (0..constructors.len())
            .map(|tag| match self.carried(types, data, tag as u16, args) {
                Carried::Nothing => Payload::None,
                Carried::One(part) => Payload::One(ShapeId(part.0)),
                Carried::Spread(parts) => Payload::Spread(self.placed(&parts)),
            })
            .collect::<Vec<_>>();
        Shape::Data(
            constructors
                .into_iter()
                .map(|c| c.0)
                .zip(payloads)
                .collect(),
        )
    }

    /// What a constructor of a datatype at some types carries.
    pub fn carried(&mut self, types: &Types, data: DataId, tag: u16, args: &[Mono]) -> Carried {
        let info = &types.data[data.0 as usize];
        let params = info.params.clone();
        let lookup = move |v: TyVar| params.iter().position(|&p| p == v).map(|i| args[i]);
        let Some(of) = info.constructors[tag as usize].1 else {
            return Carried::Nothing;
        };
        self.carried_type(types, of, &lookup)
    }

    /// How a carried value of this declared type lies in its object: a tuple written as such is spread out, anything else is one field.
    pub fn carried_type(
        &mut self,
        types: &Types,
        of: Ty,
        lookup: &dyn Fn(TyVar) -> Option<Mono>,
    ) -> Carried {
        match types.node(of).clone() {
            Node::Tuple(parts) if parts.len() > 1 => Carried::Spread(
                parts
                    .iter()
                    .map(|&p| self.close(types, p, lookup))
                    .collect(),
            ),
            _ => Carried::One(self.close(types, of, lookup)),
        }
    }

    /// The field index of each part: pointers first. A tuple with more parts than fit is refused by `Gen::window` before anything looks at it.
    pub fn slots(&self, parts: &[Mono]) -> Vec<u16> {
        let (mut pointer, mut raw) = (0, parts.iter().filter(|&&p| self.is_pointer(p)).count());
        (parts.iter())
            .map(|&p| {
                let slot = match self.is_pointer(p) {
                    true => &mut pointer,
                    false => &mut raw,
                };
                *slot += 1;
                u16::try_from(*slot - 1).unwrap_or(u16::MAX)
            })
            .collect()
    }

    fn placed(&self, parts: &[Mono]) -> Vec<(u16, ShapeId)> {
        let slots = self.slots(parts);
        slots
            .into_iter()
            .zip(parts)
            .map(|(slot, p)| (slot, ShapeId(p.0)))
            .collect()
    }

    /// The parts of a tuple or record type.
    pub fn parts(&self, mono: Mono) -> Option<Vec<Mono>> {
        match self.node(mono) {
            MonoNode::Tuple(parts) => Some(parts.clone()),
            MonoNode::Record(fields) => Some(fields.iter().map(|f| f.1).collect()),
            _ => None,
        }
    }

    /// The index of a field of a tuple or record type.
    pub fn field(&self, mono: Mono, label: &str) -> Option<usize> {
        match self.node(mono) {
            MonoNode::Tuple(_) => label.parse::<usize>().ok().and_then(|i| i.checked_sub(1)),
            MonoNode::Record(fields) => fields.iter().position(|f| &*f.0 == label),
            _ => None,
        }
    }

    /// The parts an argument of this type is passed as, if it is passed part by part.
    pub fn spread(&self, mono: Mono) -> Option<Vec<Mono>> {
        self.parts(mono)
            .filter(|p| p.len() > 1 && p.len() <= SPREAD)
    }

    /// The words an argument of this type takes: for each, whether it is a pointer.
    pub fn words(&self, mono: Mono) -> Vec<bool> {
        match self.spread(mono) {
            Some(parts) => parts.iter().map(|&p| self.is_pointer(p)).collect(),
            None => vec![self.is_pointer(mono)],
        }
    }
}

/// What a constructor carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Carried {
    /// Nothing.
    Nothing,
    /// One value in field 0.
    One(Mono),
    /// Parts of a tuple, placed by `slots`.
    Spread(Vec<Mono>),
}
