//! Parameters: their type, range and default.

use super::super::model::{Name, Parameter, ParameterKind, ParameterValue};
use super::super::parameters::{self, describe};
use super::super::yaml::node::{Kind, Node, Scalar};
use super::entries::Entries;
use super::transition::one_or_several;
use super::{Reader, keys};
use sweepnet_lang::diagnostic::Diagnostic;

impl Reader<'_> {
    /// All parameters with their defaults.
    pub fn parameters(&mut self, node: &Node) -> Vec<Parameter> {
        if let Kind::Null = node.kind {
            return Vec::new();
        }
        let entries = self.named(node, "the parameters of a net", "parameter");
        (entries.unwrap_or_default().into_iter())
            .filter_map(|(name, node)| self.parameter(name, node))
            .collect()
    }

    fn parameter(&mut self, name: Name, node: &Node) -> Option<Parameter> {
        if !parameters::is_identifier(&name.text) {
            let message = format!("`{}` cannot be the name of a parameter", name.text);
            let help = "A parameter is a value of the declarations: its name starts with a letter and goes on with letters, digits, `_` and `'`, and is no word of the language";
            self.problem(Diagnostic::error("E1301", name.span, message).help(help));
            return None;
        }
        let Kind::Map(_) = node.kind else {
            let value = guess(self.scalar(node, "the parameter's value")?);
            return Some(Parameter {
                name,
                kind: kind_of(&value),
                value,
                description: None,
            });
        };
        let mut entries = self.entries(node, "a parameter", keys::PARAMETER)?;
        let description = self.description(&mut entries);
        let help = "Give the value that it has without `--set`: `default: VALUE`";
        let owner = format!("The parameter `{}`", name.text);
        let default = self.required(&mut entries, (&owner, name.span), "default", help)?;
        let scalar = self.scalar(default, "the parameter's value")?;
        let kind = match entries.take("type") {
            Some((_, node)) => {
                let known = self.keyword(node, "the type of a parameter", keys::PARAMETER_TYPES)?;
                match known.text.as_str() {
                    "int" => ParameterKind::Int(None, None),
                    "real" => ParameterKind::Real(None, None),
                    "bool" => ParameterKind::Bool,
                    _ => ParameterKind::String(Vec::new()),
                }
            }
            None => kind_of(&guess(scalar)),
        };
        let kind = self.range(kind, &mut entries)?;
        let kind = self.choice(kind, &mut entries)?;
        let value = match parameters::value(&kind, &scalar.text) {
            Ok(value) => value,
            Err(problem) => {
                let message = format!("The default of `{}` {problem}", name.text);
                let code = if problem.contains("but the") {
                    "E1303"
                } else {
                    "E1302"
                };
                let help = match code {
                    "E1303" => parameters::remedy(&kind, "default"),
                    _ => format!("`{}` is {}", name.text, describe(&kind)),
                };
                self.problem(Diagnostic::error(code, default.span, message).help(help));
                // Stands in, so that uses of the parameter are not reported too.
                stand_in(&kind)
            }
        };
        Some(Parameter {
            name,
            kind,
            value,
            description,
        })
    }

    fn range(&mut self, kind: ParameterKind, entries: &mut Entries) -> Option<ParameterKind> {
        let (min, max) = (entries.take("min"), entries.take("max"));
        let open = match kind {
            ParameterKind::Int(..) => ParameterKind::Int(None, None),
            ParameterKind::Real(..) => ParameterKind::Real(None, None),
            ParameterKind::Bool | ParameterKind::String(_) => {
                for (key, _) in min.into_iter().chain(max) {
                    let message = format!("{} has no `{}`", describe(&kind), key.text);
                    let help = "Only numbers have a range";
                    self.problem(Diagnostic::error("E1303", key.span, message).help(help));
                }
                return Some(kind);
            }
        };
        let mut bound = |entry: Option<(Name, &Node)>| -> Option<Option<ParameterValue>> {
            let Some((key, node)) = entry else {
                return Some(None);
            };
            let scalar = self.scalar(node, "a number")?;
            match parameters::value(&open, &scalar.text) {
                Ok(value) => Some(Some(value)),
                Err(problem) => {
                    let message = format!("This `{}` {problem}", key.text);
                    self.problem(Diagnostic::error("E1302", node.span, message));
                    None
                }
            }
        };
        let place = max.as_ref().or(min.as_ref()).map(|(_, node)| node.span);
        let (low, high) = (bound(min)?, bound(max)?);
        let (kind, empty) = match open {
            ParameterKind::Int(..) => {
                let (low, high) = (low.and_then(int), high.and_then(int));
                let empty = low.zip(high).is_some_and(|(low, high)| low > high);
                (ParameterKind::Int(low, high), empty)
            }
            _ => {
                let (low, high) = (low.and_then(real), high.and_then(real));
                let empty = low.zip(high).is_some_and(|(low, high)| low > high);
                (ParameterKind::Real(low, high), empty)
            }
        };
        if empty && let Some(span) = place {
            let message = "No value lies between this `min` and `max`";
            self.problem(Diagnostic::error("E1303", span, message).help("Exchange them"));
            return None;
        }
        Some(kind)
    }

    /// The texts that a parameter may be.
    fn choice(&mut self, kind: ParameterKind, entries: &mut Entries) -> Option<ParameterKind> {
        let Some((key, node)) = entries.take("values") else {
            return Some(kind);
        };
        let ParameterKind::String(_) = kind else {
            let message = format!("{} has no `values`", describe(&kind));
            let help = "Only texts have a list of values; a number has a range: `min` and `max`";
            self.problem(Diagnostic::error("E1303", key.span, message).help(help));
            return Some(kind);
        };
        let known: Option<Vec<String>> = (one_or_several(node).iter())
            .map(|node| Some(self.scalar(node, "a value of the parameter")?.text.clone()))
            .collect();
        let known = known?;
        if known.is_empty() {
            let message = "This parameter has no values";
            let help =
                "List the texts that it may be, or leave out `values`: then any text will do";
            self.problem(Diagnostic::error("E1303", node.span, message).help(help));
        }
        Some(ParameterKind::String(known))
    }
}

fn int(value: ParameterValue) -> Option<i64> {
    match value {
        ParameterValue::Int(number) => Some(number),
        _ => None,
    }
}

fn real(value: ParameterValue) -> Option<f64> {
    match value {
        ParameterValue::Real(number) => Some(number),
        _ => None,
    }
}

fn stand_in(kind: &ParameterKind) -> ParameterValue {
    match kind {
        ParameterKind::Int(min, _) => ParameterValue::Int(min.unwrap_or_default()),
        ParameterKind::Bool => ParameterValue::Bool(false),
        ParameterKind::String(known) => {
            ParameterValue::String(known.first().cloned().unwrap_or_default())
        }
        ParameterKind::Real(min, _) => ParameterValue::Real(min.unwrap_or_default()),
    }
}

fn kind_of(value: &ParameterValue) -> ParameterKind {
    match value {
        ParameterValue::Int(_) => ParameterKind::Int(None, None),
        ParameterValue::Bool(_) => ParameterKind::Bool,
        ParameterValue::String(_) => ParameterKind::String(Vec::new()),
        ParameterValue::Real(_) => ParameterKind::Real(None, None),
    }
}

/// The value of a scalar whose type is not said: what it looks like, and a text if it has quotes.
pub fn guess(scalar: &Scalar) -> ParameterValue {
    let kinds = [
        ParameterKind::Int(None, None),
        ParameterKind::Bool,
        ParameterKind::Real(None, None),
    ];
    (kinds.iter())
        .filter(|_| scalar.bare)
        .find_map(|kind| parameters::value(kind, &scalar.text).ok())
        .unwrap_or_else(|| ParameterValue::String(scalar.text.clone()))
}
