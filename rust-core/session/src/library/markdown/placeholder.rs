//! What a page shows in place of an image.

use vibeue_conversation::Part;

/// The text in place of an image. A message that is read from a page has it as text, because the
/// image itself is not on the page.
pub(super) const IMAGE: &str = "*(image)*";

/// Whether a part is an image, or the text in place of one, so that an imported page is written as
/// it was.
pub(super) fn is_image(part: &Part) -> bool {
    match part {
        Part::Image(_) => true,
        Part::Text { text, .. } => text == IMAGE,
        _ => false,
    }
}
