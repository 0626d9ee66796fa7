//! Initial markings of places that are one place: ports and sockets, members of fusion sets. Where several are given, they are compared by what they are and not by how they are written.

use super::{Compiler, PlaceKind, Variables};
use crate::net::model::{Model, Place, Text};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::inscription::{Inscription, Reading, TokenForm, Wanted};
use sweepnet_lang::span::SourceId;
use sweepnet_lang::syntax::lexer;
use sweepnet_lang::vm::equal::equal;
use sweepnet_lang::vm::program::Word;

impl Compiler<'_> {
    /// Complains of two places, by page and number there, that are one and have different initial markings.
    pub(super) fn agree(
        &mut self,
        model: &Model,
        kinds: &[Vec<Option<PlaceKind>>],
        [a, b]: [(usize, usize); 2],
    ) {
        let place = |(page, place): (usize, usize)| &model.pages[page].places[place];
        let kind = |(page, place): (usize, usize)| kinds[page][place].as_ref();
        let (Some(first), Some(second)) = (place(a).initial, place(b).initial) else {
            return;
        };
        let (Some(kind), Some(_)) = (kind(a), kind(b)) else {
            return;
        };
        if first != second && !self.same_words(first, second) && !self.equal(first, second, kind) {
            self.report(disagreement((place(a), first), (place(b), second)));
        }
    }

    /// Whether two markings are equal. What cannot be evaluated, or draws random numbers, is equal to nothing.
    fn equal(&mut self, first: Text, second: Text, kind: &PlaceKind) -> bool {
        // What is wrong with a text is told where it is compiled.
        let told = std::mem::take(&mut self.diagnostics);
        let words = self.unhidden(|compiler| compiler.both(first, second, kind));
        self.diagnostics = told;
        words.is_some_and(|(a, b)| equal(&self.session.vm.heap, a, b))
    }

    fn both(&mut self, first: Text, second: Text, kind: &PlaceKind) -> Option<(Word, Word)> {
        let first = self.parse(first, Reading::Expression)?;
        let second = self.parse(second, Reading::Expression)?;
        let mut stamped = |one| self.session.token_form(one, kind.colour) == TokenForm::Stamped;
        let wanted = match stamped(&first) || stamped(&second) {
            true => Wanted::Stamped(kind.colour),
            false => Wanted::Many(kind.colour),
        };
        let first = self.value(&first, kind, &wanted)?;
        // The second evaluation may move the first value.
        self.session.vm.held.push(vec![first]);
        let second = self.value(&second, kind, &wanted);
        let first = self.session.vm.held.pop()?.pop()?;
        Some((first, second?))
    }

    fn value(
        &mut self,
        inscription: &Inscription,
        kind: &PlaceKind,
        wanted: &Wanted,
    ) -> Option<Word> {
        self.without_variables(inscription, "An initial marking")?;
        let none = Variables::new();
        let function = self.function(inscription, &none, wanted, &kind.because(), true)?;
        self.session.vm.call(function.code.0, &[]).ok()
    }

    /// Whether two texts say the same in the same words; blanks and comments do not matter.
    fn same_words(&self, a: Text, b: Text) -> bool {
        let sources = &self.session.sources;
        let words = |text: Text| {
            let text = &sources.get(text.source).text;
            let tokens = lexer::lex(text, SourceId(0), &mut Vec::new()).tokens;
            (tokens.into_iter()).map(|token| text.get(token.span.range()))
        };
        words(a).eq(words(b))
    }
}

fn disagreement((first, said): (&Place, Text), (second, other): (&Place, Text)) -> Diagnostic {
    let (first, second, is_port) = (&first.name, &second.name, second.port.is_some());
    match is_port {
        true => {
            let message = format!(
                "The port `{}` has an initial marking of its own, but it is the place `{}`",
                second.text, first.text
            );
            Diagnostic::error("E1209", other.span, message)
                .label(first.span, "the socket")
                .help("Give the initial marking to the socket, not to the port")
        }
        false => {
            let message = format!(
                "The places `{}` and `{}` are one place and have different initial markings",
                first.text, second.text
            );
            Diagnostic::error("E1213", other.span, message)
                .label(said.span, "the other one")
                .help("Give the initial marking to one of them only")
        }
    }
}
