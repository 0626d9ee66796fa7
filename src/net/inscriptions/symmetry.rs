//! Which colours a net says it treats alike: the entries of `symmetries`, evaluated.
//!
//! A colour set that can be permuted is atomic: its colours have no parts. A subset stands for some colours of the set it is made from, so
//! `symmetries: {SLAVE: all}` and `symmetries: {DEVICE: {all: SLAVE.all ()}}` say the same.

use super::{Compiler, Variables};
use crate::net::flat;
use crate::net::model::{Model, Symmetry, Text};
use std::collections::BTreeMap;
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Because, Reading, Wanted};
use sweepnet_lang::session::Session;
use sweepnet_lang::span::Span;
use sweepnet_lang::vm::program::{ColourKind, ColourSetId, IMMEDIATES, Word};

/// Colours of all symmetries of a net: one byte names one, and one value of the byte is kept free.
const MOST: usize = 255;

/// Evaluates the symmetries. The declarations have been run in the session.
pub fn symmetries(
    model: &Model,
    session: &mut Session,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<flat::Symmetry> {
    let mut compiler = Compiler {
        session,
        diagnostics: Vec::new(),
        sizes: BTreeMap::new(),
        unnamed: Vec::new(),
    };
    let mut found = Vec::new();
    for symmetry in &model.symmetries {
        compiler.symmetry(symmetry, &mut found);
    }
    compiler.overlapping(&found);
    diagnostics.append(&mut compiler.diagnostics);
    found
}

impl Compiler<'_> {
    fn symmetry(&mut self, symmetry: &Symmetry, found: &mut Vec<flat::Symmetry>) {
        let Some((declared, atomic)) = self.atomic(symmetry) else {
            return;
        };
        let rotations = symmetry.kind.text == "rotations";
        let span = symmetry.colset.span;
        let mut blocks: Vec<(Vec<Word>, Span)> = Vec::new();
        if symmetry.blocks.is_empty() {
            blocks.extend(self.whole(declared, symmetry).map(|words| (words, span)));
        }
        for text in &symmetry.blocks {
            let words = self.block(text, declared);
            blocks.extend(words.map(|words| (words, text.span)));
        }
        for (words, span) in blocks {
            let mut colours: Vec<i64> = words.iter().map(|&w| self.number(atomic, w)).collect();
            colours.sort_unstable();
            let mut symmetry = flat::Symmetry {
                colour: atomic,
                rotations,
                colours,
                span,
            };
            symmetry.colours.dedup();
            found.push(symmetry);
        }
    }

    /// The declared colour set, and the atomic one whose colours its are.
    fn atomic(&mut self, symmetry: &Symmetry) -> Option<(ColourSetId, ColourSetId)> {
        let (name, span) = (&symmetry.colset.text, symmetry.colset.span);
        let Some(declared) = self.session.colour_set_named(name) else {
            let message = format!("The colour set `{name}` of a symmetry is not declared.");
            let help = match self.session.nearest_colour_set(name) {
                Some(near) => format!("Did you mean `{near}`?"),
                None => "Name a colour set of the declarations.".to_string(),
            };
            self.report(
                Diagnostic::error("E1110", span, message)
                    .at("no such colour set")
                    .help(help),
            );
            return None;
        };
        let sets = &self.session.vm.program.colour_sets;
        let mut set = declared;
        while let ColourKind::Alias(of)
        | ColourKind::SubsetBy(of, _)
        | ColourKind::SubsetWith(of, _) = sets[set.0 as usize].kind
        {
            set = of;
        }
        match sets[set.0 as usize].kind {
            ColourKind::Enum(_) | ColourKind::Index(..) | ColourKind::Int(Some(_)) => {
                Some((declared, set))
            }
            _ => {
                let message = format!("The colours of `{name}` cannot be permuted.");
                self.report(
                    Diagnostic::error("E1110", span, message)
                        .at("not an enumeration, an index or an int with a range")
                        .help("Name the atomic colour set: whatever is made of its colours is permuted with them."),
                );
                None
            }
        }
    }

    /// All colours of a set.
    fn whole(&mut self, set: ColourSetId, symmetry: &Symmetry) -> Option<Vec<Word>> {
        let size = self.session.vm.colour_size(set);
        let few = matches!(size, Ok(Some(size)) if size <= MOST as u64);
        if !few {
            let message = format!("`{}` has more than {MOST} colours.", symmetry.colset.text);
            self.report(
                Diagnostic::error("E1110", symmetry.colset.span, message)
                    .at("too many to be permuted")
                    .help("Name fewer, as in `{all: [1, 2, 3]}`."),
            );
            return None;
        }
        match self.session.vm.colour_all(set) {
            Ok(words) => Some(words),
            Err(stop) => {
                let problem = self.session.explain(&stop);
                self.report(problem);
                None
            }
        }
    }

    /// The colours that an expression gives.
    fn block(&mut self, text: &Text, set: ColourSetId) -> Option<Vec<Word>> {
        let inscription = self.parse(*text, Reading::Expression)?;
        self.without_variables(&inscription, "A symmetry")?;
        let because = Because(Some((text.span, "colours that are alike are `{}`".into())));
        let wanted = Wanted::Many(set);
        let none = Variables::new();
        let function = self.function(&inscription, &none, &wanted, &because, true)?;
        let multiset = match self.session.vm.call(function.code.0, &[]) {
            Ok(word) => word,
            Err(stop) => {
                let problem = self.session.explain(&stop);
                self.report(problem);
                return None;
            }
        };
        if multiset < IMMEDIATES {
            return Some(Vec::new());
        }
        let (elements, _) = self.session.vm.heap.multiset(multiset);
        let elements = elements.to_vec();
        for &element in &elements {
            if let Ok(Some(offence)) = self.session.vm.colour_offence(set, element) {
                self.report(
                    Diagnostic::error(
                        "E1111",
                        text.span,
                        "A colour here does not belong to the colour set.",
                    )
                    .at(offence)
                    .help("Name colours of the colour set only."),
                );
                return None;
            }
        }
        Some(elements)
    }

    /// What tells a colour of an atomic set from the others.
    fn number(&self, atomic: ColourSetId, word: Word) -> i64 {
        let vm = &self.session.vm;
        match vm.program.colour_sets[atomic.0 as usize].kind {
            ColourKind::Index(..) => vm.heap.field(word, 0) as i64,
            _ => word as i64,
        }
    }

    /// A colour may be in one block only.
    fn overlapping(&mut self, found: &[flat::Symmetry]) {
        for (i, later) in found.iter().enumerate() {
            let clash = found[..i].iter().find(|earlier| {
                let both = |colour: &i64| earlier.colours.binary_search(colour).is_ok();
                earlier.colour == later.colour && later.colours.iter().any(both)
            });
            if let Some(earlier) = clash {
                self.report(
                    Diagnostic::error("E1111", later.span, "A colour is in two symmetries.")
                        .at("the second time")
                        .label(earlier.span, "the first time")
                        .help("Let each colour be in one block only."),
                );
            }
        }
        let all: usize = found.iter().map(|symmetry| symmetry.colours.len()).sum();
        if let Some(last) = found.last().filter(|_| all > MOST) {
            let message = format!("The symmetries have {all} colours, more than {MOST}.");
            self.report(
                Diagnostic::error("E1110", last.span, message)
                    .help("Declare smaller colour sets, or fewer symmetries."),
            );
        }
    }
}
