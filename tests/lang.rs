//! The language does what Standard ML and CPN ML say: each program in `tests/lang` must print exactly its expected output.
//!
//! Where Poly/ML is installed, the tests `poly::…` run the plain Standard ML programs there too, so that the expected outputs are not only our own opinion.
//! `UPDATE=1 cargo test --test lang` writes the outputs of today into the files as the expected ones.

#[path = "support/poly.rs"]
mod poly;
#[path = "support/programs.rs"]
mod programs;
#[path = "support/transcript.rs"]
mod transcript;

use libtest_mimic::{Arguments, Failed, Trial};
use programs::{File, Program};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use sweepnet_lang::session::{Dialect, Session};
use transcript::transcript;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let ready = Arc::new([Session::new(Dialect::Sml), Session::new(Dialect::Cpn)]);
    let mut files = programs::files();
    if std::env::var_os("UPDATE").is_some() {
        for file in &mut files {
            for program in &mut file.programs {
                program.expected = answer(&ready, file.dialect, program);
            }
            programs::write(file);
        }
    }
    let mut trials = Vec::new();
    for file in &files {
        trials.extend(own(file, &ready));
    }
    let plain = files.iter().filter(|file| file.dialect == Dialect::Sml);
    match poly::available() {
        true => trials.extend(plain.flat_map(compared)),
        false => trials.push(
            Trial::test("poly::skipped, there is no poly program", || Ok(()))
                .with_ignored_flag(true),
        ),
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// One test a program: Sweepnet's answer is the expected one.
fn own(file: &File, ready: &Arc<[Session; 2]>) -> Vec<Trial> {
    let dialect = file.dialect;
    let trial = |program: &Program| {
        let (program, ready) = (program.clone(), Arc::clone(ready));
        Trial::test(format!("{}::{}", file.name, program.name), move || {
            let found = answer(&ready, dialect, &program);
            same(&program.expected, &found, "Sweepnet")
        })
    };
    file.programs.iter().map(trial).collect()
}

/// One test a program: Poly/ML's answer is the expected one. The first test of a file asks for all answers.
fn compared(file: &File) -> Vec<Trial> {
    let asked: Vec<Program> = file
        .programs
        .iter()
        .filter(|program| program.poly_differs().is_none())
        .cloned()
        .collect();
    let asked = Arc::new(asked);
    let answers = Arc::new(OnceLock::new());
    let trial = |index: usize| {
        let name = format!("poly::{}::{}", file.name, asked[index].name);
        let (asked, answers) = (Arc::clone(&asked), Arc::clone(&answers));
        Trial::test(name, move || {
            let answers: &Result<Vec<String>, String> =
                answers.get_or_init(|| poly::run(asked.iter().map(|p| p.text.as_str())));
            let found = &answers.as_ref()?[index];
            let expected = poly::squeeze(&asked[index].expected);
            same(&expected, &poly::squeeze(found), "Poly/ML")
        })
    };
    (0..asked.len()).map(trial).collect()
}

fn answer(ready: &[Session; 2], dialect: Dialect, program: &Program) -> String {
    let mut session = match dialect {
        Dialect::Sml => ready[0].clone(),
        Dialect::Cpn => ready[1].clone(),
    };
    transcript(&session.run(&program.name, &program.text))
}

fn same(expected: &str, found: &str, who: &str) -> Result<(), Failed> {
    match expected == found {
        true => Ok(()),
        false => Err(format!("expected:\n{expected}\n{who} printed:\n{found}").into()),
    }
}
