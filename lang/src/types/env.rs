//! What names mean at a point of a program: values, types, structures and colour sets, each in its own name space.
//!
//! Scopes are persistent maps: entering one is a clone, leaving it drops the clone, and a structure keeps the environment of its body.

use super::ty::{Scheme, Ty, TyCon};
use crate::core::{BindId, ColourFn, ExnId, Op};
use crate::span::Span;
use crate::syntax::ast::{Name, NameMap};
use crate::types::ty::DataId;
use crate::vm::program::ColourSetId;
use std::sync::Arc;

/// What a value name stands for.
#[derive(Clone, Debug)]
pub enum Value {
    /// A variable.
    Var(BindId),
    /// A constructor of a datatype.
    Con(DataId, u16),
    /// The constructor `ref`.
    Ref,
    /// An exception.
    Exn(ExnId),
    /// A built-in operator.
    Op(Op),
    /// A colour set's function and its type.
    Colour(ColourFn, ColourSetId, Ty),
    /// A net variable (`var x : T`): it has a value only in a binding of a transition. `T` is a colour set, or just a type.
    NetVar(Ty, Option<ColourSetId>, Span),
    /// `inst`: a function that gives the number of the page instance whose inscription it stands in.
    Instance,
    /// A name with several meanings, told apart by the argument.
    Overloaded(&'static Overload),
    /// A name whose declaration, which stands there, has a mistake: it must not mean what it meant before.
    Lost(Span),
}

/// One name, several library functions: the checker looks at the argument's type (for a tuple, at its first component of which something is known).
#[derive(Debug)]
pub struct Overload {
    /// What the argument is and the library function meant.
    pub choices: &'static [(Head, &'static [&'static str])],
    /// The function meant otherwise.
    pub otherwise: &'static [&'static str],
    /// Whether a second argument decides, as in `filter f xs`.
    pub second: bool,
}

impl Overload {
    /// The functions that may be meant.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &'static [&'static str]> {
        let choices = self.choices.iter().map(|choice| choice.1);
        choices.chain([self.otherwise])
    }
}

/// What a type is at first sight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Head {
    /// A constructor applied to something.
    Con(TyCon),
    /// A record.
    Record,
    /// A function, from and to values of these constructors. In a choice `None` means any.
    Function(Option<TyCon>, Option<TyCon>),
    /// `unit`
    Unit,
}

impl Head {
    /// Whether an argument that is `other` is of this kind.
    pub fn fits(self, other: Head) -> bool {
        let agree = |choice: Option<TyCon>, found| choice.is_none() || choice == found;
        match (self, other) {
            (Head::Function(from, to), Head::Function(a, b)) => agree(from, a) && agree(to, b),
            _ => self == other,
        }
    }
}

/// What a type name stands for.
#[derive(Clone, Debug)]
pub enum TypeMeaning {
    /// A type constructor.
    Con(TyCon),
    /// An abbreviation with parameters.
    Alias(Scheme),
}

/// A scope.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Values.
    pub values: NameMap<Value>,
    /// Types.
    pub types: NameMap<TypeMeaning>,
    /// Structures.
    pub structures: NameMap<Arc<Env>>,
    /// Colour sets.
    pub colours: NameMap<ColourSetId>,
}

impl Env {
    /// The scope that `structures` names, if each of them exists.
    pub fn scope(&self, structures: &[Name]) -> Option<&Env> {
        let mut env = self;
        for name in structures {
            env = env.structures.get(name)?;
        }
        Some(env)
    }

    /// Everything of `other` that has no meaning here.
    pub fn underlay(&mut self, other: &Env) {
        fn add<V: Clone>(to: &mut NameMap<V>, from: &NameMap<V>) {
            for (name, value) in from {
                if !to.contains_key(name) {
                    to.insert(name.clone(), value.clone());
                }
            }
        }
        add(&mut self.values, &other.values);
        add(&mut self.types, &other.types);
        add(&mut self.structures, &other.structures);
        add(&mut self.colours, &other.colours);
    }

    /// Everything of `other` on top of what is here.
    pub fn overlay(&mut self, other: &Env) {
        self.values = other.values.clone().union(self.values.clone());
        self.types = other.types.clone().union(self.types.clone());
        self.structures = other.structures.clone().union(self.structures.clone());
        self.colours = other.colours.clone().union(self.colours.clone());
    }
}
