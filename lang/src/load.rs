//! Loads the units of the library that a text mentions, before the text is checked.
//!
//! Which units those are is told by the text's tokens alone, so a unit may be loaded without need, but never too late. A unit is read as if all before it were
//! loaded and none after it: of its own structure it sees the members declared before it, and of everything else what the library's files declare, whatever the
//! user has declared meanwhile.

use crate::library::{self, Declared, UNITS};
use crate::session::Session;
use crate::span::SourceId;
use crate::syntax::ast::Name;
use crate::syntax::fixity::{self, Fixities};
use crate::syntax::token::{Form, Spanned, Token};
use crate::syntax::{lexer, parser};
use crate::types::env::Value;
use crate::vm::Budget;

/// What the checker itself uses to make multi-sets of colours and lists.
pub(crate) const ALWAYS: &[&str] = &["`", "list_to_ms", "ms_to_list"];

/// What the checker itself uses where these are mentioned: a sum may be one of lists, tokens get time stamps where timed ones are wanted, and products have `mult`.
const IMPLIED: &[(&str, &str)] = &[
    ("++", "^^"),
    ("timed", "@+"),
    ("tms", "@+"),
    ("product", "ext_col"),
    ("product", "ext_ms"),
];

/// The functions that every colour set has; see `Checker::lookup_value`.
pub(crate) const OF_ALL_COLOURS: &str = "ColourIO";

impl Session {
    /// Loads what these tokens of a text mean, if they mean something of the library.
    pub(crate) fn load_mentioned(&mut self, tokens: &[Spanned]) {
        for spanned in tokens {
            match &spanned.token {
                Token::Id(name) | Token::Symbol(name) => self.load_name(name),
                Token::Form(Form::Timed) => self.load_name("timed"),
                Token::Form(Form::Product | Form::Record) => self.load_name("product"),
                Token::Long(long) => {
                    let home = &long.structures[0];
                    let member = long.structures.get(1).unwrap_or(&long.name);
                    match library::is_structure(home) {
                        true => self.load_member(home, member),
                        false => {
                            self.load_all(library::declaring("", home));
                            self.load_all(library::declaring(OF_ALL_COLOURS, member));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The same for a text that declares net variables: its names are names of types.
    pub(crate) fn load_types(&mut self, tokens: &[Spanned]) {
        let of_values = |token: &Token| matches!(token, Token::Id(name) if &**name != "tms");
        let types = tokens.iter().filter(|spanned| !of_values(&spanned.token));
        self.load_mentioned(&types.cloned().collect::<Vec<_>>());
    }

    pub(crate) fn load_name(&mut self, name: &str) {
        for name in meant(name) {
            self.load_all(library::declaring("", name));
        }
        // `open List`, or a colour set that has the name of a structure.
        if library::is_structure(name) {
            library::members(name).for_each(|unit| self.load(unit));
        }
        let Some(Value::Overloaded(overload)) = self.checker.library_value(name) else {
            return;
        };
        for path in overload.functions() {
            match path {
                [name] => self.load_all(library::declaring("", name)),
                [home, name, ..] => self.load_all(library::declaring(home, name)),
                [] => {}
            }
        }
    }

    /// A member that does not exist may be the user's, in a structure of that name, or a mistake, for which all that exist are to be known.
    fn load_member(&mut self, structure: &str, member: &str) {
        match library::declaring(structure, member) {
            [] => library::members(structure).for_each(|unit| self.load(unit)),
            found => self.load_all(found),
        }
    }

    fn load_all(&mut self, found: &[Declared]) {
        for declared in found {
            self.load(declared.unit());
        }
    }

    /// Loads all of the library.
    pub fn load_library(&mut self) {
        (0..UNITS.len()).for_each(|unit| self.load(unit));
    }

    fn load(&mut self, number: usize) {
        if std::mem::replace(&mut self.loaded[number], true) {
            return;
        }
        let unit = &UNITS[number];
        let (file, mut diagnostics) = (SourceId(unit.file), Vec::new());
        let text = self.sources.get(file).text.clone();
        let tokens = lexer::lex_part(&text, unit.range.clone(), file, &mut diagnostics).tokens;
        let siblings = self.load_before(number, &tokens);
        let mut ast = parser::parse_tokens(&text, file, tokens, &mut diagnostics);
        fixity::resolve(&mut ast, &mut Fixities::sml(), &mut diagnostics);
        let outside = self.checker.enter_unit(unit.structure, &siblings);
        self.checker.misread = false;
        let decs = self.checker.program(&ast);
        diagnostics.extend(self.checker.take_diagnostics());
        self.vm.set_budget(Budget {
            steps: self.limits.steps,
            memory: self.limits.memory / 2,
        });
        for item in decs.into_iter().flat_map(|dec| dec.0) {
            diagnostics.extend(self.evaluate(item).err().unwrap_or_default());
        }
        self.checker.leave_unit(unit.structure, outside);
        debug_assert!(
            diagnostics.is_empty(),
            "{}: {diagnostics:#?}",
            &text[unit.range.clone()]
        );
    }

    /// Loads what a unit mentions of those before it. Returns the names it means of its own structure.
    fn load_before(&mut self, number: usize, tokens: &[Spanned]) -> Vec<Name> {
        let own = UNITS[number].structure;
        let mut siblings = Vec::new();
        for spanned in tokens {
            let (home, name) = match &spanned.token {
                Token::Id(name) | Token::Symbol(name) => ("", name),
                Token::Long(long) if library::is_structure(&long.structures[0]) => {
                    let member = long.structures.get(1).unwrap_or(&long.name);
                    (&*long.structures[0], member)
                }
                Token::Long(long) => ("", &long.structures[0]),
                _ => continue,
            };
            for name in meant(name) {
                for declared in library::declaring(home, name) {
                    if declared.unit() < number {
                        self.load(declared.unit());
                    }
                }
            }
            if home.is_empty() && !own.is_empty() {
                for declared in library::declaring(own, name) {
                    if declared.unit() < number {
                        self.load(declared.unit());
                        siblings.push(name.clone());
                    }
                }
            }
        }
        siblings
    }
}

/// A name and what it implies.
fn meant(name: &str) -> impl Iterator<Item = &str> {
    let implied = IMPLIED.iter().filter(move |entry| entry.0 == name);
    implied.map(|entry| entry.1).chain([name])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Dialect;
    use crate::types::env::Env;
    use std::collections::BTreeSet;

    fn declared(env: &Env) -> Vec<&str> {
        let names = env.values.keys().chain(env.types.keys());
        names.chain(env.structures.keys()).map(|n| &**n).collect()
    }

    /// The table that the build makes by looking at lines says what checking says.
    #[test]
    fn the_table_of_names_is_right() {
        let (bare, _) = crate::types::Checker::new(Dialect::Sml);
        let built_in: BTreeSet<&str> = declared(&bare.env).into_iter().collect();
        let mut session = Session::new(Dialect::Sml);
        session.load_library();
        let whole = session.checker.library_scope();
        for home in library::STRUCTURES.iter().chain([&""]) {
            let mut found = match *home {
                "" => declared(whole),
                home => declared(&whole.structures[home]),
            };
            let mut known: Vec<&str> = library::declared(home).iter().map(|d| d.1).collect();
            if home.is_empty() {
                found.retain(|name| !built_in.contains(name));
                known.retain(|name| !built_in.contains(name));
            }
            if *home == "IntInf" {
                // The type is built in, and declared once more.
                found.retain(|name| *name != "int");
                known.retain(|name| *name != "int");
            }
            found.sort_unstable();
            known.sort_unstable();
            assert_eq!(found, known, "structure `{home}`");
        }
    }

    #[test]
    fn each_unit_finds_what_it_needs() {
        let ready = Session::new(Dialect::Cpn);
        for unit in 0..UNITS.len() {
            ready.clone().load(unit);
        }
    }

    #[test]
    fn what_is_mentioned_is_loaded_and_the_users_names_stay() {
        let mut session = Session::new(Dialect::Cpn);
        let at_start = session.loaded.iter().filter(|&&l| l).count();
        assert!(at_start < 10, "{at_start}");
        let outcome = session.run("a", "fun rev x = x + 1; val n = List.length [rev 1];");
        assert!(!outcome.failed());
        // `List.rev` is loaded after the user's `rev` and does not mean it.
        let outcome = session.run("b", "val n = hd (List.rev [1, 2]) + rev 5;");
        let shown = format!("{:?}", outcome.events);
        assert!(shown.contains("\"8\""), "{shown}");
        // A failing text leaves what it mentioned.
        assert!(session.run("c", "val x = List.last 3;").failed());
        assert!(!session.run("d", "val x = List.last [3];").failed());
    }
}
