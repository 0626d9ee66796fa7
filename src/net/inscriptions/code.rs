//! The code segment of a transition: what it may use, what it gives.

use super::transition::Texts;
use super::{Compiler, Variables};
use crate::net::flat::{self, VariableId};
use crate::net::model::{Code, Name, Transition};
use std::collections::BTreeSet;
use std::sync::Arc;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Because, Inscription, NetVariable, Wanted};

impl Compiler<'_> {
    /// The variable that a code segment names.
    pub(super) fn declared(&mut self, name: &Name) -> Option<NetVariable> {
        let known = self.session.net_variable(&name.text);
        if known.is_none() {
            let message = format!(
                "The variable `{}` of the code segment is not declared.",
                name.text
            );
            let help = match self.session.nearest_net_variable(&name.text) {
                Some(near) => format!("Did you mean `{near}`?"),
                None => format!("Declare it with `var {} : COLOURSET;`.", name.text),
            };
            self.report(
                Diagnostic::error("E1105", name.span, message)
                    .at("no variable of the net")
                    .help(help),
            );
        }
        known
    }

    /// The names that the code segment gives values to; nothing may need them before.
    pub(super) fn code_outputs(
        &mut self,
        texts: &Texts,
        transition: &Transition,
    ) -> BTreeSet<Arc<str>> {
        let Some(code) = &transition.code else {
            return BTreeSet::new();
        };
        let outputs: BTreeSet<Arc<str>> =
            code.output.iter().map(|n| n.text.as_str().into()).collect();
        let mut early = Vec::new();
        for arc in &texts.inputs {
            early.extend(
                (self.session.mentioned(&arc.inscription))
                    .iter()
                    .map(|m| (m, "an input arc")),
            );
        }
        for condition in &texts.conditions {
            early.extend(
                (self.session.mentioned(condition))
                    .iter()
                    .map(|m| (m, "the guard")),
            );
        }
        if let Some(action) = &texts.action {
            early.extend(
                (self.session.mentioned(action))
                    .iter()
                    .map(|m| (m, "the action itself")),
            );
        }
        for (mention, place) in early {
            let Some(output) = code.output.iter().find(|o| *o.text == *mention.name) else {
                continue;
            };
            let name = &mention.name;
            self.report(
                Diagnostic::error("E1104", mention.span, format!("`{name}` gets its value from the code segment, so {place} cannot use it."))
                    .at("needed before the code segment runs")
                    .label(output.span, "an output of the code segment")
                    .help("Use another variable here, or take this one out of the outputs of the code segment."),
            );
        }
        outputs
    }

    /// Compiles the action.
    pub(super) fn code(
        &mut self,
        texts: &Texts,
        transition: &Transition,
        variables: &Variables,
    ) -> Option<flat::Code> {
        let (code, action) = (transition.code.as_ref()?, texts.action.as_ref()?);
        self.only_inputs(code, action);
        let names: Vec<Arc<str>> = code.output.iter().map(|n| n.text.as_str().into()).collect();
        let ids: Option<Vec<VariableId>> =
            names.iter().map(|n| variables.get(n).copied()).collect();
        let ids = ids?;
        let (wanted, fields) = match names.len() {
            0 => (Wanted::Any, Vec::new()),
            1 => (Wanted::Values(names), vec![0]),
            _ => {
                let fields = self.session.fields(&names);
                (Wanted::Values(names), fields)
            }
        };
        let because = match code.output.first() {
            Some(first) => Because(Some((first.span, "the outputs are `{}`".to_string()))),
            None => Because::default(),
        };
        let action = self.function(action, variables, &wanted, &because, false)?;
        Some(flat::Code {
            action,
            outputs: ids.into_iter().zip(fields).collect(),
        })
    }

    /// A code segment that names its inputs may use no other variables.
    fn only_inputs(&mut self, code: &Code, action: &Inscription) {
        let Some(inputs) = &code.input else {
            return;
        };
        for mention in self.session.mentioned(action) {
            let is = |name: &Name| *name.text == *mention.name;
            if inputs.iter().any(is) || code.output.iter().any(is) {
                continue;
            }
            let name = &mention.name;
            self.report(
                Diagnostic::error("E1106", mention.span, format!("The action uses `{name}`, which is not among the inputs of the code segment."))
                    .at("not an input")
                    .help(format!("Add `{name}` to `input`, or leave `input` out: then all variables may be used.")),
            );
        }
    }
}
