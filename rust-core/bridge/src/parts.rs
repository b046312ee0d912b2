//! Text and images from the editor as the parts of a message.

use vibeue_core::conversation::Part;
use vibeue_core::session::writing::{image_part, picture_type};

use crate::ffi::ffi::{ImageData, Status, StatusCode};
use crate::status;
use crate::tasks::MentionReading;

/// The maximum number of bytes of one submitted text, answer or image.
pub(crate) const MAX_MESSAGE_BYTES: usize = 32 * 1024 * 1024;

/// Words and images as the parts of a message or an answer.
///
/// # Errors
/// [`StatusCode::Input`] for what is too large, and for what is not an image: it would stay in the
/// conversation, and servers would refuse every request with it.
pub(crate) fn parts(text: &str, images: &[ImageData<'_>]) -> Result<Vec<Part>, Status> {
    check_size(text.len())?;
    let images = held_images(images)?.into_iter().map(HeldImage::part);
    let words = (!text.is_empty() || images.len() == 0).then(|| Part::text(text));
    Ok(words.into_iter().chain(images).collect())
}

/// Refuses what is too large for one message.
///
/// # Errors
/// [`StatusCode::Input`] with both sizes, in bytes.
pub(crate) fn check_size(bytes: usize) -> Result<(), Status> {
    if bytes <= MAX_MESSAGE_BYTES {
        return Ok(());
    }
    let what = format!("{bytes} bytes exceed the limit of {MAX_MESSAGE_BYTES} for one message");
    let hint = "give the path of a file instead of its content";
    Err(status::failed(StatusCode::Input, what, hint))
}

/// Words with the texts of what was attached to them.
///
/// # Errors
/// As for [`parts`].
pub(crate) fn with_attachments(text: &str, attached: &[String]) -> Result<Vec<Part>, Status> {
    let mut all = parts(text, &[])?;
    all.extend(attached.iter().map(|part| Part::text(part.as_str())));
    Ok(all)
}

/// Words with what they mention, which was read in the background.
///
/// # Errors
/// As for [`parts`], and when it has not been read yet.
pub(crate) fn with_mentions(text: &str, reading: &MentionReading) -> Result<Vec<Part>, Status> {
    let mut all = parts(text, &[])?;
    all.extend(reading.take_parts()?);
    Ok(all)
}

fn image(at: usize, image: &ImageData<'_>) -> Result<HeldImage, Status> {
    let Some(media_type) = media_type(image) else {
        let what = format!(
            "image {} is of an unknown kind: {} bytes said to be '{}'",
            at + 1,
            image.bytes.len(),
            image.media_type.chars().take(80).collect::<String>().escape_debug()
        );
        let hint = "give the bytes of a PNG, JPEG, WebP or GIF file";
        return Err(status::failed(StatusCode::Input, what, hint));
    };
    Ok(HeldImage { media_type: media_type.to_owned(), bytes: image.bytes.to_vec() })
}

/// An image whose bytes are not encoded yet, because that takes time in proportion to its size.
pub(crate) struct HeldImage {
    media_type: String,
    bytes: Vec<u8>,
}

impl HeldImage {
    /// Encodes it.
    pub(crate) fn part(self) -> Part {
        let Self { media_type, bytes } = self;
        image_part(&media_type, &bytes)
    }
}

/// Checks images without encoding them.
///
/// # Errors
/// As for [`parts`].
pub(crate) fn held_images(images: &[ImageData<'_>]) -> Result<Vec<HeldImage>, Status> {
    check_size(images.iter().map(|image| image.bytes.len()).max().unwrap_or(0))?;
    images.iter().enumerate().map(|(at, it)| image(at, it)).collect()
}

/// What the bytes are, whatever type is claimed: a server that finds another format than declared
/// refuses the request.
fn media_type<'a>(image: &ImageData<'a>) -> Option<&'a str> {
    match picture_type(image.bytes) {
        Some(media_type) => Some(media_type),
        // Some models read more formats than we know.
        None => image
            .media_type
            .strip_prefix("image/")
            .is_some_and(|format| {
                !image.bytes.is_empty()
                    && (1..=40).contains(&format.len())
                    && format.bytes().all(|it| it.is_ascii_alphanumeric() || b".+-".contains(&it))
            })
            .then_some(image.media_type),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n....";

    fn image_data<'a>(media_type: &'a str, bytes: &'a [u8]) -> ImageData<'a> {
        ImageData { media_type, bytes }
    }

    #[test]
    fn an_image_is_what_its_bytes_say() {
        for (media_type, bytes, expected) in [
            ("image/png", PNG, "image/png"),
            ("", PNG, "image/png"),
            ("image/jpeg", PNG, "image/png"),
            ("text/plain", b"\xff\xd8\xff\xe0".as_slice(), "image/jpeg"),
            ("", b"GIF89a", "image/gif"),
            ("", b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            ("image/heic", b"\0\0\0 ftypheic", "image/heic"),
        ] {
            let parts = parts("", &[image_data(media_type, bytes)]).expect("an image");
            assert_eq!(parts, [image_part(expected, bytes)]);
        }
    }

    #[test]
    fn what_is_not_an_image_is_refused_by_its_number() {
        for (media_type, bytes) in [
            ("", b"".as_slice()),
            ("image/png", b""),
            ("text/html", b"<html>"),
            ("image/", b"abc"),
            ("image/x\r\ny", b"abc"),
            ("audio/wav", b"RIFF\x10\0\0\0WAVEfmt "),
        ] {
            let status = parts("words", &[image_data("", PNG), image_data(media_type, bytes)])
                .expect_err("it is not an image");
            assert_eq!(status.code, StatusCode::Input);
            assert!(status.message.starts_with("image 2 is of an unknown kind"), "{status:?}");
            assert!(status.hint.contains("PNG"), "{status:?}");
        }
    }

    #[test]
    fn words_come_first_and_are_left_out_only_beside_images() {
        assert_eq!(parts("", &[]), Ok(vec![Part::text("")]));
        assert_eq!(parts("words", &[]), Ok(vec![Part::text("words")]));
        let both = parts("words", &[image_data("image/png", PNG)]).expect("words and an image");
        assert_eq!(both.len(), 2);
        assert_eq!(both[0], Part::text("words"));
        let large = vec![0; MAX_MESSAGE_BYTES + 1];
        let status = parts("", &[image_data("image/png", &large)]).expect_err("it is too large");
        assert!(
            status.message.contains("33554433 bytes exceed the limit of 33554432"),
            "{status:?}"
        );
    }
}
