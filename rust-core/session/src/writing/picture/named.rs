//! Pictures that a message mentions, when its words are changed.

use vibeue_conversation::Part;

use super::{KEPT, picture_name};
use crate::writing::{mentions, own_words};

/// Puts the pictures of an earlier wording into the parts of the new one if its words still mention
/// them: the file may have changed or been deleted since.
pub(crate) fn keep_named(earlier: &[Part], parts: &mut Vec<Part>) {
    let words = own_words(parts);
    let names: Vec<String> = mentions(&words)
        .into_iter()
        .map(|it| it.name.strip_prefix(KEPT).unwrap_or(&it.name).to_owned())
        .collect();
    let mut kept = Vec::new();
    for pair in earlier.windows(2) {
        let Some(name) = named(pair).filter(|name| names.contains(name)) else { continue };
        let is_same = |at: &usize| {
            !kept.contains(at)
                && parts.get(*at..*at + 2).and_then(named).as_deref() == Some(name.as_str())
        };
        let found = (0..parts.len()).find(is_same);
        let at = found.unwrap_or(parts.len());
        parts.splice(at..(at + 2).min(parts.len()), pair.iter().cloned());
        kept.push(at);
    }
}

/// The name of a picture: a text followed by an image.
fn named(pair: &[Part]) -> Option<String> {
    match pair {
        [Part::Text { text, .. }, Part::Image(_)] => picture_name(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Picture;
    use super::super::tests::png;
    use super::*;

    fn message(words: &str, pictures: &[(&str, u32)]) -> Vec<Part> {
        let mut parts = vec![Part::text(words)];
        for (name, width) in pictures {
            let picture = Picture::of(&png(*width, 1)).unwrap();
            parts.extend([Part::text(picture.attachment(name).to_string()), picture.part()]);
        }
        parts
    }

    #[test]
    fn a_picture_that_is_gone_or_replaced_stays_as_long_as_the_text_mentions_it() {
        let earlier =
            message("@a.png @picture:b.png @c.png", &[("a.png", 1), ("b.png", 2), ("c.png", 3)]);
        let words = "Not @picture:b.png but @a.png and @d.png";
        let mut parts = message(words, &[("a.png", 9), ("d.png", 4)]);
        keep_named(&earlier, &mut parts);
        assert_eq!(parts, message(words, &[("a.png", 1), ("d.png", 4), ("b.png", 2)]));
        let mut parts = message("no picture", &[]);
        keep_named(&earlier, &mut parts);
        assert_eq!(parts, message("no picture", &[]));
    }

    #[test]
    fn two_pictures_of_one_name_both_stay() {
        let earlier = message("@a.png @picture:a.png", &[("a.png", 1), ("a.png", 2)]);
        let mut parts = message("@picture:a.png, @a.png", &[]);
        keep_named(&earlier, &mut parts);
        assert_eq!(parts, message("@picture:a.png, @a.png", &[("a.png", 1), ("a.png", 2)]));
    }
}
