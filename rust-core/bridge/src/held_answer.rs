//! The result of a tool as the editor hands it over, to be read elsewhere.

use cxx::UniquePtr;
use vibeue_core::conversation::Part;
use vibeue_core::session::live::ToolAnswer;
use vibeue_core::tools::{CallEnd, RunTime};

use crate::ffi::ffi::{HeldText, ImageData, Status, ToolEnd};
use crate::parts::{HeldImage, check_size, held_images};
use crate::tools;

/// Returns a text that has not been read yet, in time proportional to its
/// length.
type Words = Box<dyn FnOnce() -> String + Send>;

/// A result whose text has not been read and whose pictures have not been
/// encoded.
pub(crate) struct HeldAnswer {
    words: Words,
    images: Vec<HeldImage>,
    end: CallEnd,
}

impl HeldAnswer {
    /// Takes a result, in time that does not depend on the text's length. A null text counts as
    /// empty.
    ///
    /// # Errors
    /// If it is too large for any message, or an image is not one.
    pub(crate) fn take(
        text: UniquePtr<HeldText>,
        images: &[ImageData<'_>],
        end: ToolEnd,
    ) -> Result<Self, Status> {
        check_size(text.as_ref().map_or(0, |text| text.units().len()))?;
        let words = move || text.as_ref().map_or_else(String::new, |text| read(text.units()));
        Self::new(Box::new(words), images, end)
    }

    fn new(words: Words, images: &[ImageData<'_>], end: ToolEnd) -> Result<Self, Status> {
        Ok(Self { words, images: held_images(images)?, end: tools::end(end) })
    }

    /// Reads it, in time proportional to its length.
    pub(crate) fn read(self) -> ToolAnswer {
        let words = (self.words)();
        // The words are left out if there are only pictures.
        let words = (!words.is_empty() || self.images.is_empty()).then(|| Part::text(words));
        let images = self.images.into_iter().map(HeldImage::part);
        let parts = words.into_iter().chain(images).collect();
        ToolAnswer { parts, end: self.end, ran: RunTime::Measured }
    }
}

/// Half a surrogate pair becomes the replacement character.
fn read(units: &[u16]) -> String {
    String::from_utf16_lossy(units)
}

// What the host hands over is C++, which these tests are not linked with: the consumer tests that.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::parts::parts;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n....";

    /// A result as if the host had handed it over.
    pub(crate) fn held(
        words: &'static str,
        images: &[ImageData<'_>],
        end: ToolEnd,
    ) -> Result<HeldAnswer, Status> {
        HeldAnswer::new(Box::new(move || words.to_owned()), images, end)
    }

    #[test]
    fn halves_of_pairs_become_the_sign_for_what_cannot_be_read() {
        let text = read(&[0x61, 0xd83d, 0x62, 0xdeaa, 0, 0xd83d, 0xdeaa, 0xd83d]);
        assert_eq!(text, "a\u{fffd}b\u{fffd}\0\u{1f6aa}\u{fffd}");
    }

    #[test]
    fn a_result_has_the_parts_of_any_other_message() {
        let pictures = [ImageData { media_type: "image/png", bytes: PNG }];
        for (words, images) in
            [("", [].as_slice()), ("a door", &[]), ("", &pictures), ("a door", &pictures)]
        {
            let answer = held(words, images, ToolEnd::Denied).unwrap().read();
            assert_eq!(answer.parts, parts(words, images).unwrap());
            assert_eq!(answer.end, CallEnd::Denied);
        }
    }

    #[test]
    fn what_is_not_an_image_is_refused_before_anything_is_read() {
        let images = [ImageData { media_type: "text/html", bytes: b"<html>" }];
        let refused = held("a door", &images, ToolEnd::Done).err().unwrap();
        assert!(refused.message.starts_with("image 1 is of an unknown kind"), "{refused:?}");
    }
}
