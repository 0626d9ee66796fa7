//! The library in the checker: its own scope, which the user's declarations never change, and the ways into it and out of it.

use super::builtin;
use super::effects::Clock;
use super::env::{self, Env, TypeMeaning, Value};
use super::ty::{self, Scheme, Ty};
use super::{Checker, Dialect, instance};
use crate::syntax::ast::Name;
use std::sync::Arc;

impl Checker {
    /// Gives the names of the library the meaning they have for the user, whose declarations follow.
    pub fn library_done(&mut self) {
        let (size, at) = match self.dialect {
            Dialect::Sml => (&builtin::SIZE_SML, None),
            Dialect::Cpn => (&builtin::SIZE, Some(&builtin::AT)),
        };
        let values = &mut self.env.values;
        values.insert("size".into(), Value::Overloaded(size));
        if let Some(at) = at {
            values.insert("@".into(), Value::Overloaded(at));
            values.insert("filter".into(), Value::Overloaded(&builtin::FILTER));
            values.insert(instance::NAME.into(), Value::Instance);
        }
        self.library = self.env.clone();
        self.in_library = false;
    }

    /// Makes time a real number from here on: the library's own definitions for it take the place of those for whole time.
    pub fn use_real_time(&mut self) {
        self.real_time = true;
        let real = self.types.con(ty::REAL, &[]);
        let (time, model_time) = ("RealTime", "RealModelTime");
        let values = (self.library.structures.get(time)).map(|s| s.values.clone());
        let structure = self.library.structures.get(model_time).cloned();
        for env in [&mut self.env, &mut self.library] {
            let meaning = TypeMeaning::Alias(Scheme::mono(real));
            env.types.insert("time".into(), meaning);
            for name in ["time", "@+", "@++", "delay"] {
                if let Some(value) = values.as_ref().and_then(|values| values.get(name)) {
                    env.values.insert(name.into(), value.clone());
                }
            }
            if let Some(structure) = &structure {
                env.structures.insert("ModelTime".into(), structure.clone());
            }
        }
        self.note_stampers(&self.env.clone());
    }

    /// `@+` and `@++` depend on the clock in a way that is known.
    fn note_stampers(&mut self, env: &Env) {
        for name in ["@+", "@++"] {
            if let Some(Value::Var(bind)) = env.values.get(name) {
                let counts = Clock {
                    counts: true,
                    ..Clock::default()
                };
                self.clock_of.insert(*bind, counts);
            }
        }
    }

    /// Goes to where a unit of the library stands: in a structure or at top level, after these members of the structure. Returns the scope outside.
    pub(crate) fn enter_unit(&mut self, structure: &str, members: &[Name]) -> (Env, bool) {
        let scope = self.unchanged.clone();
        let outside = std::mem::replace(&mut self.env, scope);
        let own = self.env.structures.get(structure).cloned();
        for name in members {
            let Some(own) = &own else { break };
            if let Some(value) = own.values.get(name) {
                self.env.values.insert(name.clone(), value.clone());
            }
            if let Some(meaning) = own.types.get(name) {
                self.env.types.insert(name.clone(), meaning.clone());
            }
        }
        if !structure.is_empty() {
            self.structure_path.push(structure.into());
        }
        self.recorders.push(Env::default());
        (outside, std::mem::replace(&mut self.in_library, true))
    }

    /// Leaves a unit. What it declares is the library's, and the user's too, unless the name has another meaning for the user.
    pub(crate) fn leave_unit(&mut self, structure: &str, (outside, in_library): (Env, bool)) {
        let added = self.recorders.pop().unwrap_or_default();
        (self.env, self.in_library) = (outside, in_library);
        if !structure.is_empty() {
            self.structure_path.pop();
            let before = self.unchanged.structures.get(structure).cloned();
            let before = before.unwrap_or_default();
            let mut whole = (*before).clone();
            whole.underlay(&added);
            let whole = Arc::new(whole);
            for env in [&mut self.library, &mut self.env, &mut self.unchanged] {
                if let Some(known) = env.structures.get_mut(structure)
                    && Arc::ptr_eq(known, &before)
                {
                    *known = whole.clone();
                }
            }
            return;
        }
        for env in [&mut self.library, &mut self.env, &mut self.unchanged] {
            env.underlay(&added);
        }
        self.note_stampers(&added);
    }

    /// The library as its own files see it.
    #[cfg(test)]
    pub(crate) fn library_scope(&self) -> &Env {
        &self.unchanged
    }

    /// What a name means in the library.
    pub(crate) fn library_value(&self, name: &str) -> Option<&Value> {
        self.library.values.get(name)
    }

    /// Enters the library's scope, to add to it. Returns the user's scope.
    pub(crate) fn enter_library(&mut self) -> Env {
        let user = std::mem::replace(&mut self.env, self.library.clone());
        self.in_library = true;
        self.recorders.push(Env::default());
        user
    }

    /// Names each colour set `colour'N` until the library's scope is left: whatever the user calls
    /// it, and whatever else has that name.
    pub(crate) fn number_colour_sets(&mut self) {
        for (number, (_, ty, _)) in self.colours.iter().enumerate() {
            let meaning = TypeMeaning::Alias(Scheme::mono(*ty));
            let types = &mut self.env.types;
            types.insert(format!("colour'{number}").into(), meaning);
        }
    }

    /// Leaves the library again. What was added belongs to the library, and to the user too, unless
    /// the user has something of that name. Members of a structure are distinguished one by one:
    /// a colour set `Mark` hides no place of the library's `Mark`.
    pub(crate) fn leave_library(&mut self, user: Env) {
        let added = self.recorders.pop().unwrap_or_default();
        self.env = user;
        for (name, structure) in &added.structures {
            let known = self.library.structures.get(name);
            let Some(own) = self.env.structures.get_mut(name) else {
                continue;
            };
            match known.is_some_and(|known| Arc::ptr_eq(known, own)) {
                true => *own = structure.clone(),
                false => Arc::make_mut(own).underlay(structure),
            }
        }
        self.library.overlay(&added);
        self.env.underlay(&added);
        self.in_library = false;
    }

    /// A type that the library declares in a structure, or at top level.
    pub(crate) fn library_type(&mut self, structure: &str, name: &str) -> Option<Ty> {
        let scope = match structure {
            "" => &self.library,
            _ => self.library.structures.get(structure)?,
        };
        match scope.types.get(name)? {
            TypeMeaning::Con(con) => Some(self.types.con(*con, &[])),
            TypeMeaning::Alias(scheme) => Some(scheme.ty),
        }
    }

    /// Makes a name mean several library functions.
    pub(crate) fn overload(&mut self, name: &str, overload: &'static env::Overload) {
        let value = Value::Overloaded(overload);
        self.library.values.insert(name.into(), value.clone());
        self.env.values.insert(name.into(), value);
    }

    /// Whether a name means what it means in the library.
    pub fn is_library_name(&self, name: &str) -> bool {
        match (self.env.values.get(name), self.library.values.get(name)) {
            (Some(Value::Var(a)), Some(Value::Var(b))) => a == b,
            (Some(Value::Op(a)), Some(Value::Op(b))) => a == b,
            _ => false,
        }
    }
}
