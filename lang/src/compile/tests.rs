//! What the code generator does where a program is too large for the machine or has something that
//! the checker should not have let through.

use super::*;
use crate::session::{Dialect, Session};

fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn functions_beyond_the_room_of_a_header_are_refused() {
    let mut session = Session::new(Dialect::Sml);
    session.compiler.tags = session.vm.program.funcs.len() + 3;
    let text = "fun f x = x; val a = f 1; val b = f 2; val c = f 3; val d = fn y => y + a;";
    let outcome = session.run("many.sml", text);
    assert_eq!(codes(&outcome.diagnostics), ["E0601"]);
    let label = &outcome.diagnostics[0].labels[0].text;
    assert!(label.contains("functions already"), "{label}");
    let outcome = session.run("more.sml", "val e = 1;");
    assert_eq!(codes(&outcome.diagnostics), ["E0601"]);
}

#[test]
fn exceptions_beyond_the_room_of_a_header_are_refused() {
    let mut session = Session::new(Dialect::Sml);
    session.compiler.tags = session.vm.program.funcs.len() + 50;
    let missing = session.compiler.tags - session.vm.program.exceptions.len();
    let filler = session.vm.program.exceptions[0].clone();
    let full = std::iter::repeat_n(filler, missing);
    session.vm.program_mut().exceptions.extend(full);
    let outcome = session.run("many.sml", "exception E of int; val e = E 1;");
    assert_eq!(codes(&outcome.diagnostics), ["E0601"]);
    let label = &outcome.diagnostics[0].labels[0].text;
    assert!(label.contains("exceptions already"), "{label}");
}

#[test]
fn a_function_of_too_many_variables_around_it_is_refused_in_words() {
    let mut session = Session::new(Dialect::Sml);
    let values: String = (0..300).map(|n| format!("val v{n} = k + {n} ")).collect();
    let sum: String = (0..300).map(|n| format!(" + v{n}")).collect();
    let text = format!(
        "fun f k = let {values} fun g 0 = 0 | g n = g (n - 1){sum} in g k end; val a = f 2;"
    );
    let outcome = session.run("wide.sml", &text);
    assert_eq!(codes(&outcome.diagnostics), ["E0601"]);
    let label = &outcome.diagnostics[0].labels[0].text;
    assert_eq!(label, "uses too many variables of the functions around it");
}

#[test]
fn what_the_checker_should_have_refused_is_reported_and_not_evaluated() {
    let mut session = Session::new(Dialect::Sml);
    let unit = session.checker.types.tuple(&[]);
    let span = Span::new(SourceId(0), 0, 0);
    let error = session.checker.core.add(Kind::Error, unit, span);
    let Session {
        compiler,
        checker,
        vm,
        ..
    } = &mut session;
    let problems = compiler.expression(checker, vm, &[], error);
    let problems = problems.expect_err("no code");
    assert_eq!(codes(&problems)[0], "E0602");
    for problem in problems {
        let message = &problem.message;
        assert!(
            message.ends_with('.') && !message.contains('{'),
            "{message}"
        );
    }
}
