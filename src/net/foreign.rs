//! Names that users of CPN Tools know and that mean nothing here: a message about one of them says what to write instead.
//!
//! The checker can only guess by spelling, and for a word such as `INV` it guesses badly.

use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::span::Sources;

const FORMULA: &str = "Formulas of ASK-CTL are not there. `explore --trace` finds a way to a marking, `PredAllNodes` all markings that satisfy something; `HomePredicate` asks whether they can always be reached again, `TIsLive` whether transitions can occur again";
const FILES: &str = "A net includes a file by an item of `declarations`: `- include: FILE`. A query names several scripts: `sweepnet query NET FIRST SECOND`";
const MARK: &str = "Here a place stands for its marking: `Page'Place`, and `Page'Place'2` of the second instance. `Mark` is for queries, where there are many markings";

const NAMES: &[(&str, &str)] = &[
    ("INV", FORMULA),
    ("POS", FORMULA),
    ("EV", FORMULA),
    ("ALONG", FORMULA),
    ("NF", FORMULA),
    ("AF", FORMULA),
    ("TT", FORMULA),
    ("FF", FORMULA),
    ("MODAL", FORMULA),
    ("EXIST_NEXT", FORMULA),
    ("EXIST_UNTIL", FORMULA),
    ("EXIST_MODAL", FORMULA),
    ("FORALL_NEXT", FORMULA),
    ("FORALL_UNTIL", FORMULA),
    ("FORALL_MODAL", FORMULA),
    ("eval_node", FORMULA),
    ("eval_arc", FORMULA),
    ("use", FILES),
    ("Mark", MARK),
];

/// Gives such messages the help that their reader needs.
pub fn explain(sources: &Sources, problems: &mut [Diagnostic]) {
    for problem in problems.iter_mut() {
        let written = problem.span().map_or("", |span| sources.slice(span));
        let unknown = match problem.code {
            "E0401" => written,
            "E0403" => written.split('.').next().unwrap_or(written),
            _ => continue,
        };
        if let Some((_, help)) = NAMES.iter().find(|(name, _)| *name == unknown) {
            problem.help = Some(format!("{help}."));
        }
    }
}
