//! From the bytes of an XML file to its text: the encoding is what the byte order mark or the XML declaration says.
//!
//! CPN Tools writes `iso-8859-1`, and files that say nothing are most often such files too. They are read as Windows reads them, where every byte means a character: bytes that
//! Latin-1 leaves without a meaning are typographic quotes and dashes. A file whose bytes cannot be what it says is read so too, since otherwise different strings could become equal.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The declaration is at the very beginning.
const DECLARATION: usize = 200;

/// The text of a file.
pub fn decode(bytes: Vec<u8>) -> String {
    let (encoding, mark) = Encoding::for_bom(&bytes).unwrap_or_else(|| (declared(&bytes), 0));
    let bytes = match mark == 0 && encoding.is_ascii_compatible() && bytes.is_ascii() {
        // Most files: what was read is the text.
        true => match String::from_utf8(bytes) {
            Ok(text) => return text,
            Err(error) => error.into_bytes(),
        },
        false => bytes,
    };
    let rest = bytes.get(mark..).unwrap_or_default();
    match encoding.decode_without_bom_handling_and_without_replacement(rest) {
        Some(text) => text.into_owned(),
        None => WINDOWS_1252
            .decode_without_bom_handling(rest)
            .0
            .into_owned(),
    }
}

/// What the XML declaration says.
fn declared(bytes: &[u8]) -> &'static Encoding {
    match bytes {
        // The first character is `<`.
        [b'<', 0, ..] => return UTF_16LE,
        [0, b'<', ..] => return UTF_16BE,
        _ => {}
    }
    let start = bytes.get(..DECLARATION).unwrap_or(bytes);
    let start = String::from_utf8_lossy(start);
    let declaration = start
        .strip_prefix("<?xml")
        .and_then(|rest| rest.split("?>").next());
    let label = declaration.and_then(|text| {
        let (_, value) = text.split_once("encoding")?;
        let value = value.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value.get(1..)?.split(quote).next()
    });
    match label.map(|label| Encoding::for_label(label.trim().as_bytes())) {
        // A file that was saved again by an editor may be in UTF-8 whatever it says.
        // Nor can one whose declaration is read byte by byte be in UTF-16.
        Some(Some(encoding)) if encoding != WINDOWS_1252 && encoding.is_ascii_compatible() => {
            encoding
        }
        _ if !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    }
}

#[cfg(test)]
mod tests {
    fn decode(bytes: &[u8]) -> String {
        super::decode(bytes.to_vec())
    }

    #[test]
    fn declared_encodings() {
        let latin = b"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>\xe9</a>";
        assert!(decode(latin).ends_with("<a>\u{e9}</a>"));
        let other = b"<?xml version='1.0' encoding = 'ISO-8859-2' standalone='no'?><a>\xb1</a>";
        assert!(decode(other).ends_with("<a>\u{105}</a>"));
        assert_eq!(decode("<a>\u{e9}</a>".as_bytes()), "<a>\u{e9}</a>");
        assert_eq!(decode(b"<a>\xe9</a>"), "<a>\u{e9}</a>");
        assert_eq!(decode(b"\xef\xbb\xbf<a/>"), "<a/>");
        assert_eq!(decode(b"\xff\xfe<\0a\0/\0>\0"), "<a/>");
        assert_eq!(
            decode(b"<?xml encoding='no-such'?>\xe9"),
            "<?xml encoding='no-such'?>\u{e9}"
        );
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"<\0a\0/\0>\0"), "<a/>");
        assert_eq!(decode(b"\0<\0a\0/\0>"), "<a/>");
        let not_wide = b"<?xml encoding='utf-16'?><a/>";
        assert_eq!(decode(not_wide).as_bytes(), not_wide);
        // Different bytes stay different.
        let wrong = b"<?xml encoding='utf-8'?>\xe9\xfc";
        assert_eq!(decode(wrong), "<?xml encoding='utf-8'?>\u{e9}\u{fc}");
    }
}
