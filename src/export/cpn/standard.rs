//! What a net has here without saying so, and CPN Tools wants declared: colour sets such as `int`, and the names of priorities. Only what the net uses and does not declare itself is added, so that a model
//! that is read and written again does not grow.

use super::declarations::{ml, parsed};
use super::xml::Xml;
use crate::net::model::{Model, Text};
use crate::net::unused;
use std::collections::{BTreeMap, BTreeSet};
use sweepnet_lang::span::Sources;
use sweepnet_lang::syntax::ast::{Ast, ColsetBody, ColsetDec, DecKind, PatKind, Path};
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::syntax::token::Token;

/// Priorities have names in every net.
const PRIORITIES: &[(&str, &str)] = &[("P_HIGH", "100"), ("P_NORMAL", "1000"), ("P_LOW", "10000")];

/// Colour sets that need no declaration here.
const BASIC: &[&str] = &["unit", "bool", "int", "intinf", "real", "string", "time"];

/// What is missing, and what basic colour sets are called in the file.
#[derive(Debug, Default)]
pub struct Standard {
    names: BTreeMap<&'static str, String>,
    /// Those among them that must be added.
    added: BTreeSet<&'static str>,
    /// Priorities that must be added.
    priorities: Vec<(&'static str, &'static str)>,
}

impl Standard {
    /// Looks at what a net uses and declares.
    pub fn new(model: &Model, sources: &Sources) -> Standard {
        let mut standard = Standard::default();
        let mut declared = BTreeSet::new();
        for text in &model.declarations {
            let ast = parsed(sources, text.source);
            for dec in &ast.decs {
                match &dec.kind {
                    DecKind::Colset(colset) => {
                        declared.insert(colset.name.name.to_string());
                        standard.colset(colset, sources);
                    }
                    DecKind::Var(_, ty) => standard.uses(sources.slice(ast[*ty].span)),
                    _ => declared.extend(values(&ast, &dec.kind)),
                }
            }
        }
        for place in model.pages.iter().flat_map(|page| &page.places) {
            standard.uses(&place.colset.text);
        }
        for &basic in &standard.added {
            let mut name = basic.to_uppercase();
            while !declared.insert(name.clone()) {
                name.push('\'');
            }
            standard.names.insert(basic, name);
        }
        let mentioned = mentioned(model, sources);
        let missing = |name: &str| mentioned.contains(name) && !declared.contains(name);
        let priorities = PRIORITIES.iter().filter(|(name, _)| missing(name));
        standard.priorities = priorities.copied().collect();
        standard
    }

    /// A colour set that is nothing but a basic one can take its place from there on.
    fn colset(&mut self, colset: &ColsetDec, sources: &Sources) {
        let plain = match &colset.body {
            ColsetBody::Unit(None) => Some("unit"),
            ColsetBody::Bool(None) => Some("bool"),
            ColsetBody::Int(None) => Some("int"),
            ColsetBody::IntInf(None) => Some("intinf"),
            ColsetBody::Real(None) => Some("real"),
            ColsetBody::Str(None, None) => Some("string"),
            ColsetBody::Time => Some("time"),
            _ => None,
        };
        if let Some(basic) = plain.filter(|basic| !colset.timed && !self.added.contains(basic)) {
            let name = || colset.name.name.to_string();
            self.names.entry(basic).or_insert_with(name);
        }
        for part in parts(&colset.body) {
            self.uses(sources.slice(part.span));
        }
    }

    fn uses(&mut self, name: &str) {
        let basic = BASIC.iter().find(|basic| **basic == name);
        if let Some(basic) = basic.filter(|basic| !self.names.contains_key(**basic)) {
            self.added.insert(basic);
        }
    }

    /// What a colour set is called in the file.
    pub fn name(&self, name: &str) -> String {
        let known = self.names.get(name);
        known.map_or(name, String::as_str).to_string()
    }

    /// Writes what is missing.
    pub fn write(&self, out: &mut Xml) {
        if !self.priorities.is_empty() {
            let id = out.id();
            out.element("block", &[("id", &id)], |out| {
                out.text("id", &[], "Standard priorities");
                for (name, value) in &self.priorities {
                    ml(out, &format!("val {name} = {value};"));
                }
            });
        }
        if !self.added.is_empty() {
            let id = out.id();
            out.element("block", &[("id", &id)], |out| {
                out.text("id", &[], "Standard declarations");
                for basic in &self.added {
                    let (id, name) = (out.id(), self.name(basic));
                    out.element("color", &[("id", &id)], |out| {
                        out.text("id", &[], &name);
                        out.empty(basic, &[]);
                        out.text("layout", &[], &format!("colset {name} = {basic};"));
                    });
                }
            });
        }
    }
}

/// The colour sets that one is made of.
fn parts(body: &ColsetBody) -> Vec<&Path> {
    match body {
        ColsetBody::Product(parts) => parts.iter().collect(),
        ColsetBody::Record(fields) => fields.iter().map(|field| &field.1).collect(),
        ColsetBody::Union(fields) => fields.iter().filter_map(|field| field.1.as_ref()).collect(),
        ColsetBody::List(of, _)
        | ColsetBody::SubsetBy(of, _)
        | ColsetBody::SubsetWith(of, _)
        | ColsetBody::Alias(of) => vec![of],
        _ => Vec::new(),
    }
}

/// The names that `val` declares.
fn values(ast: &Ast, dec: &DecKind) -> Vec<String> {
    let DecKind::Val { bindings, .. } = dec else {
        return Vec::new();
    };
    let names = bindings
        .iter()
        .filter_map(|binding| match &ast[binding.0].kind {
            PatKind::Var(path) => Some(path.name.to_string()),
            _ => None,
        });
    names.collect()
}

/// All names in the texts of a net.
fn mentioned(model: &Model, sources: &Sources) -> BTreeSet<String> {
    let names = |text: &Text| {
        let source = &sources.get(text.source).text;
        let tokens = lexer::lex(source, text.source, &mut Vec::new()).tokens;
        tokens.into_iter().filter_map(|token| match token.token {
            Token::Id(name) => Some(name.to_string()),
            _ => None,
        })
    };
    unused::texts(model).flat_map(names).collect()
}
