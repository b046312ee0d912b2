//! Decodes the bytes of a file to text.

use std::borrow::Cow;

use super::repair::{Repair, Repairs};
use crate::{Error, ErrorKind, Result};

/// Decodes the bytes of a text file: UTF-8, with or without a byte order mark, or UTF-16 with one.
/// Returns what had to be repaired as well.
///
/// # Errors
/// [`ErrorKind::Input`] if the file is empty, packed, or no such text.
pub fn text_of(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Repair>)> {
    let mut repairs = Repairs::default();
    let text = decode(bytes, &mut repairs)?;
    Ok((text, repairs.into_vec()))
}

/// Decodes UTF-8, with or without a byte order mark, and UTF-16 with one. Only
/// UTF-16 is copied.
pub(super) fn decode<'a>(bytes: &'a [u8], repairs: &mut Repairs) -> Result<Cow<'a, str>> {
    if bytes.is_empty() {
        return Err(Error::new(ErrorKind::Input, "the file is empty")
            .hint("give a file that contains a conversation"));
    }
    if let Some(what) = container(bytes) {
        return Err(Error::new(ErrorKind::Input, format!("this is {what}, not text"))
            .hint("unpack it first"));
    }
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, repairs).map(Cow::Owned),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, repairs).map(Cow::Owned),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest, 3).map(Cow::Borrowed),
        _ => utf8(bytes, 0).map(Cow::Borrowed),
    }
}

/// Names the kind of compressed or packed file by its first bytes.
fn container(bytes: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 5] = [
        (b"\x1f\x8b", "a gzip file"),
        (b"PK\x03\x04", "a zip file"),
        (b"\x28\xb5\x2f\xfd", "a zstd file"),
        (b"BZh", "a bzip2 file"),
        (b"\xfd7zXZ\0", "an xz file"),
    ];
    MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, name)| *name)
}

fn utf8(bytes: &[u8], skipped: usize) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let hint = if bytes[at..].contains(&0) || bytes[..at].contains(&0) {
            "is it a binary file, or UTF-16 without a byte order mark?"
        } else {
            "save it as UTF-8"
        };
        Error::new(
            ErrorKind::Input,
            format!(
                "not UTF-8 at byte {}: 0x{:02x}",
                at + skipped,
                bytes.get(at).copied().unwrap_or_default()
            ),
        )
        .at(format!("line {line}"))
        .hint(hint)
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, repairs: &mut Repairs) -> Result<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Error::new(
            ErrorKind::Input,
            format!("UTF-16 text with an odd number of bytes ({})", bytes.len() + 2),
        )
        .hint("the file was cut off; use an older copy"));
    }
    let mut lone = 0usize;
    let text = char::decode_utf16(units.iter().copied().map(unit))
        .map(|unit| {
            unit.unwrap_or_else(|_| {
                lone += 1;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    note_lone(lone, "", repairs);
    Ok(text)
}

/// Replaces escapes of half a surrogate pair by U+FFFD: no JSON reader accepts
/// them, but real logs contain them.
///
/// The replacement has the same length, so that every position stays valid.
pub(super) fn repair_surrogates<'a>(text: Cow<'a, str>, repairs: &mut Repairs) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let mut lone: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|&byte| byte == b'\\') {
        at += next;
        match surrogate(&bytes[at..]) {
            None => at = (at + 2).min(bytes.len()),
            Some(Half::High) if surrogate(&bytes[at + 6..]) == Some(Half::Low) => at += 12,
            Some(_) => {
                lone.push(at);
                at += 6;
            }
        }
    }
    let Some(&first) = lone.first() else {
        return text;
    };
    let line = 1 + bytes[..first].iter().filter(|&&byte| byte == b'\n').count();
    note_lone(lone.len(), &format!("line {line}"), repairs);
    let mut repaired = text.into_owned().into_bytes();
    for at in lone {
        repaired[at..at + 6].copy_from_slice(b"\\ufffd");
    }
    Cow::Owned(String::from_utf8(repaired).expect("ASCII was replaced by ASCII"))
}

fn note_lone(count: usize, field: &str, repairs: &mut Repairs) {
    if count > 0 {
        let (what, done) = if count == 1 {
            ("1 lone surrogate, half a character each".to_owned(), "it is now U+FFFD")
        } else {
            (format!("{count} lone surrogates, half a character each"), "they are now U+FFFD")
        };
        let (field, done) = (field.to_owned(), done.to_owned());
        repairs.push(Repair { message: None, field, what, done });
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    High,
    Low,
}

/// Determines which half of a surrogate pair an escape at the start is.
fn surrogate(bytes: &[u8]) -> Option<Half> {
    match bytes {
        [b'\\', b'u', b'd' | b'D', third, fourth, fifth, ..]
            if fourth.is_ascii_hexdigit() && fifth.is_ascii_hexdigit() =>
        {
            match third {
                b'8' | b'9' | b'a' | b'b' | b'A' | b'B' => Some(Half::High),
                b'c' | b'd' | b'e' | b'f' | b'C' | b'D' | b'E' | b'F' => Some(Half::Low),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Result<String> {
        decode(bytes, &mut Repairs::default()).map(Cow::into_owned)
    }

    #[test]
    fn byte_order_marks_are_understood() {
        assert_eq!(decoded(b"\xef\xbb\xbf[]").unwrap(), "[]");
        assert_eq!(decoded(b"\xff\xfe[\0]\0").unwrap(), "[]");
        assert_eq!(decoded(b"\xfe\xff\0[\0]").unwrap(), "[]");
    }

    #[test]
    fn what_is_not_text_is_refused_by_name() {
        assert_eq!(
            decoded(b"").unwrap_err().to_string(),
            "the file is empty (give a file that contains a conversation)"
        );
        assert_eq!(
            decoded(b"\x1f\x8b\x08").unwrap_err().to_string(),
            "this is a gzip file, not text (unpack it first)"
        );
        assert_eq!(
            decoded(b"[\n\"\xc3\x28\"]").unwrap_err().to_string(),
            "line 2: not UTF-8 at byte 3: 0xc3 (save it as UTF-8)"
        );
        assert_eq!(
            decoded(b"\xef\xbb\xbf\xff").unwrap_err().to_string(),
            "line 1: not UTF-8 at byte 3: 0xff (save it as UTF-8)"
        );
        assert_eq!(
            decoded(b"\xff\xfe[").unwrap_err().to_string(),
            "UTF-16 text with an odd number of bytes (3) (the file was cut off; use an older copy)"
        );
    }

    #[test]
    fn lone_surrogates_become_the_replacement_character() {
        let mut repairs = Repairs::default();
        let text = r#"["\ud83d\ude00","\ud83d","\n\uDE00\\ud800","\ud800\ud800\udc00"]"#;
        let repaired = repair_surrogates(Cow::Borrowed(text), &mut repairs);
        assert_eq!(repaired, r#"["\ud83d\ude00","\ufffd","\n\ufffd\\ud800","\ufffd\ud800\udc00"]"#);
        assert_eq!(
            repairs.into_vec()[0].to_string(),
            "line 1: 3 lone surrogates, half a character each; they are now U+FFFD"
        );
    }

    #[test]
    fn text_without_lone_surrogates_is_not_copied() {
        let text = r#"["\ud83d\ude00\\"#;
        assert!(matches!(
            repair_surrogates(Cow::Borrowed(text), &mut Repairs::default()),
            Cow::Borrowed(_)
        ));
        assert!(matches!(
            repair_surrogates(Cow::Borrowed("\\"), &mut Repairs::default()),
            Cow::Borrowed(_)
        ));
    }
}
