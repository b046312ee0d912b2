//! Whether a file is meant to be an exported page.

use std::path::Path;

/// Whether a file is to be read as a page: it begins with a heading as every export does, or its
/// name says so and its content is not JSON.
pub(in crate::library) fn is_meant_as_export(path: &Path, bytes: &[u8]) -> bool {
    begins_with_heading(bytes) || (is_named_markdown(path) && !begins_like_json(bytes))
}

/// In UTF-8, with or without a byte order mark, or in UTF-16 with one.
fn begins_with_heading(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.starts_with(b"# ")
        || bytes.starts_with(b"\xff\xfe#\0 \0")
        || bytes.starts_with(b"\xfe\xff\0#\0 ")
}

fn is_named_markdown(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| ["md", "markdown"].iter().any(|known| it.eq_ignore_ascii_case(known)))
}

/// Signs of UTF-16 and byte order marks are skipped.
fn begins_like_json(bytes: &[u8]) -> bool {
    let skipped =
        |byte: &u8| byte.is_ascii_whitespace() || b"\0\xef\xbb\xbf\xff\xfe".contains(byte);
    bytes.iter().find(|byte| !skipped(byte)).is_some_and(|byte| matches!(byte, b'[' | b'{'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_known_by_its_heading_and_by_its_name() {
        let meant = |name: &str, bytes: &[u8]| is_meant_as_export(Path::new(name), bytes);
        for page in ["# Doors\n", "\u{feff}# Doors\r\n"] {
            assert!(meant("doors", page.as_bytes()), "{page:?}");
        }
        assert!(meant("doors", b"\xff\xfe#\0 \0D\0"));
        assert!(meant("doors", b"\xfe\xff\0#\0 \0D"));
        for other in ["", "hello", "{\"vibeue_journal\":1}\n", "[]", "## User (m1)", "#Doors"] {
            assert!(!meant("doors", other.as_bytes()), "{other:?}");
        }
        for (name, bytes, page) in [
            ("a.md", "hello", true),
            ("a.MD", "", true),
            ("a.markdown", "\u{feff}hello", true),
            ("a.md", " \n[]", false),
            ("a.md", "\u{feff}{}", false),
            ("a.txt", "hello", false),
        ] {
            assert_eq!(meant(name, bytes.as_bytes()), page, "{name}: {bytes:?}");
        }
        assert!(!meant("a.md", b"\xff\xfe[\0]\0"));
    }
}
