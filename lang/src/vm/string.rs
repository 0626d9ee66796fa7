//! Strings: bytes, as Standard ML's 8-bit characters are.

use super::exn;
use super::heap::Heap;
use super::machine::Vm;
use super::program::{IMMEDIATES, Word};
use super::stop::Fault;
use crate::escape::{self, Escape};

/// `String.fromString`: reads characters and escapes as far as they are well formed. `None` if nothing
/// could be read though something is there.
fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let length = match byte {
            b'\\' => match escape::read(&text[at + 1..]) {
                Escape::Bytes(meaning, used, length) => {
                    bytes.extend_from_slice(&meaning[..used]);
                    1 + length
                }
                Escape::Gap(length) => 1 + length,
                Escape::OpenGap | Escape::Bad(_) => break,
            },
            32..127 => {
                bytes.push(byte);
                1
            }
            _ => break,
        };
        at += length;
    }
    (at > 0 || text.is_empty()).then_some(bytes)
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
            ("x\\u20acy", Some("x\u{20ac}y")),
            ("\\ud800", None),
            ("\\^a", None),
            ("\\256", None),
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
