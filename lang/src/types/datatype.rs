//! Declarations of types, datatypes and exceptions.

use super::Checker;
use super::env::{TypeMeaning, Value};
use super::ty::{Constructor, Data, DataId, Equality, Node, Scheme, Ty, TyCon};
use crate::core::ExnId;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::*;
use rustc_hash::FxHashSet;

impl Checker {
    pub(super) fn type_bindings(&mut self, ast: &Ast, bindings: &[TypeBinding]) {
        for binding in bindings {
            let scheme = self.with_parameters(&binding.params, |c, vars| Scheme {
                vars: vars.into(),
                ty: c.annotation(ast, binding.ty),
            });
            self.add_type(&binding.name.name, TypeMeaning::Alias(scheme));
        }
    }

    pub(super) fn datatypes(&mut self, ast: &Ast, datatypes: &[Datatype], aliases: &[TypeBinding]) {
        self.distinct(datatypes.iter().map(|d| &d.name), "E0406", "type");
        let constructors = datatypes
            .iter()
            .flat_map(|d| d.constructors.iter().map(|c| &c.0));
        self.distinct(constructors, "E0406", "constructor");
        let ids: Vec<(TyCon, DataId)> = (datatypes.iter())
            .map(|d| self.new_datatype(&d.name.name, d.params.len()))
            .collect();
        self.type_bindings(ast, aliases);
        for (datatype, &(tycon, id)) in datatypes.iter().zip(&ids) {
            let (params, constructors) = self.with_parameters(&datatype.params, |c, vars| {
                let constructors: Vec<(Name, Option<Ty>)> = (datatype.constructors.iter())
                    .map(|(name, of)| (name.name.clone(), of.map(|t| c.annotation(ast, t))))
                    .collect();
                (vars.to_vec(), constructors)
            });
            self.constructors(&datatype.name, id, &constructors);
            self.types.data[id.0 as usize] = Data {
                tycon,
                params,
                constructors,
            };
        }
        self.find_equality(&ids);
    }

    /// Makes constructors known. How many there can be is limited by how their values are represented.
    pub(super) fn constructors(
        &mut self,
        datatype: &Ident,
        id: DataId,
        constructors: &[(Name, Option<Ty>)],
    ) {
        let limit = match constructors.iter().any(|c| c.1.is_some()) {
            true => crate::vm::program::IMMEDIATES as usize,
            false => i16::MAX as usize,
        };
        if constructors.len() > limit {
            self.report(
                Diagnostic::error(
                    "E0420",
                    datatype.span,
                    format!("`{}` has too many constructors.", datatype.name),
                )
                .at(format!(
                    "{} of them; up to {limit} are possible here",
                    constructors.len()
                ))
                .help("Use one constructor with a number, for example `index d with 1..n`."),
            );
        }
        for (tag, (name, _)) in constructors.iter().enumerate() {
            self.add_value(name, Value::Con(id, tag as u16));
        }
    }

    /// A datatype's type constructor, its constructors still unknown.
    pub(super) fn new_datatype(&mut self, name: &Name, arity: usize) -> (TyCon, DataId) {
        let tycon = TyCon(self.types.constructors.len() as u32);
        let id = DataId(self.types.data.len() as u32);
        self.types.constructors.push(Constructor {
            name: super::message::qualified(&self.structure_path, name).into(),
            arity,
            data: Some(id),
            equality: Equality::IfArguments,
        });
        self.types.data.push(Data {
            tycon,
            params: Vec::new(),
            constructors: Vec::new(),
        });
        self.add_type(name, TypeMeaning::Con(tycon));
        (tycon, id)
    }

    /// A datatype admits equality unless something in it does not; those declared together depend on each other.
    pub(super) fn find_equality(&mut self, ids: &[(TyCon, DataId)]) {
        loop {
            let mut changed = false;
            for &(tycon, id) in ids {
                let args: Vec<Ty> = (self.types.data[id.0 as usize].constructors.iter())
                    .filter_map(|c| c.1)
                    .collect();
                let equality = self.types.constructors[tycon.0 as usize].equality;
                if equality == Equality::IfArguments
                    && !args.iter().all(|&a| self.admits_equality(a))
                {
                    self.types.constructors[tycon.0 as usize].equality = Equality::Never;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn admits_equality(&self, ty: Ty) -> bool {
        let mut work = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = work.pop() {
            if !seen.insert(self.types.resolve(ty)) {
                continue;
            }
            match self.types.node(ty) {
                Node::Var(_) | Node::Error => {}
                Node::Con(c, args) => match self.types.constructors[c.0 as usize].equality {
                    Equality::Always => {}
                    Equality::IfArguments => work.extend(args.iter()),
                    Equality::Never if *c == super::ty::REAL && self.types.real_equality => {}
                    Equality::Never => return false,
                },
                Node::Tuple(parts) => work.extend(parts.iter()),
                Node::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
                Node::Fun(..) => return false,
            }
        }
        true
    }

    pub(super) fn datatype_copy(&mut self, name: &Ident, path: &Path) {
        let meaning = (self.env.scope(&path.structures))
            .and_then(|e| e.types.get(&path.name))
            .cloned();
        let Some(meaning) = meaning else {
            return self.unknown_type(path);
        };
        if let TypeMeaning::Con(tycon) = meaning
            && let Some(id) = self.types.constructors[tycon.0 as usize].data
        {
            let constructors = self.types.data[id.0 as usize].constructors.clone();
            for (tag, (name, _)) in constructors.iter().enumerate() {
                self.add_value(name, Value::Con(id, tag as u16));
            }
        }
        self.add_type(&name.name, meaning);
    }

    pub(super) fn exception(&mut self, ast: &Ast, exceptions: &[(Ident, ExceptionKind)]) {
        for (name, kind) in exceptions {
            match kind {
                ExceptionKind::New(of) => {
                    let of = of.map(|t| self.annotation(ast, t));
                    let id = ExnId(self.exceptions.len() as u32);
                    self.exceptions.push((name.name.clone(), of));
                    self.add_value(&name.name, Value::Exn(id));
                }
                ExceptionKind::Alias(path) => match self.lookup_value(path) {
                    Some(Value::Exn(id)) => self.add_value(&name.name, Value::Exn(id)),
                    Some(_) => self.report(
                        Diagnostic::error(
                            "E0416",
                            path.span,
                            format!("`{}` is not an exception.", path.name),
                        )
                        .at("an exception's name is needed")
                        .help("Declare a new one with `exception E` or `exception E of type`."),
                    ),
                    None => {}
                },
            }
        }
    }
}
