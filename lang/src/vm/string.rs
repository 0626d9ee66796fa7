//! Strings: bytes, as Standard ML's 8-bit characters are, and their escapes.

use super::exn;
use super::heap::Heap;
use super::machine::Vm;
use super::program::{IMMEDIATES, Word};
use super::stop::Fault;

/// Adds a character as it is written between quotes.
pub fn escape_char(byte: u8, out: &mut String) {
    match byte {
        b'\\' => out.push_str("\\\\"),
        b'"' => out.push_str("\\\""),
        7 => out.push_str("\\a"),
        8 => out.push_str("\\b"),
        9 => out.push_str("\\t"),
        10 => out.push_str("\\n"),
        11 => out.push_str("\\v"),
        12 => out.push_str("\\f"),
        13 => out.push_str("\\r"),
        0..32 => {
            out.push_str("\\^");
            out.push((byte + 64) as char);
        }
        32..127 => out.push(byte as char),
        127..=255 => {
            out.push('\\');
            out.push_str(&byte.to_string());
        }
    }
}

/// A string as it is written between quotes.
pub fn escape(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        escape_char(byte, &mut out);
    }
    out
}

/// One character or escape at the start of `text`: the character, if it stands for one, and how many bytes it takes. `None` if it is malformed.
fn unescape_one(text: &[u8]) -> Option<(Option<u8>, usize)> {
    let simple = |byte: u8| Some((Some(byte), 2));
    match text {
        [b'\\', rest @ ..] => match rest {
            [b'a', ..] => simple(7),
            [b'b', ..] => simple(8),
            [b't', ..] => simple(9),
            [b'n', ..] => simple(10),
            [b'v', ..] => simple(11),
            [b'f', ..] => simple(12),
            [b'r', ..] => simple(13),
            [byte @ (b'\\' | b'"'), ..] => simple(*byte),
            [b'^', control @ 64..=95, ..] => Some((Some(control - 64), 3)),
            [b'u', digits @ ..] => {
                let digits = std::str::from_utf8(digits.get(..4)?).ok()?;
                let code = u32::from_str_radix(digits, 16).ok()?;
                Some((Some(u8::try_from(code).ok()?), 6))
            }
            [a, b, c, ..] if [a, b, c].iter().all(|digit| digit.is_ascii_digit()) => {
                let code = [a, b, c]
                    .iter()
                    .fold(0, |code, digit| 10 * code + u32::from(**digit - b'0'));
                Some((Some(u8::try_from(code).ok()?), 4))
            }
            [blank, ..] if blank.is_ascii_whitespace() => {
                let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
                let length = blanks.count();
                (rest.get(length) == Some(&b'\\')).then_some((None, length + 2))
            }
            _ => None,
        },
        [byte @ 32..127, ..] => Some((Some(*byte), 1)),
        _ => None,
    }
}

/// `String.fromString`: reads escapes as far as they are well formed. `None` if nothing could be read though something is there.
fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let Some((byte, length)) = unescape_one(&text[at..]) else {
            return (at > 0).then_some(bytes);
        };
        bytes.extend(byte);
        at += length;
    }
    Some(bytes)
}

pub(super) fn from_string(vm: &mut Vm, text: Word) -> Word {
    match unescape(vm.heap.str(text)) {
        None => 0,
        Some(bytes) => {
            let word = vm.heap.alloc_str(&bytes);
            vm.heap.some(word, true)
        }
    }
}

pub(super) fn sub(heap: &Heap, text: Word, index: i64) -> Result<Word, Fault> {
    usize::try_from(index)
        .ok()
        .and_then(|index| heap.str(text).get(index))
        .map(|&byte| byte as Word)
        .ok_or(Fault::Builtin(exn::SUBSCRIPT))
}

pub(super) fn substring(vm: &mut Vm, text: Word, start: i64, length: i64) -> Result<Word, Fault> {
    let part = usize::try_from(start)
        .ok()
        .zip(usize::try_from(length).ok())
        .and_then(|(start, length)| vm.heap.str(text).get(start..start.checked_add(length)?))
        .ok_or(Fault::Builtin(exn::SUBSCRIPT))?
        .to_vec();
    Ok(vm.heap.alloc_str(&part))
}

/// `s ^ t`; `args` are read again after making room.
pub(super) fn cat(vm: &mut Vm, at: usize) -> Result<Word, Fault> {
    let size = |vm: &Vm, i: usize| vm.heap.str(vm.stack[at + i]).len();
    let length = size(vm, 0) + size(vm, 1);
    vm.afford(length / 8 + 2)?;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend_from_slice(vm.heap.str(vm.stack[at]));
    bytes.extend_from_slice(vm.heap.str(vm.stack[at + 1]));
    Ok(vm.heap.alloc_str(&bytes))
}

/// The concatenation of a list of strings.
pub(super) fn concat(vm: &mut Vm, at: usize) -> Result<Word, Fault> {
    let mut length = 0;
    let mut list = vm.stack[at];
    while list >= IMMEDIATES {
        let (head, tail) = vm.heap.uncons(list, true);
        length += vm.heap.str(head).len();
        list = tail;
    }
    vm.afford(length / 8 + 2)?;
    let mut bytes = Vec::with_capacity(length);
    let mut list = vm.stack[at];
    while list >= IMMEDIATES {
        let (head, tail) = vm.heap.uncons(list, true);
        bytes.extend_from_slice(vm.heap.str(head));
        list = tail;
    }
    Ok(vm.heap.alloc_str(&bytes))
}

pub(super) fn explode(vm: &mut Vm, at: usize) -> Result<Word, Fault> {
    let length = vm.heap.str(vm.stack[at]).len();
    vm.afford(3 * length)?;
    let characters: Vec<Word> = vm
        .heap
        .str(vm.stack[at])
        .iter()
        .map(|&byte| byte as Word)
        .collect();
    Ok(vm.heap.list(&characters, false))
}

pub(super) fn implode(vm: &mut Vm, list: Word) -> Word {
    let bytes: Vec<u8> = vm
        .heap
        .list_items(list, false)
        .into_iter()
        .map(|character| character as u8)
        .collect();
    vm.heap.alloc_str(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_poly_ml() {
        assert_eq!(
            escape(b"tab\t nl\n \"q\" \\ \x01 \xc8\x7f\x00\x1b"),
            "tab\\t nl\\n \\\"q\\\" \\\\ \\^A \\200\\127\\^@\\^["
        );
    }

    #[test]
    fn text_is_read_as_far_as_it_is_well_formed() {
        for (text, bytes) in [
            ("abc", Some("abc")),
            ("a\\nb", Some("a\nb")),
            ("a\\qb", Some("a")),
            ("\\q", None),
            ("a\\065b", Some("aAb")),
            ("\\^A", Some("\x01")),
            ("\\   \\x", Some("x")),
            ("", Some("")),
            ("a\nb", Some("a")),
            ("\n", None),
            ("\\u0041", Some("A")),
            ("\\300x", None),
            ("\\", None),
            ("\"q", Some("\"q")),
        ] {
            assert_eq!(
                unescape(text.as_bytes()).as_deref(),
                bytes.map(str::as_bytes),
                "{text}"
            );
        }
    }
}
