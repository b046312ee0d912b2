//! How much of a result is accepted.

use vibeue_conversation::{ImageSource, Part};

/// The maximum number of bytes of text in one message with a result; for a longer one, a session
/// keeps head and tail in the message, and all of it in a file. The model sees less if the window
/// is small.
pub const MOST_RESULT_BYTES: usize = 1024 * 1024;

/// The default maximum number of bytes of text in one result: what a session keeps in a file.
pub const MOST_WHOLE_BYTES: usize = 64 * 1024 * 1024;

/// The maximum number of pictures of one result.
pub const MOST_IMAGES: usize = 20;

/// The maximum number of bytes of one picture, as base64.
pub const MOST_IMAGE_BYTES: usize = 10 * 1024 * 1024;

/// Cuts a result to `most` bytes of text, and to the pictures that fit: head and tail stay, and a
/// note in between says what was cut out.
pub fn capped(parts: Vec<Part>, most: usize) -> Vec<Part> {
    let mut left = most;
    let mut images = 0;
    let mut kept = Vec::new();
    let mut dropped = 0;
    for part in parts {
        match part {
            Part::Text { text, extra } if text.len() <= left => {
                left -= text.len();
                kept.push(Part::Text { text, extra });
            }
            Part::Text { text, .. } if left > 0 => {
                kept.push(Part::text(cut(&text, left)));
                left = 0;
            }
            Part::Text { text, .. } => dropped += text.len(),
            Part::Image(image) => {
                let bytes = match &image.source {
                    ImageSource::Base64 { data, .. } => data.len(),
                    _ => 0,
                };
                if bytes > MOST_IMAGE_BYTES {
                    kept.push(Part::text(format!("[a picture of {bytes} bytes was left out]")));
                } else if images < MOST_IMAGES {
                    images += 1;
                    kept.push(Part::Image(image));
                } else {
                    kept.push(Part::text("[a picture was left out: too many pictures]"));
                }
            }
            other => kept.push(other),
        }
    }
    if dropped > 0 {
        kept.push(Part::text(format!("[{dropped} more bytes were left out]")));
    }
    kept
}

/// Keeps three quarters of the room from the head and a quarter from the tail.
fn cut(text: &str, most: usize) -> String {
    let tail_bytes = most / 4;
    let head = &text[..text.floor_char_boundary(most - tail_bytes)];
    let tail = &text[text.ceil_char_boundary(text.len() - tail_bytes)..];
    let gone = text.len() - head.len() - tail.len();
    format!("{head}\n[… {gone} of {} bytes were left out here …]\n{tail}", text.len())
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Extra, Image};

    use super::*;

    fn texts(parts: &[Part]) -> Vec<&str> {
        parts
            .iter()
            .map(|part| match part {
                Part::Text { text, .. } => text.as_str(),
                _ => "(picture)",
            })
            .collect()
    }

    fn picture(bytes: usize) -> Part {
        let source =
            ImageSource::Base64 { media_type: "image/png".into(), data: "A".repeat(bytes) };
        Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
    }

    #[test]
    fn head_and_tail_of_what_is_too_long_stay_around_a_line_that_says_so() {
        let text = format!("{}é{}", "a".repeat(74), "b".repeat(100));
        let parts = capped(vec![Part::text(text), Part::text("more")], 100);
        let cut = format!(
            "{}\n[… 77 of 176 bytes were left out here …]\n{}",
            "a".repeat(74),
            "b".repeat(25)
        );
        assert_eq!(texts(&parts), [cut.as_str(), "[4 more bytes were left out]"]);
        assert_eq!(texts(&capped(vec![Part::text("all of it")], 9)), ["all of it"]);
    }

    #[test]
    fn pictures_beyond_the_bounds_are_named_in_their_place() {
        let mut parts = vec![picture(MOST_IMAGE_BYTES + 1)];
        parts.extend((0..=MOST_IMAGES).map(|_| picture(8)));
        let kept = capped(parts, 100);
        let kept = texts(&kept);
        assert_eq!(kept[0], "[a picture of 10485761 bytes was left out]");
        assert!(kept[1..=MOST_IMAGES].iter().all(|part| *part == "(picture)"));
        assert_eq!(kept[MOST_IMAGES + 1], "[a picture was left out: too many pictures]");
    }
}
