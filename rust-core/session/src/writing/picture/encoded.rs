//! The text form of an image, and a part of a message with it.

use vibeue_conversation::{Extra, Image, ImageSource, Part};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A part of a message with the content of an image, unchanged.
pub fn image_part(media_type: &str, content: &[u8]) -> Part {
    of_base64(media_type, encode(content))
}

/// The same for content that is already encoded.
pub(super) fn of_base64(media_type: &str, data: String) -> Part {
    let source = ImageSource::Base64 { media_type: media_type.into(), data };
    Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
}

/// Writes bytes as base64 with padding, as RFC 4648 has it.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            out.push(if digit <= chunk.len() {
                char::from(DIGITS[(bits >> (18 - 6 * digit)) as usize & 63])
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_rfc_4648_hold() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
        }
        assert_eq!(encode(&[0xff, 0xef, 0xbe]), "/+++");
    }
}
