//! Colour sets: their types, and the functions each brings along (`CS.all`, `CS.set_field`, …).
//!
//! A colour set is a type plus a restriction. Its ranges are expressions that may use constants declared before, so they are typed here and
//! evaluated by the session when it comes to the declaration.

use super::env::{Env, TypeMeaning, Value};
use super::ty::{CHAR, Data, LIST, MS, Node, ORDER, REAL, Scheme, Ty};
use super::{Checker, Item, Why};
use crate::core::{ColourFn, CoreId};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::vm::program::ColourSetId;

/// A checked colour set declaration.
#[derive(Clone, Debug)]
pub struct ColsetItem {
    /// Its number.
    pub id: ColourSetId,
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: Ty,
    /// Declared `timed`.
    pub timed: bool,
    /// Its form, with ranges still to be evaluated.
    pub form: ColsetForm,
}

/// An inclusive range as written.
pub type Range = Option<(CoreId, CoreId)>;

/// The forms of colour sets; see `vm::program::ColourKind`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum ColsetForm {
    Unit(Option<Name>),
    Bool(Option<(Name, Name)>),
    Int(Range),
    IntInf(Range),
    Real(Range),
    Time,
    Char(Range),
    Str(Range, Range),
    Enum(Vec<Name>),
    Index(Name, CoreId, CoreId),
    Product(Vec<ColourSetId>),
    Record(Vec<(Name, ColourSetId)>),
    List(ColourSetId, Range),
    Union(Vec<(Name, Option<ColourSetId>)>),
    SubsetBy(ColourSetId, CoreId),
    SubsetWith(ColourSetId, CoreId),
    Alias(ColourSetId),
}

impl Checker {
    /// The colour sets that need no declaration: the basic types by their own names.
    pub(super) fn add_basic_colour_sets(&mut self) -> Vec<ColsetItem> {
        let real = self.types.con(REAL, &[]);
        let char = self.types.con(CHAR, &[]);
        let basic = [
            ("unit", self.unit, ColsetForm::Unit(None)),
            ("bool", self.bool, ColsetForm::Bool(None)),
            ("int", self.int, ColsetForm::Int(None)),
            ("intinf", self.intinf, ColsetForm::IntInf(None)),
            ("real", real, ColsetForm::Real(None)),
            ("string", self.string, ColsetForm::Str(None, None)),
            ("char", char, ColsetForm::Char(None)),
            ("time", self.intinf, ColsetForm::Time),
        ];
        (basic.into_iter())
            .map(|(name, ty, form)| {
                let name: Name = name.into();
                let id = self.new_colour_set(&name, ty, false);
                ColsetItem {
                    id,
                    name: Ident {
                        name,
                        span: Span::new(crate::span::SourceId(0), 0, 0),
                    },
                    ty,
                    timed: false,
                    form,
                }
            })
            .collect()
    }

    fn new_colour_set(&mut self, name: &Name, ty: Ty, timed: bool) -> ColourSetId {
        let id = ColourSetId(self.colours.len() as u32);
        self.colours.push((name.clone(), ty, timed));
        self.env.colours.insert(name.clone(), id);
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.colours.insert(name.clone(), id);
        }
        id
    }

    /// Declares a colour set: its type, itself, its functions.
    pub(super) fn colset(&mut self, ast: &Ast, dec: &ColsetDec, items: &mut Vec<Item>) {
        self.types.level += 1;
        self.depth += 1;
        let (ty, form) = self.form(ast, dec);
        self.depth -= 1;
        self.types.level -= 1;
        if !matches!(self.types.node(ty), Node::Con(c, _) if self.is_own_type(*c, dec)) {
            self.add_type(&dec.name.name, TypeMeaning::Alias(Scheme::mono(ty)));
        }
        let id = self.new_colour_set(&dec.name.name, ty, dec.timed);
        let mut functions = self.colour_functions(id, ty);
        items.push(Item::Colset(ColsetItem {
            id,
            name: dec.name.clone(),
            ty,
            timed: dec.timed,
            form: form.clone(),
        }));
        self.part_functions(&form, ty, dec.name.span, &mut functions, items);
        if let ColsetForm::Unit(Some(name)) = &form {
            self.unit_name(name, dec.name.span, items);
        }
        self.add_colour_structure(dec.name.name.clone(), &functions);
    }

    /// Whether the declaration made a datatype of its own name (enumerations, index sets, unions).
    fn is_own_type(&self, con: super::ty::TyCon, dec: &ColsetDec) -> bool {
        let own = matches!(
            dec.body,
            ColsetBody::Enum(_) | ColsetBody::Index(..) | ColsetBody::Union(_)
        );
        own && *self.types.constructors[con.0 as usize].name
            == *super::message::qualified(&self.structure_path, &dec.name.name)
    }

    fn form(&mut self, ast: &Ast, dec: &ColsetDec) -> (Ty, ColsetForm) {
        let (int, intinf) = (self.int, self.intinf);
        match &dec.body {
            ColsetBody::Unit(name) => (
                self.unit,
                ColsetForm::Unit(name.as_ref().map(|n| n.name.clone())),
            ),
            ColsetBody::Bool(names) => {
                if let Some((no, yes)) = names {
                    for (i, name) in [no, yes].into_iter().enumerate() {
                        self.add_value(&name.name, Value::Con(super::ty::DataId(0), i as u16));
                    }
                }
                let names = names
                    .as_ref()
                    .map(|(a, b)| (a.name.clone(), b.name.clone()));
                (self.bool, ColsetForm::Bool(names))
            }
            ColsetBody::Int(range) => (int, ColsetForm::Int(self.range(ast, *range, int))),
            ColsetBody::IntInf(range) => {
                (intinf, ColsetForm::IntInf(self.range(ast, *range, intinf)))
            }
            ColsetBody::Real(range) => {
                let real = self.types.con(REAL, &[]);
                (real, ColsetForm::Real(self.range(ast, *range, real)))
            }
            ColsetBody::Time if self.real_time => {
                (self.types.con(REAL, &[]), ColsetForm::Real(None))
            }
            ColsetBody::Time => (intinf, ColsetForm::Time),
            ColsetBody::Char(range) => {
                let char = self.types.con(CHAR, &[]);
                (char, ColsetForm::Char(self.range(ast, *range, char)))
            }
            ColsetBody::Str(chars, lengths) => {
                let string = self.string;
                // "a".."z" bounds the characters: strings of one character.
                let chars = self.range(ast, *chars, string);
                (
                    string,
                    ColsetForm::Str(chars, self.range(ast, *lengths, int)),
                )
            }
            ColsetBody::Enum(names) => {
                self.distinct(names.iter(), "E0406", "colour");
                let constructors: Vec<(Name, Option<Ty>)> =
                    names.iter().map(|n| (n.name.clone(), None)).collect();
                let ty = self.colour_datatype(&dec.name, constructors);
                (
                    ty,
                    ColsetForm::Enum(names.iter().map(|n| n.name.clone()).collect()),
                )
            }
            ColsetBody::Index(constructor, lo, hi) => {
                let Some((lo, hi)) = self.range(ast, Some((*lo, *hi)), int) else {
                    return (int, ColsetForm::Int(None));
                };
                let ty =
                    self.colour_datatype(&dec.name, vec![(constructor.name.clone(), Some(int))]);
                (ty, ColsetForm::Index(constructor.name.clone(), lo, hi))
            }
            ColsetBody::Product(parts) => {
                let sets: Vec<(ColourSetId, Ty)> =
                    parts.iter().map(|p| self.colour_set(p)).collect();
                let types: Vec<Ty> = sets.iter().map(|s| s.1).collect();
                (
                    self.types.tuple(&types),
                    ColsetForm::Product(sets.iter().map(|s| s.0).collect()),
                )
            }
            ColsetBody::Record(fields) => {
                self.distinct(fields.iter().map(|f| &f.0), "E0406", "field");
                let sets: Vec<(Name, (ColourSetId, Ty))> = fields
                    .iter()
                    .map(|(l, p)| (l.name.clone(), self.colour_set(p)))
                    .collect();
                let ty = self
                    .types
                    .record(sets.iter().map(|(l, s)| (l.clone(), s.1)).collect());
                (
                    ty,
                    ColsetForm::Record(sets.into_iter().map(|(l, s)| (l, s.0)).collect()),
                )
            }
            ColsetBody::List(of, range) => {
                let (set, of) = self.colour_set(of);
                let ty = self.types.con(LIST, &[of]);
                (ty, ColsetForm::List(set, self.range(ast, *range, int)))
            }
            ColsetBody::Union(parts) => {
                self.distinct(parts.iter().map(|p| &p.0), "E0406", "constructor");
                let sets: Vec<(Name, Option<(ColourSetId, Ty)>)> = (parts.iter())
                    .map(|(name, of)| (name.name.clone(), of.as_ref().map(|p| self.colour_set(p))))
                    .collect();
                let constructors = sets
                    .iter()
                    .map(|(n, s)| (n.clone(), s.map(|s| s.1)))
                    .collect();
                let ty = self.colour_datatype(&dec.name, constructors);
                (
                    ty,
                    ColsetForm::Union(sets.into_iter().map(|(n, s)| (n, s.map(|s| s.0))).collect()),
                )
            }
            ColsetBody::SubsetBy(of, f) => {
                let (set, ty) = self.colour_set(of);
                let want = self.types.fun(ty, self.bool);
                let why = Why::new(
                    of.span,
                    "a subset's function takes a colour of the set and says whether it belongs: `{}`",
                );
                let f = self.check(ast, *f, want, &why);
                (ty, ColsetForm::SubsetBy(set, f))
            }
            ColsetBody::SubsetWith(of, list) => {
                let (set, ty) = self.colour_set(of);
                let want = self.types.con(LIST, &[ty]);
                let why = Why::new(
                    of.span,
                    "a subset's colours are a list of colours of the set: `{}`",
                );
                let list = self.check(ast, *list, want, &why);
                (ty, ColsetForm::SubsetWith(set, list))
            }
            ColsetBody::Alias(of) => {
                let (set, ty) = self.colour_set(of);
                (ty, ColsetForm::Alias(set))
            }
            ColsetBody::Error => (self.error_type(), ColsetForm::Unit(None)),
        }
    }

    fn range(&mut self, ast: &Ast, range: Option<(ExprId, ExprId)>, ty: Ty) -> Range {
        let (lo, hi) = range?;
        let place = ast[lo].span.to(ast[hi].span);
        let why = Why::new(place, "a bound of this colour set is `{}`");
        // Constants can be compared without evaluating anything.
        if let (ExprKind::Lit(Lit::Int(a)), ExprKind::Lit(Lit::Int(b))) =
            (&ast[lo].kind, &ast[hi].kind)
            && a > b
        {
            self.report(empty_range(place));
        }
        Some((self.check(ast, lo, ty, &why), self.check(ast, hi, ty, &why)))
    }

    fn colour_datatype(&mut self, name: &Ident, constructors: Vec<(Name, Option<Ty>)>) -> Ty {
        let (tycon, id) = self.new_datatype(&name.name, 0);
        self.constructors(name, id, &constructors);
        self.types.data[id.0 as usize] = Data {
            tycon,
            params: Vec::new(),
            constructors,
        };
        self.find_equality(&[(tycon, id)]);
        self.types.con(tycon, &[])
    }

    /// The colour set a name stands for.
    pub(super) fn colour_set(&mut self, path: &Path) -> (ColourSetId, Ty) {
        let found = (self.env.scope(&path.structures))
            .and_then(|e| e.colours.get(&path.name))
            .copied();
        if let Some(id) = found {
            return (id, self.colours[id.0 as usize].1);
        }
        let name = &path.name;
        let near =
            super::suggest::nearest(name, super::message::sorted_keys(self.env.colours.keys()));
        let mut d = Diagnostic::error(
            "E0417",
            path.span,
            format!("There is no colour set `{name}`."),
        )
        .at("not declared before this place");
        d = d.help(match near {
            Some(near) => format!("Did you mean `{near}`?"),
            None if self.env.types.contains_key(name) => {
                format!("`{name}` is a type; a colour set is declared with `colset {name} = …`.")
            }
            None => "Declare it first: `colset NAME = …;`.".to_string(),
        });
        self.report(d);
        (ColourSetId(0), self.error_type())
    }

    /// The functions every colour set has.
    fn colour_functions(&mut self, id: ColourSetId, ty: Ty) -> Env {
        let (int, bool, string, unit) = (self.int, self.bool, self.string, self.unit);
        let ms = self.types.con(MS, &[ty]);
        let pair = self.types.tuple(&[ty, ty]);
        let order = self.types.con(ORDER, &[]);
        let functions = [
            ("base", ColourFn::Base, None, ty),
            ("size", ColourFn::Size, Some(unit), int),
            ("all", ColourFn::All, Some(unit), ms),
            ("ord", ColourFn::Ord, Some(ty), int),
            ("col", ColourFn::Col, Some(int), ty),
            ("ran", ColourFn::Ran, Some(unit), ty),
            ("legal", ColourFn::Legal, Some(ty), bool),
            ("illegal_msg", ColourFn::IllegalMsg, Some(ty), string),
            ("mkstr", ColourFn::Mkstr, Some(ty), string),
            ("mkstr_ms", ColourFn::MkstrMs, Some(ms), string),
            ("lt", ColourFn::Lt, Some(pair), bool),
            ("cmp", ColourFn::Cmp, Some(pair), order),
        ];
        let mut env = Env::default();
        for (name, function, from, to) in functions {
            let ty = from.map_or(to, |from| self.types.fun(from, to));
            env.values
                .insert(name.into(), Value::Colour(function, id, ty));
        }
        env
    }
}

/// A colour set without values.
pub fn empty_range(place: Span) -> Diagnostic {
    Diagnostic::error(
        "E0418",
        place,
        "This range is empty: its lower bound is above its upper bound.",
    )
    .at("no value lies in it")
    .help("Write the smaller bound first: `int with 1..10`.")
}
