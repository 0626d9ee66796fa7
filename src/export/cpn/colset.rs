//! Colour sets, which CPN Tools stores as elements.

use super::standard::Standard;
use super::xml::Xml;
use sweepnet_lang::span::{Sources, Span};
use sweepnet_lang::syntax::ast::{Ast, ColsetBody, ColsetDec, ExprId, Ident, Path};

/// The element of a colour set's form: its name, and what is in it.
pub struct Form(&'static str, Vec<Part>);

/// What is in the element of a form.
enum Part {
    Id(String),
    Ml(String),
    In(&'static str, Vec<Part>),
}

impl Form {
    /// Writes the element.
    pub fn write(&self, out: &mut Xml) {
        match self.1.is_empty() {
            true => out.empty(self.0, &[]),
            false => out.element(self.0, &[], |out| parts(out, &self.1)),
        }
    }
}

fn parts(out: &mut Xml, list: &[Part]) {
    for part in list {
        match part {
            Part::Id(text) => out.text("id", &[], text),
            Part::Ml(text) => out.ml("ml", &[], text),
            Part::In(name, list) => out.element(name, &[], |out| parts(out, list)),
        }
    }
}

/// Knows what the parts of a declaration are called in the file.
pub struct Colsets<'s> {
    /// The declarations.
    pub ast: &'s Ast,
    /// Their text.
    pub sources: &'s Sources,
    /// Names of basic colour sets.
    pub standard: &'s Standard,
}

impl Colsets<'_> {
    /// What is written there.
    pub fn slice(&self, span: Span) -> String {
        self.sources.slice(span).to_string()
    }

    fn path(&self, path: &Path) -> Part {
        Part::Id(self.standard.name(&self.slice(path.span)))
    }

    fn bounds(&self, bounds: &(ExprId, ExprId)) -> Vec<Part> {
        let one = |e: ExprId| Part::Ml(self.slice(self.ast[e].span));
        vec![one(bounds.0), one(bounds.1)]
    }

    fn with(&self, bounds: &Option<(ExprId, ExprId)>) -> Vec<Part> {
        let bounds = bounds.iter();
        bounds
            .map(|bounds| Part::In("with", self.bounds(bounds)))
            .collect()
    }

    /// The form of a declared colour set; `None` if CPN Tools has none such.
    pub fn form(&self, colset: &ColsetDec) -> Option<Form> {
        let id = |ident: &Ident| Part::Id(ident.name.to_string());
        Some(match &colset.body {
            ColsetBody::Unit(None) => Form("unit", Vec::new()),
            ColsetBody::Unit(Some(name)) => Form("unit", vec![Part::In("with", vec![id(name)])]),
            ColsetBody::Bool(None) => Form("bool", Vec::new()),
            ColsetBody::Bool(Some((no, yes))) => {
                Form("bool", vec![Part::In("with", vec![id(no), id(yes)])])
            }
            ColsetBody::Int(bounds) => Form("int", self.with(bounds)),
            ColsetBody::IntInf(bounds) => Form("intinf", self.with(bounds)),
            ColsetBody::Real(bounds) => Form("real", self.with(bounds)),
            ColsetBody::Time => Form("time", Vec::new()),
            ColsetBody::Str(bounds, lengths) => {
                let mut parts = self.with(bounds);
                parts.extend(lengths.iter().map(|l| Part::In("and", self.bounds(l))));
                Form("string", parts)
            }
            ColsetBody::Enum(names) => Form("enum", names.iter().map(id).collect()),
            ColsetBody::Index(name, low, high) => {
                let mut parts = self.bounds(&(*low, *high));
                parts.push(id(name));
                Form("index", parts)
            }
            ColsetBody::Product(parts) => {
                Form("product", parts.iter().map(|p| self.path(p)).collect())
            }
            ColsetBody::Record(fields) => {
                let field = |(name, of): &(Ident, Path)| {
                    Part::In("recordfield", vec![id(name), self.path(of)])
                };
                Form("record", fields.iter().map(field).collect())
            }
            ColsetBody::List(of, bounds) => {
                let mut parts = self.with(bounds);
                parts.push(self.path(of));
                Form("list", parts)
            }
            ColsetBody::Union(fields) => {
                let field = |(name, of): &(Ident, Option<Path>)| {
                    let mut parts = vec![id(name)];
                    parts.extend((of.iter()).map(|of| Part::In("type", vec![self.path(of)])));
                    Part::In("unionfield", parts)
                };
                Form("union", fields.iter().map(field).collect())
            }
            ColsetBody::SubsetBy(of, by) => {
                let by = Part::Ml(self.slice(self.ast[*by].span));
                Form("subset", vec![self.path(of), Part::In("by", vec![by])])
            }
            ColsetBody::SubsetWith(of, list) => {
                let list = Part::Ml(self.slice(self.ast[*list].span));
                Form("subset", vec![self.path(of), Part::In("with", vec![list])])
            }
            ColsetBody::Alias(of) => Form("alias", vec![self.path(of)]),
            // CPN Tools has no declaration for it.
            ColsetBody::Char(_) | ColsetBody::Error => return None,
        })
    }
}
