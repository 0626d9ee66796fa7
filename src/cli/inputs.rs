//! Files and `-e` expressions in the order they were written: `eval -e 'val n = 8' queens.sml -e 'queens n'`.
//!
//! clap's derive would sort them into two lists, so the two arguments are declared by hand and put in order by their indices.

use crate::file;
use crate::report::Refusal;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::path::PathBuf;

const FILES: &str = "files";
const EXPRESSIONS: &str = "expressions";

/// What is to be evaluated, in order.
#[derive(Clone, Debug)]
pub struct Inputs(Vec<Input>);

#[derive(Clone, Debug)]
enum Input {
    File(PathBuf),
    Expression(String),
}

/// A text with the name that messages call it by.
#[derive(Clone, Debug)]
pub struct Text {
    /// The file's name or `<expression>`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Inputs {
    /// Reads everything before anything is evaluated, so that a misspelt name does not cost a long evaluation.
    pub fn read(&self) -> Result<Vec<Text>, Vec<Refusal>> {
        let expressions = self.0.iter().filter(|i| matches!(i, Input::Expression(_)));
        let several = expressions.count() > 1;
        let (mut texts, mut refusals, mut number) = (Vec::new(), Vec::new(), 0);
        for input in &self.0 {
            match input {
                Input::File(path) => match file::read(path) {
                    Ok(text) => texts.push(Text {
                        name: file_name(path),
                        text,
                    }),
                    Err(refusal) => refusals.push(refusal),
                },
                Input::Expression(text) => {
                    number += 1;
                    texts.push(Text {
                        name: match several {
                            true => format!("<expression {number}>"),
                            false => "<expression>".to_string(),
                        },
                        text: text.clone(),
                    });
                }
            }
        }
        match refusals.is_empty() {
            true => Ok(texts),
            false => Err(refusals),
        }
    }
}

/// What messages call a file.
pub fn file_name(path: &std::path::Path) -> String {
    match path.as_os_str() == "-" {
        true => "<standard input>".to_string(),
        false => path.display().to_string(),
    }
}

impl Args for Inputs {
    fn augment_args(command: Command) -> Command {
        let files = Arg::new(FILES)
            .value_name("FILE")
            .help("Programs to run; `-` is standard input")
            .action(ArgAction::Append)
            .num_args(0..)
            .value_parser(value_parser!(PathBuf))
            .required_unless_present(EXPRESSIONS);
        let expressions = Arg::new(EXPRESSIONS)
            .short('e')
            .long("expression")
            .value_name("EXPR")
            .help("An expression or declaration to evaluate; may be given several times")
            .action(ArgAction::Append)
            .allow_hyphen_values(true);
        command.arg(files).arg(expressions)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Inputs::augment_args(command)
    }
}

impl FromArgMatches for Inputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Inputs, clap::Error> {
        fn indexed<T: Clone + Send + Sync + 'static>(
            matches: &ArgMatches,
            id: &str,
            make: fn(T) -> Input,
        ) -> Vec<(usize, Input)> {
            let values = matches.get_many::<T>(id).into_iter().flatten().cloned();
            let indices = matches.indices_of(id).into_iter().flatten();
            indices.zip(values.map(make)).collect()
        }
        let mut all = indexed(matches, FILES, Input::File);
        all.extend(indexed(matches, EXPRESSIONS, Input::Expression));
        all.sort_by_key(|(index, _)| *index);
        Ok(Inputs(all.into_iter().map(|(_, input)| input).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Inputs::from_arg_matches(matches)?;
        Ok(())
    }
}
