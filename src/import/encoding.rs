//! From the bytes of an XML file to its text: the encoding is what the byte order mark or the XML declaration says.
//!
//! CPN Tools writes `iso-8859-1`, and files that say nothing are most often such files too. They are read as Windows reads them, where bytes that
//! Latin-1 leaves without a meaning are typographic quotes and dashes. What a byte cannot mean becomes `U+FFFD`; it can only stand in names and comments.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

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
    let (text, _) = encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default());
    text.into_owned()
}

/// What the XML declaration says.
fn declared(bytes: &[u8]) -> &'static Encoding {
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
        Some(Some(encoding)) if encoding != WINDOWS_1252 => encoding,
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
    }
}
