//! JSON with comments, as some editors write their settings.

/// Replaces comments, and commas before a closing bracket, by blanks. Strings stay unchanged, and
/// so do line numbers.
pub(super) fn plain(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    let mut comma: Option<usize> = None;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'"', _) => {
                comma = None;
                at = end_of_text(&bytes, at);
                continue;
            }
            (b'/', Some(b'/')) => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    bytes[at] = b' ';
                    at += 1;
                }
                continue;
            }
            (b'/', Some(b'*')) => {
                let end = bytes[at + 2..].windows(2).position(|two| two == b"*/");
                let end = end.map_or(bytes.len(), |end| at + 2 + end + 2);
                for byte in &mut bytes[at..end] {
                    if *byte != b'\n' {
                        *byte = b' ';
                    }
                }
                at = end;
                continue;
            }
            (b',', _) => comma = Some(at),
            (b'}' | b']', _) => {
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
            }
            (byte, _) if !byte.is_ascii_whitespace() => comma = None,
            _ => {}
        }
        at += 1;
    }
    // Only whole comments with ASCII delimiters were replaced.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The position after the string that begins here.
fn end_of_text(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn comments_and_last_commas_go_and_texts_stay() {
        let text = "{ // é: \"no\"\n \"url\": \"https://a/*b*/\\\"//\", /* \"x\": 1,\n*/ \
                    \"list\": [1, 2, /* end */ ],\n}";
        assert_eq!(
            serde_json::from_str::<Value>(&plain(text)).unwrap(),
            json!({"url": "https://a/*b*/\"//", "list": [1, 2]})
        );
        assert_eq!(plain(text).lines().count(), text.lines().count());
        for odd in ["", "\"", "\"\\", "/*", "//", "/", ",]", "{,}"] {
            plain(odd);
        }
    }
}
