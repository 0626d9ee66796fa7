//! Declarations: CPN Tools stores colour sets and variables as elements, all else as text.

use super::xml::Xml;
use crate::net::model::Model;
use crate::net::parameters;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::span::{SourceId, Sources, Span};
use sweepnet_lang::syntax::ast::{Ast, ColsetBody, ColsetDec, Dec, DecKind, ExprId, Ident, Path};
use sweepnet_lang::syntax::fixity::{self, Fixities};
use sweepnet_lang::syntax::parser;

/// What every net here has without saying so.
const PRIORITIES: &[(&str, &str)] = &[("P_HIGH", "100"), ("P_NORMAL", "1000"), ("P_LOW", "10000")];

/// Colour sets that need no declaration here.
const BASIC: &[&str] = &["unit", "bool", "int", "intinf", "real", "string", "time"];

/// Writes parameters and declarations, in their order.
pub fn write(out: &mut Xml, model: &Model, sources: &Sources, basic: &Basic) {
    let id = out.id();
    out.element("block", &[("id", &id)], |out| {
        out.text("id", &[], "Standard priorities");
        for (name, value) in PRIORITIES {
            ml(out, &format!("val {name} = {value};"));
        }
    });
    let id = out.id();
    out.element("block", &[("id", &id)], |out| {
        out.text("id", &[], "Standard declarations");
        for (basic, name) in &basic.0 {
            let id = out.id();
            out.element("color", &[("id", &id)], |out| {
                out.text("id", &[], name);
                out.empty(basic, &[]);
                out.text("layout", &[], &format!("colset {name} = {basic};"));
            });
        }
    });
    let id = out.id();
    out.element("block", &[("id", &id)], |out| {
        out.text("id", &[], "Declarations");
        for parameter in &model.parameters {
            ml(out, &format!("{};", parameters::declaration(parameter)));
        }
        for text in &model.declarations {
            for declaration in split(sources, text.source, basic) {
                declaration.write(out);
            }
        }
    });
}

/// Colour sets that every net here has and that CPN Tools wants declared, with the names they are declared under.
#[derive(Debug, Default)]
pub struct Basic(BTreeMap<&'static str, String>);

impl Basic {
    /// Names that the net does not declare itself.
    pub fn new(model: &Model, sources: &Sources) -> Basic {
        let mut declared = BTreeSet::new();
        for text in &model.declarations {
            for dec in &parsed(sources, text.source).decs {
                if let DecKind::Colset(colset) = &dec.kind {
                    declared.insert(colset.name.name.to_string());
                }
            }
        }
        let named = |basic: &&'static str| {
            let mut name = basic.to_uppercase();
            while declared.contains(&name) {
                name.push('\'');
            }
            (*basic, name)
        };
        Basic(BASIC.iter().map(named).collect())
    }

    /// What a colour set is called in the file.
    pub fn name(&self, name: &str) -> String {
        self.0.get(name).map_or(name, String::as_str).to_string()
    }
}

fn parsed(sources: &Sources, source: SourceId) -> Ast {
    let mut ignored = Vec::new();
    let mut ast = parser::parse(sources, source, &mut ignored);
    fixity::resolve(&mut ast, &mut Fixities::cpn(), &mut ignored);
    ast
}

/// A declaration with its text.
struct Declaration<'s> {
    ast: &'s Ast,
    dec: &'s Dec,
    sources: &'s Sources,
    basic: &'s Basic,
    text: String,
}

/// Writes each declaration of a text.
fn split(sources: &Sources, source: SourceId, basic: &Basic) -> Vec<Written> {
    let ast = parsed(sources, source);
    let whole = &sources.get(source).text;
    let mut all = Vec::new();
    let mut at = 0;
    for dec in &ast.decs {
        // Comments before a declaration belong to it.
        let end = (dec.span.end as usize).max(at);
        let text = whole.get(at..end).unwrap_or("");
        let text = text.trim_start_matches([';', ' ', '\n', '\t', '\r']);
        at = end;
        let declaration = Declaration {
            ast: &ast,
            dec,
            sources,
            basic,
            text: format!("{};", text.trim_end_matches([';', ' ', '\n', '\t', '\r'])),
        };
        all.extend(declaration.written());
    }
    all
}

/// A declaration as elements.
enum Written {
    Ml(String),
    Var(Vec<String>, String, String),
    Globref(String, String, String),
    Colset {
        name: String,
        timed: bool,
        form: Form,
        text: String,
    },
}

/// The element of a colour set's form: its name, and what is in it.
struct Form(&'static str, Vec<Part>);

/// What is in the element of a form.
enum Part {
    Id(String),
    Ml(String),
    In(&'static str, Vec<Part>),
}

impl Declaration<'_> {
    fn written(&self) -> Vec<Written> {
        let text = || self.text.clone();
        match &self.dec.kind {
            DecKind::Colset(colset) => match self.form(colset) {
                Some(form) => vec![Written::Colset {
                    name: colset.name.name.to_string(),
                    timed: colset.timed,
                    form,
                    text: text(),
                }],
                None => vec![Written::Ml(text())],
            },
            DecKind::Var(names, ty) => {
                let names = names.iter().map(|name| name.name.to_string()).collect();
                let ty = self.basic.name(&self.slice(self.ast[*ty].span));
                vec![Written::Var(names, ty, text())]
            }
            DecKind::Globref(name, value) => {
                let value = self.slice(self.ast[*value].span);
                vec![Written::Globref(name.name.to_string(), value, text())]
            }
            _ => vec![Written::Ml(text())],
        }
    }

    fn slice(&self, span: Span) -> String {
        self.sources.slice(span).to_string()
    }

    fn path(&self, path: &Path) -> Part {
        Part::Id(self.basic.name(&self.slice(path.span)))
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

    fn form(&self, colset: &ColsetDec) -> Option<Form> {
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

impl Written {
    fn write(self, out: &mut Xml) {
        let id = out.id();
        match self {
            Written::Ml(text) => ml(out, &text),
            Written::Var(names, ty, text) => out.element("var", &[("id", &id)], |out| {
                out.element("type", &[], |out| out.text("id", &[], &ty));
                for name in &names {
                    out.text("id", &[], name);
                }
                out.text("layout", &[], &text);
            }),
            Written::Globref(name, value, text) => out.element("globref", &[("id", &id)], |out| {
                out.text("id", &[], &name);
                out.text("ml", &[], &value);
                out.text("layout", &[], &text);
            }),
            Written::Colset {
                name,
                timed,
                form,
                text,
            } => out.element("color", &[("id", &id)], |out| {
                out.text("id", &[], &name);
                if timed {
                    out.empty("timed", &[]);
                }
                match form.1.is_empty() {
                    true => out.empty(form.0, &[]),
                    false => out.element(form.0, &[], |out| parts(out, &form.1)),
                }
                out.text("layout", &[], &text);
            }),
        }
    }
}

fn parts(out: &mut Xml, list: &[Part]) {
    for part in list {
        match part {
            Part::Id(text) => out.text("id", &[], text),
            Part::Ml(text) => out.text("ml", &[], text),
            Part::In(name, list) => out.element(name, &[], |out| parts(out, list)),
        }
    }
}

/// A declaration as text, which CPN Tools writes twice.
fn ml(out: &mut Xml, text: &str) {
    let id = out.id();
    out.text_and("ml", &[("id", &id)], text, |out| {
        out.text("layout", &[], text);
    });
}
