//! Types and their unification.
//!
//! A `Ty` is an index into `Types`; variables are solved by linking, as in Hindley–Milner with levels: a variable made deeper than the declaration
//! being generalised belongs to it alone. Besides being solved, a variable may have to admit equality (`''a`), may be limited to a few
//! overloaded types (the `+` of `x + y`), or may stand for a record of which only some fields are known yet (`#name r`).

use crate::syntax::ast::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ty(pub u32);

/// A type variable.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TyVar(pub u32);

/// A type constructor: index into `Types::constructors`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TyCon(pub u32);

/// A datatype: index into `Types::data`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DataId(pub u32);

/// What a type is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A variable, perhaps solved.
    Var(TyVar),
    /// A constructor applied to arguments.
    Con(TyCon, Arc<[Ty]>),
    /// A function.
    Fun(Ty, Ty),
    /// A tuple; `unit` is the empty one.
    Tuple(Arc<[Ty]>),
    /// A record, labels ascending, not 1..n.
    Record(Arc<[(Name, Ty)]>),
    /// The type of something already reported; agrees with everything.
    Error,
}

/// The overloaded types a variable may become, as a bit set.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Class(pub u8);

impl Class {
    /// `int` in a class.
    pub const INT: u8 = 1;
    /// `IntInf.int`.
    pub const INTINF: u8 = 2;
    /// `real`.
    pub const REAL: u8 = 4;
    /// `char`.
    pub const CHAR: u8 = 8;
    /// `string`.
    pub const STRING: u8 = 16;
    /// Anything.
    pub const ANY: Class = Class(0xff);
    /// Integer constants, `div`, `mod`.
    pub const INTEGER: Class = Class(Class::INT | Class::INTINF);
    /// `+ - * ~ abs`
    pub const NUMBER: Class = Class(Class::INT | Class::INTINF | Class::REAL);
    /// `< <= > >=`
    pub const ORDERED: Class = Class(0x1f);

    /// Whether it is no restriction.
    pub fn is_any(self) -> bool {
        self == Class::ANY
    }
}

/// A variable's state.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its solution.
    pub link: Option<Ty>,
    /// How long the chains of variables that lead here may be, as a power of two.
    pub rank: u8,
    /// How deep the declaration is that may generalise it.
    pub level: u32,
    /// Must admit equality.
    pub equality: bool,
    /// Limited to overloaded types.
    pub class: Class,
    /// Stands for a record with at least these fields.
    pub fields: Option<Arc<[(Name, Ty)]>>,
    /// Written by the user as `'a`: may not be solved.
    pub rigid: Option<Name>,
}

/// Whether a type constructor's types admit equality.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Equality {
    /// If all arguments do (int, list, most datatypes).
    IfArguments,
    /// Always (`ref`).
    Always,
    /// Never (`real`, `exn`).
    Never,
}

/// A type constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// As printed.
    pub name: Name,
    /// Number of arguments.
    pub arity: usize,
    /// Its datatype, if it is one.
    pub data: Option<DataId>,
    /// Does it admit equality?
    pub equality: Equality,
}

/// A datatype.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its type constructor.
    pub tycon: TyCon,
    /// Its parameters, as they occur in the arguments of constructors.
    pub params: Vec<TyVar>,
    /// Constructors by tag: name and argument.
    pub constructors: Vec<(Name, Option<Ty>)>,
}

/// A type with generalised variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The variables to be replaced at each use.
    pub vars: Arc<[TyVar]>,
    /// The type.
    pub ty: Ty,
}

impl Scheme {
    /// A type used as it is.
    pub fn mono(ty: Ty) -> Scheme {
        Scheme {
            vars: Arc::from([]),
            ty,
        }
    }
}

/// Why two types do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clash {
    /// Different constructors or shapes.
    Different,
    /// A variable would contain itself.
    Circular,
    /// This type does not admit equality.
    NoEquality(Ty),
    /// This type is none of the overloaded ones.
    NotInClass(Ty, Class),
    /// A user's `'a` would have to be something else.
    Rigid(Name),
    /// The record has no such field.
    NoField(Name),
}

/// All types of a session.
#[derive(Clone, Debug, Default)]
pub struct Types {
    nodes: Vec<Node>,
    vars: Vec<Var>,
    /// Type constructors.
    pub constructors: Vec<Constructor>,
    /// Datatypes.
    pub data: Vec<Data>,
    /// The level new variables get.
    pub level: u32,
    /// CPN ML admits equality on reals, as its colour sets need it.
    pub real_equality: bool,
    /// Copying stops here: a type can grow exponentially with the program.
    size_limit: usize,
    /// A type was too large since the last `start_declaration`.
    pub too_large: bool,
}

/// How many type nodes one declaration may need.
const NODES: usize = 200_000;

/// How many there is room for at first.
const ROOM: usize = 4096;

impl Types {
    /// No types, and room for those of a small net. Room that is not used costs nothing, but moving a list that grows does.
    pub fn roomy() -> Types {
        Types {
            nodes: Vec::with_capacity(ROOM),
            vars: Vec::with_capacity(ROOM),
            ..Types::default()
        }
    }

    /// Gives the next declaration its share of type nodes.
    pub fn start_declaration(&mut self) {
        self.size_limit = self.nodes.len() + NODES;
        self.too_large = false;
    }

    /// A type from its node.
    pub fn add(&mut self, node: Node) -> Ty {
        self.nodes.push(node);
        Ty(self.nodes.len() as u32 - 1)
    }

    /// A new unknown.
    pub fn fresh(&mut self) -> Ty {
        self.fresh_var(Class::ANY, false)
    }

    /// A new unknown with a class or equality.
    pub fn fresh_var(&mut self, class: Class, equality: bool) -> Ty {
        self.vars.push(Var {
            link: None,
            rank: 0,
            level: self.level,
            equality,
            class,
            fields: None,
            rigid: None,
        });
        self.add(Node::Var(TyVar(self.vars.len() as u32 - 1)))
    }

    /// A new unknown record with some fields.
    pub fn fresh_record(&mut self, fields: Vec<(Name, Ty)>) -> Ty {
        let ty = self.fresh();
        if let Node::Var(v) = *self.node(ty) {
            self.vars[v.0 as usize].fields = Some(sorted(fields).into());
        }
        ty
    }

    /// A user's type variable.
    pub fn fresh_rigid(&mut self, name: &Name) -> Ty {
        let equality = name.starts_with("''");
        let ty = self.fresh_var(Class::ANY, equality);
        if let Node::Var(v) = *self.node(ty) {
            self.vars[v.0 as usize].rigid = Some(name.clone());
        }
        ty
    }

    /// A constructor applied to arguments.
    pub fn con(&mut self, con: TyCon, args: &[Ty]) -> Ty {
        self.add(Node::Con(con, args.into()))
    }

    /// A function type.
    pub fn fun(&mut self, from: Ty, to: Ty) -> Ty {
        self.add(Node::Fun(from, to))
    }

    /// A tuple type.
    pub fn tuple(&mut self, parts: &[Ty]) -> Ty {
        self.add(Node::Tuple(parts.into()))
    }

    /// A record type: a tuple if its labels are 1..n.
    pub fn record(&mut self, fields: Vec<(Name, Ty)>) -> Ty {
        let fields = sorted(fields);
        let is_tuple = fields.len() != 1
            && (fields.iter().enumerate()).all(|(i, (label, _))| **label == *(i + 1).to_string());
        if is_tuple {
            let parts: Vec<Ty> = fields.iter().map(|f| f.1).collect();
            self.tuple(&parts)
        } else {
            self.add(Node::Record(fields.into()))
        }
    }

    /// Follows solved variables.
    pub fn resolve(&self, mut ty: Ty) -> Ty {
        while let Node::Var(v) = &self.nodes[ty.0 as usize] {
            match self.vars[v.0 as usize].link {
                Some(next) => ty = next,
                None => break,
            }
        }
        ty
    }

    /// The node of a type, solved variables followed.
    pub fn node(&self, ty: Ty) -> &Node {
        &self.nodes[self.resolve(ty).0 as usize]
    }

    /// The variable's state.
    pub fn var(&self, v: TyVar) -> &Var {
        &self.vars[v.0 as usize]
    }

    /// The variable's state, to change it.
    pub fn var_mut(&mut self, v: TyVar) -> &mut Var {
        &mut self.vars[v.0 as usize]
    }

    /// The unsolved variable a type is, if it is one.
    pub fn as_var(&self, ty: Ty) -> Option<TyVar> {
        match *self.node(ty) {
            Node::Var(v) => Some(v),
            _ => None,
        }
    }

    /// The fields of a tuple or record type, labels included.
    pub fn fields(&self, ty: Ty) -> Option<Vec<(Name, Ty)>> {
        match self.node(ty) {
            Node::Tuple(parts) => Some(
                (parts.iter().enumerate())
                    .map(|(i, &t)| ((i + 1).to_string().into(), t))
                    .collect(),
            ),
            Node::Record(fields) => Some(fields.to_vec()),
            _ => None,
        }
    }

    /// Replaces variables; used for schemes and datatype parameters. What is shared stays shared.
    pub fn substitute(&mut self, ty: Ty, from: &[TyVar], to: &[Ty]) -> Ty {
        match from.is_empty() {
            true => ty,
            false => self.copy(ty, from, to, &mut FxHashMap::default()),
        }
    }

    fn copy(&mut self, ty: Ty, from: &[TyVar], to: &[Ty], done: &mut FxHashMap<Ty, Ty>) -> Ty {
        let ty = self.resolve(ty);
        if let Some(&copy) = done.get(&ty) {
            return copy;
        }
        if self.nodes.len() > self.size_limit {
            self.too_large = true;
            return self.add(Node::Error);
        }
        let copy = stacker::maybe_grow(32 * 1024, 1024 * 1024, || match self.node(ty).clone() {
            Node::Var(v) => match from.iter().position(|&f| f == v) {
                Some(i) => to[i],
                None => ty,
            },
            Node::Con(_, args) if args.is_empty() => ty,
            Node::Con(c, args) => {
                let args: Vec<Ty> = (args.iter())
                    .map(|&a| self.copy(a, from, to, done))
                    .collect();
                self.con(c, &args)
            }
            Node::Fun(a, b) => {
                let a = self.copy(a, from, to, done);
                let b = self.copy(b, from, to, done);
                self.fun(a, b)
            }
            Node::Tuple(parts) => {
                let parts: Vec<Ty> = (parts.iter())
                    .map(|&p| self.copy(p, from, to, done))
                    .collect();
                self.tuple(&parts)
            }
            Node::Record(fields) => {
                let fields: Vec<(Name, Ty)> = (fields.iter())
                    .map(|(l, t)| (l.clone(), self.copy(*t, from, to, done)))
                    .collect();
                self.add(Node::Record(fields.into()))
            }
            Node::Error => ty,
        });
        done.insert(ty, copy);
        copy
    }

    /// A fresh copy of a scheme, with the types its variables were replaced by.
    pub fn instantiate(&mut self, scheme: &Scheme) -> (Ty, Vec<Ty>) {
        if scheme.vars.is_empty() {
            return (scheme.ty, Vec::new());
        }
        let vars = scheme.vars.clone();
        let fresh: Vec<Ty> = (vars.iter())
            .map(|&v| {
                let equality = self.var(v).equality;
                self.fresh_var(Class::ANY, equality)
            })
            .collect();
        let ty = self.substitute(scheme.ty, &vars, &fresh);
        (ty, fresh)
    }

    /// The unsolved variables of a type, in order of first occurrence.
    pub fn free_vars(&self, ty: Ty, into: &mut Vec<TyVar>) {
        // Depth first, left to right, without recursion.
        let mut work = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = work.pop() {
            if !seen.insert(self.resolve(ty)) {
                continue;
            }
            match self.node(ty) {
                Node::Var(v) => {
                    if !into.contains(v) {
                        into.push(*v);
                    }
                }
                Node::Con(_, args) | Node::Tuple(args) => work.extend(args.iter().rev()),
                Node::Fun(a, b) => work.extend([*b, *a]),
                Node::Record(fields) => work.extend(fields.iter().rev().map(|f| f.1)),
                Node::Error => {}
            }
        }
    }

    /// The variables of `tys` that belong to the declaration just left and may be generalised.
    pub fn generalisable(&mut self, tys: &[Ty]) -> Arc<[TyVar]> {
        let mut vars = Vec::new();
        for &ty in tys {
            self.free_vars(ty, &mut vars);
        }
        let level = self.level;
        vars.retain(|&v| {
            let var = self.var_mut(v);
            if var.level <= level {
                return false;
            }
            // Overloaded and record variables wait for a later use to settle them.
            if !var.class.is_any() || var.fields.is_some() {
                var.level = level;
                return false;
            }
            var.rigid = None;
            true
        });
        vars.into()
    }
}

/// Labels in SML's order: numbers by value, before names.
pub fn label_order(a: &Name, b: &Name) -> std::cmp::Ordering {
    match (a.parse::<u32>(), b.parse::<u32>()) {
        (Ok(x), Ok(y)) => x.cmp(&y),
        (Ok(_), Err(_)) => std::cmp::Ordering::Less,
        (Err(_), Ok(_)) => std::cmp::Ordering::Greater,
        _ => a.cmp(b),
    }
}

/// Fields in the order of their labels.
pub(super) fn sorted(mut fields: Vec<(Name, Ty)>) -> Vec<(Name, Ty)> {
    fields.sort_by(|a, b| label_order(&a.0, &b.0));
    fields
}

/// `int`
pub const INT: TyCon = TyCon(0);
/// `IntInf.int`
pub const INTINF: TyCon = TyCon(1);
/// `real`
pub const REAL: TyCon = TyCon(2);
/// `char`
pub const CHAR: TyCon = TyCon(3);
/// `string`
pub const STRING: TyCon = TyCon(4);
/// `exn`
pub const EXN: TyCon = TyCon(5);
/// `ref`
pub const REF: TyCon = TyCon(6);
/// `ms`
pub const MS: TyCon = TyCon(7);
/// `timed`
pub const TIMED: TyCon = TyCon(8);
/// `bool`
pub const BOOL: TyCon = TyCon(9);
/// `list`
pub const LIST: TyCon = TyCon(10);
/// `option`
pub const OPTION: TyCon = TyCon(11);
/// `order`
pub const ORDER: TyCon = TyCon(12);

/// The bit of an overloaded type; 0 for others.
pub fn class_bit(con: TyCon) -> u8 {
    match con {
        INT => Class::INT,
        INTINF => Class::INTINF,
        REAL => Class::REAL,
        CHAR => Class::CHAR,
        STRING => Class::STRING,
        _ => 0,
    }
}
