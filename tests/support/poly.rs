//! Poly/ML as oracle: what another implementation of Standard ML answers to a program.
//!
//! `oracle.sml` makes Poly/ML print values as Sweepnet does; all that is left to even out is white space, see `squeeze`.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;

const DRIVER: &str = include_str!("oracle.sml");
const SEPARATOR: &str = "\u{1}end of program\u{1}";

/// Whether there is a `poly` program.
pub fn available() -> bool {
    let asked = Command::new("poly").arg("-v").output();
    asked.is_ok_and(|output| output.status.success())
}

/// The answers to programs, run one after the other in one process but apart from each other.
pub fn run<'a>(programs: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>, String> {
    let mut input = DRIVER.to_string();
    let mut count = 0;
    for program in programs {
        input.push_str("val () = Oracle.run ");
        input.push_str(&literal(program));
        input.push_str(&format!(";\nval () = print {};\n", literal(SEPARATOR)));
        count += 1;
    }
    let output = feed(input).map_err(|e| format!("poly: {e}"))?;
    let mut answers: Vec<String> = output.split(SEPARATOR).map(str::to_string).collect();
    let rest = answers.pop().unwrap_or_default();
    match answers.len() == count {
        true => Ok(answers),
        false => Err(format!(
            "poly answered {} of {count} programs, then: {rest}",
            answers.len()
        )),
    }
}

fn feed(input: String) -> std::io::Result<String> {
    let mut poly = Command::new("poly")
        .arg("-q")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let stdin = poly.stdin.take();
    let writer = thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
    let mut output = Vec::new();
    if let Some(mut stdout) = poly.stdout.take() {
        stdout.read_to_end(&mut output)?;
    }
    writer.join().ok().flatten().transpose()?;
    poly.wait()?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

/// A text as string constant of Standard ML.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b'\n' => out.push_str("\\n"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:03}")),
        }
    }
    out.push('"');
    out
}

/// A transcript without the white space that the two print differently: in lines that show a value, outside of string constants, wherever leaving it out does
/// not join two words. Text printed by the program stays as it is.
pub fn squeeze(transcript: &str) -> String {
    let lines = transcript
        .lines()
        .map(|line| match line.starts_with("val ") {
            true => squeeze_line(line),
            false => line.to_string(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

fn squeeze_line(line: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_'~\"#".contains(c);
    let mut out = String::new();
    let mut in_string = false;
    let mut escaped = false;
    let mut space = false;
    for c in line.chars() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c == ' ' {
            space = true;
        } else {
            if space && is_word(c) && out.chars().last().is_some_and(is_word) {
                out.push(' ');
            }
            space = false;
            out.push(c);
            in_string = c == '"';
        }
    }
    out
}
