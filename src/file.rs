//! Reading program text from files and standard input, with a sentence for everything that can go wrong.

use crate::report::Refusal;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// More than this is hardly a program. Reading stops there, so that a device such as `/dev/zero` does no harm.
const LARGEST: u64 = 200 << 20;

/// Some editors begin a UTF-8 file with it. It is no part of the text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a file, or of standard input if its name is `-`.
pub fn read(path: &Path) -> Result<String, Refusal> {
    read_up_to(path, LARGEST)
}

/// The same, with another limit in bytes.
pub fn read_up_to(path: &Path, largest: u64) -> Result<String, Refusal> {
    decode(&called(path), bytes_up_to(path, largest)?)
}

/// The text that the bytes of a file are.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, Refusal> {
    decode(&called(path), bytes)
}

/// The bytes of a file that is no text in UTF-8.
pub fn bytes_up_to(path: &Path, largest: u64) -> Result<Vec<u8>, Refusal> {
    let name = called(path);
    if path.as_os_str() == "-" {
        return all(&name, io::stdin().lock(), largest, 0);
    }
    let unreadable = |error: io::Error| Refusal {
        message: match error.kind() {
            ErrorKind::NotFound => format!("There is no file {name}."),
            ErrorKind::PermissionDenied => format!("You have no permission to read {name}."),
            _ => format!("{name} cannot be read: {error}."),
        },
        help: (error.kind() == ErrorKind::NotFound && !path.is_absolute())
            .then(|| "It is looked for in the current directory.".to_string()),
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Refusal {
            message: format!("{name} is a directory, not a file."),
            help: Some("Name the files in it.".to_string()),
        });
    }
    if metadata.len() > largest {
        return Err(too_large(&name, largest));
    }
    let file = File::open(path).map_err(unreadable)?;
    all(&name, file, largest, metadata.len())
}

fn called(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "Standard input".to_string(),
        false => format!("`{}`", path.display()),
    }
}

/// All there is to read, which is most likely as much as `expected`.
fn all(name: &str, from: impl Read, largest: u64, expected: u64) -> Result<Vec<u8>, Refusal> {
    // One byte more: then the end is found without asking for a larger buffer.
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    if let Err(error) = from.take(largest + 1).read_to_end(&mut bytes) {
        return Err(Refusal {
            message: format!("{name} cannot be read: {error}."),
            help: None,
        });
    }
    match bytes.len() as u64 > largest {
        true => Err(too_large(name, largest)),
        false => Ok(bytes),
    }
}

fn decode(name: &str, mut bytes: Vec<u8>) -> Result<String, Refusal> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(at).copied().unwrap_or_default();
        Refusal {
            message: format!(
                "{name} is not text in UTF-8: byte {at} is {byte:#04x}, which cannot stand there."
            ),
            help: Some(match wide {
                true => "It looks like UTF-16; save it as UTF-8.".to_string(),
                false => "Is it a text at all? If so, save it as UTF-8.".to_string(),
            }),
        }
    })
}

fn too_large(name: &str, largest: u64) -> Refusal {
    Refusal {
        message: format!("{name} is larger than {} MB.", largest >> 20),
        help: Some("Split it into several files.".to_string()),
    }
}
