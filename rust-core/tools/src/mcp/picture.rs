//! Pictures that arrive as text.

use vibeue_conversation::{Extra, Image, ImageSource, Part};

/// The shortest picture that is looked for, in characters of base64: shorter
/// ones cost less as text than as a picture.
const SHORTEST: usize = 1_000;

/// How the base64 of a picture begins, by its kind.
const KINDS: [(&str, &str); 5] = [
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
    ("data:image/", ""),
];

/// A picture from base64.
pub(super) fn picture(media_type: &str, data: impl Into<String>) -> Part {
    let source = ImageSource::Base64 { media_type: media_type.into(), data: data.into() };
    Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
}

/// Extracts pictures from a text that has them as base64 between quotation marks, as from servers
/// that answer in JSON: a million characters that no model could view become a picture that it can.
/// Returns the text with a placeholder for each, and the pictures.
pub(super) fn taken_out(text: String) -> Vec<Part> {
    if text.len() < SHORTEST {
        return vec![Part::text(text)];
    }
    let mut words = String::new();
    let mut pictures = Vec::new();
    let mut rest = text.as_str();
    while let Some((begin, end, kind, data_at)) = next(rest) {
        pictures.push(picture(&kind, &rest[data_at..end]));
        words.push_str(&rest[..begin]);
        words.push_str(&format!("[picture {}]", pictures.len()));
        rest = &rest[end..];
    }
    if pictures.is_empty() {
        return vec![Part::text(text)];
    }
    words.push_str(rest);
    let mut parts = vec![Part::text(words)];
    parts.append(&mut pictures);
    parts
}

/// The next picture: where it begins and ends, its kind, and where its data
/// begin.
fn next(text: &str) -> Option<(usize, usize, String, usize)> {
    let mut from = 0;
    while let Some(quote) = text[from..].find('"') {
        let begin = from + quote + 1;
        from = begin;
        let tail = &text[begin..];
        let Some((sign, kind)) = KINDS.iter().find(|(sign, _)| tail.starts_with(sign)) else {
            continue;
        };
        let (kind, data_at) = if kind.is_empty() {
            // A media type is at most this far away.
            let head = &tail[..tail.floor_char_boundary(64)];
            let Some(comma) = head.find(";base64,") else { continue };
            (format!("image/{}", &head[sign.len()..comma]), begin + comma + ";base64,".len())
        } else {
            ((*kind).to_owned(), begin)
        };
        let data = &text[data_at..];
        let count = data.bytes().take_while(|byte| is_base64(*byte)).count();
        // JSON in JSON has backslashes before its quotation marks.
        if count >= SHORTEST && data[count..].trim_start_matches('\\').starts_with('"') {
            return Some((begin, data_at + count, kind, data_at));
        }
    }
    None
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_pictures_in_json_becomes_pictures() {
        let png = format!("iVBORw0KGgo{}==", "A".repeat(1_200));
        let jpeg = format!("/9j/{}", "b".repeat(1_200));
        let text =
            format!("{{\"ok\":true,\"image\":\"{png}\",\"n\":\"data:image/jpeg;base64,{jpeg}\"}}");
        assert_eq!(
            taken_out(text),
            [
                Part::text("{\"ok\":true,\"image\":\"[picture 1]\",\"n\":\"[picture 2]\"}"),
                picture("image/png", png),
                picture("image/jpeg", jpeg),
            ]
        );
    }

    #[test]
    fn base64_in_json_in_json_is_found() {
        let png = format!("iVBORw0KGgo{}", "A".repeat(1_200));
        let inner = format!("{{\"data\":\"{png}\"}}");
        let text = serde_json::json!({ "returnValue": inner }).to_string();
        let parts = taken_out(text);
        assert_eq!(parts[0], Part::text(r#"{"returnValue":"{\"data\":\"[picture 1]\"}"}"#));
        assert_eq!(parts[1..], [picture("image/png", png)]);
    }

    #[test]
    fn what_only_looks_like_a_picture_stays_text() {
        let short = "{\"image\":\"iVBORw0KGgoAAAA\"}".to_owned();
        let long = "A".repeat(2_000);
        for text in [
            short,
            format!("{{\"image\":\"iVBORw0KGgo{long} not base64\"}}"),
            format!("{{\"text\":\"{long}\"}}"),
            format!("\"data:image/{long}"),
            format!("\"iVBORw0KGgo{long}"),
        ] {
            assert_eq!(taken_out(text.clone()), [Part::text(text)]);
        }
    }
}
