//! Parameters: their values, what `--set` makes of them, and how the declarations see them.
//!
//! A parameter becomes a `val` before the declarations, so everything in the net can use it.

use super::declared::{Declared, Kind, declarations};
use super::model::{Model, Name, Parameter, ParameterKind, ParameterValue};
use super::suggest;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::Session;
use sweepnet_lang::span::{Sources, Span};

/// Whether a name can stand in the declarations.
pub fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && (name.chars()).all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'')
}

/// What a modeller calls the type.
pub fn describe(kind: &ParameterKind) -> &'static str {
    match kind {
        ParameterKind::Int(..) => "an integer",
        ParameterKind::Bool => "a truth value",
        ParameterKind::String(_) => "a text",
        ParameterKind::Real(..) => "a real number",
    }
}

/// The value that a text is, or the rest of a sentence that says why it is none.
pub fn value(kind: &ParameterKind, text: &str) -> Result<ParameterValue, String> {
    let trimmed = text.trim();
    // The language writes a minus sign as `~`.
    let number = trimmed.replacen('~', "-", 1);
    let wrong = |hint: &str| {
        let needed = describe(kind);
        Err(format!("is `{trimmed}`, which is not {needed}{hint}"))
    };
    match kind {
        ParameterKind::Int(min, max) => match number.parse::<i64>() {
            Ok(number) => within(number, *min, *max).map(ParameterValue::Int),
            Err(_) if is_integer(&number) => wrong(" of 64 bits"),
            Err(_) => wrong(""),
        },
        ParameterKind::Real(min, max) => match number.parse::<f64>() {
            Ok(number) if number.is_finite() => {
                within(number, *min, *max).map(ParameterValue::Real)
            }
            _ => wrong(""),
        },
        ParameterKind::Bool => match trimmed {
            "true" => Ok(ParameterValue::Bool(true)),
            "false" => Ok(ParameterValue::Bool(false)),
            _ => wrong(": it is `true` or `false`"),
        },
        ParameterKind::String(known) if known.is_empty() || known.iter().any(|k| k == text) => {
            Ok(ParameterValue::String(text.to_string()))
        }
        ParameterKind::String(known) => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let known = suggest::listed(&known);
            Err(format!("is `{trimmed}`, but the values are {known}"))
        }
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn within<T: PartialOrd + std::fmt::Display>(
    number: T,
    min: Option<T>,
    max: Option<T>,
) -> Result<T, String> {
    match (min, max) {
        (Some(min), _) if number < min => Err(format!("is {number}, but the least is {min}")),
        (_, Some(max)) if number > max => Err(format!("is {number}, but the most is {max}")),
        _ => Ok(number),
    }
}

/// Gives parameters the values of `--set NAME=VALUE` arguments.
pub fn set(model: &mut Model, sources: &mut Sources, settings: &[String]) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let mut done: Vec<(String, Span)> = Vec::new();
    for setting in settings {
        // An argument is a text like any other, so that messages can point into it.
        let source = sources.add("--set", setting);
        let whole = Span::new(source, 0, setting.len());
        let Some((name, text)) = setting.split_once('=') else {
            let message = format!("`--set {setting}` gives no value");
            let help = format!("Write `--set {setting}=VALUE`");
            problems.push(Diagnostic::error("E1304", whole, message).help(help));
            continue;
        };
        let name = Name {
            text: name.trim().to_string(),
            span: Span::new(source, 0, name.len()),
        };
        if let Some((_, first)) = done.iter().find(|(other, _)| *other == name.text) {
            let message = format!("The parameter `{}` is set twice", name.text);
            problems.push(
                Diagnostic::error("E1304", name.span, message)
                    .label(*first, "the first time")
                    .help("Leave out one of them"),
            );
            continue;
        }
        done.push((name.text.clone(), name.span));
        let place = Span::new(source, setting.len() - text.len(), setting.len());
        match find(&mut model.parameters, &name) {
            Err(problem) => {
                let mut all = declared(model, sources);
                let fixed = all.find(|d| d.kind == Kind::Value && *d.name.name == *name.text);
                problems.push(match fixed {
                    None => problem,
                    Some(fixed) => problem.label(fixed.name.span, "a value of the declarations").help(format!(
                        "In a YAML net write `parameters: {{{}: …}}` with the value, and remove the declaration",
                        name.text
                    )),
                });
            }
            Ok(parameter) => match value(&parameter.kind, text) {
                Ok(value) => parameter.value = value,
                Err(problem) => problems.push(refused(parameter, place, &problem)),
            },
        }
    }
    problems
}

/// What to do about a value that the parameter does not allow.
pub fn remedy(kind: &ParameterKind, what: &str) -> String {
    match kind {
        ParameterKind::String(_) => "Take one of these, or add it to `values`".to_string(),
        _ => format!("Choose another {what}, or change its `min` or `max`"),
    }
}

/// What the texts of a net declare.
fn declared(model: &Model, sources: &Sources) -> impl Iterator<Item = Declared> {
    let texts = model.declarations.iter();
    texts.flat_map(|text| declarations(sources, text.source))
}

/// Parameters whose names are declared again: nothing would see their values.
pub fn hidden(model: &Model, sources: &Sources) -> Vec<Diagnostic> {
    if model.parameters.is_empty() {
        return Vec::new();
    }
    let mut problems = Vec::new();
    for declared in declared(model, sources) {
        // Types and colour sets have names of their own; their constructors do not.
        let apart = matches!(declared.kind, Kind::ColourSet | Kind::Other);
        for name in declared.names().skip(usize::from(apart)) {
            let mut parameters = model.parameters.iter();
            let Some(parameter) = parameters.find(|p| *p.name.text == *name.name) else {
                continue;
            };
            let message = format!("This declaration hides the parameter `{}`", name.name);
            problems.push(
                Diagnostic::error("E1306", name.span, message)
                    .at("what comes after means this")
                    .label(parameter.name.span, "the parameter")
                    .help("A parameter is declared already: remove the declaration, or give one of them another name"),
            );
        }
    }
    problems
}

/// The values that expectations give to parameters get the parameters' types.
pub fn check_expectations(model: &mut Model) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for expectation in &mut model.expect {
        for (name, given) in &mut expectation.set {
            match find(&mut model.parameters, name) {
                Err(problem) => problems.push(problem),
                Ok(parameter) => match value(&parameter.kind, &plain(given)) {
                    Ok(value) => *given = value,
                    Err(problem) => problems.push(refused(parameter, name.span, &problem)),
                },
            }
        }
    }
    problems
}

fn find<'p>(parameters: &'p mut [Parameter], name: &Name) -> Result<&'p mut Parameter, Diagnostic> {
    let known: Vec<String> = parameters.iter().map(|p| p.name.text.clone()).collect();
    let found = parameters.iter_mut().find(|p| p.name.text == name.text);
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let message = format!("This net has no parameter `{}`", name.text);
        let help = match suggest::nearest(&name.text, names.iter().copied()) {
            Some(near) => format!("Did you mean `{near}`?"),
            None if names.is_empty() => "It has no parameters at all".to_string(),
            None => format!("It has {}", suggest::listed(&names)),
        };
        Diagnostic::error("E1305", name.span, message).help(help)
    })
}

fn refused(parameter: &Parameter, place: Span, problem: &str) -> Diagnostic {
    let message = format!("The value of `{}` {problem}", parameter.name.text);
    let range = problem.contains("but the");
    let code = if range { "E1303" } else { "E1302" };
    Diagnostic::error(code, place, message)
        .label(parameter.name.span, "the parameter")
        .help(match range {
            true => remedy(&parameter.kind, "value"),
            false => format!("`{}` is {}", parameter.name.text, describe(&parameter.kind)),
        })
}

/// A value as a text that `value` reads.
pub fn plain(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Int(number) => number.to_string(),
        ParameterValue::Bool(truth) => truth.to_string(),
        ParameterValue::String(text) => text.clone(),
        ParameterValue::Real(number) => format!("{number:?}"),
    }
}

/// Declares the parameters in a session.
pub fn declare(model: &Model, session: &mut Session) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for parameter in &model.parameters {
        let name = &parameter.name;
        if session.run("<parameter>", &declaration(parameter)).failed() {
            let message = format!("`{}` cannot be the name of a parameter", name.text);
            let help = "It is a word or a constructor of the language: choose another name";
            problems.push(Diagnostic::error("E1301", name.span, message).help(help));
        }
    }
    problems
}

/// A parameter as a declaration of the language.
pub fn declaration(parameter: &Parameter) -> String {
    let value = literal(&parameter.value);
    format!("val {} = {value}", parameter.name.text)
}

/// A value in the language.
fn literal(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Int(number) => number.to_string().replace('-', "~"),
        ParameterValue::Real(number) => format!("{number:?}").replace('-', "~"),
        ParameterValue::Bool(truth) => truth.to_string(),
        ParameterValue::String(text) => {
            let escaped: String = (text.chars())
                .map(|c| match c {
                    '"' | '\\' => format!("\\{c}"),
                    c if c.is_ascii_control() => format!("\\{:03}", c as u32),
                    c => c.to_string(),
                })
                .collect();
            format!("\"{escaped}\"")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_types_and_ranges() {
        let int = ParameterKind::Int(Some(1), Some(20));
        assert_eq!(value(&int, " 7"), Ok(ParameterValue::Int(7)));
        for wrong in ["0", "21", "seven", "1.5", "99999999999999999999", ""] {
            assert!(value(&int, wrong).is_err(), "{wrong}");
        }
        let open = ParameterKind::Int(None, None);
        assert_eq!(value(&open, "~3"), Ok(ParameterValue::Int(-3)));
        let real = ParameterKind::Real(None, None);
        assert_eq!(value(&real, "3"), Ok(ParameterValue::Real(3.0)));
        assert!(value(&real, "nan").is_err());
        assert!(value(&ParameterKind::Bool, "yes").is_err());
        let colour = ParameterKind::String(vec!["red".to_string(), "blue".to_string()]);
        assert!(value(&colour, "blue").is_ok());
        let refused = "is `green`, but the values are `red` and `blue`";
        assert_eq!(value(&colour, "green"), Err(refused.to_string()));
        assert!(value(&ParameterKind::String(Vec::new()), "green").is_ok());
    }

    #[test]
    fn values_are_written_in_the_language() {
        assert_eq!(literal(&ParameterValue::Int(-3)), "~3");
        assert_eq!(literal(&ParameterValue::Real(-1e-9)), "~1e~9");
        assert_eq!(
            literal(&ParameterValue::String("a\"\\\n".to_string())),
            "\"a\\\"\\\\\\010\""
        );
    }
}
