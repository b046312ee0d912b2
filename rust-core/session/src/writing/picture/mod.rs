//! A picture that the user attaches to a message.

mod dropped;
mod encoded;
mod file;
mod kept;
mod named;
#[cfg(feature = "clipboard")]
mod pasted;
#[cfg(feature = "pixels")]
mod pixels;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use vibeue_conversation::Part;
use vibeue_tokens::ImageSize;
use vibeue_tokens::models::Abilities;

pub use dropped::{Dropped, DroppedFile, keep_dropped};
pub use encoded::image_part;
pub use file::picture_type;
pub use kept::keep;
pub(super) use kept::{KEPT, find_kept};
pub(crate) use named::keep_named;
#[cfg(feature = "clipboard")]
pub use pasted::{Copied, keep_pasted, may_stand_for_pictures};
#[cfg(feature = "pixels")]
pub use pixels::Pixels;

use super::{Attachment, AttachmentKind};

/// The largest file that is attached, in bytes: its base64 has the size that all wires accept for
/// one picture.
pub const LARGEST_PICTURE: u64 = 3_840 * 1024;
/// The maximum number of pictures of one message.
pub const MOST_PICTURES: usize = 10;
/// The maximum number of bytes of all pictures of one message: with base64 and the rest of a
/// request, far below the 32 MB that the strictest server accepts.
pub(super) const MOST_PICTURE_BYTES: u64 = 10 * 1024 * 1024;
/// The longest side, in pixels, that all wires accept.
const LONGEST_SIDE: u32 = 8_000;
/// The file name endings of pictures; a GIF is refused with a reason.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// Whether a path is that of a picture, by its ending.
pub(super) fn is_picture(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|it| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(it)))
}

/// Why pictures are not sent to a model; `None` if it can read them or that is unknown.
pub fn no_pictures_for(model: &str, abilities: Abilities) -> Option<String> {
    (abilities.images == Some(false)).then(|| {
        format!("{model} cannot read pictures: choose another model, or remove the pictures")
    })
}

/// A picture, checked and ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    media_type: &'static str,
    size: ImageSize,
    bytes: u64,
    data: String,
}

impl Picture {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be attached: it is not a file, too large, not a picture,
    /// or incomplete.
    pub fn read(path: &Path) -> Result<Self, String> {
        Self::of(&Self::content(path)?)
    }

    /// The content of a file, if it can be that of a picture.
    ///
    /// # Errors
    /// Why it cannot be attached: it is not a file, or too large.
    pub fn content(path: &Path) -> Result<Vec<u8>, String> {
        read(path)
    }

    /// Checks the content of a file.
    ///
    /// # Errors
    /// Why it cannot be attached.
    pub fn of(content: &[u8]) -> Result<Self, String> {
        let bytes = content.len() as u64;
        if bytes > LARGEST_PICTURE {
            return Err(too_large(bytes));
        }
        let media_type = picture_type(content)
            .ok_or("it is not a picture: PNG, JPEG and WebP can be attached")?;
        if media_type == file::GIF {
            return Err("it is a GIF, which not every model reads: save it as PNG".to_owned());
        }
        let data = encoded::encode(content);
        let size = ImageSize::of_base64(&data)
            .filter(|_| file::is_whole(media_type, content))
            .ok_or("the picture is cut off or damaged")?;
        if size.width.max(size.height) > LONGEST_SIDE {
            return Err(format!(
                "it is {} × {} pixels; the limit is {LONGEST_SIDE} per side",
                size.width, size.height
            ));
        }
        Ok(Self { media_type, size, bytes, data })
    }

    /// Its description: format, pixels and bytes.
    pub fn detail(&self) -> String {
        let format = self.media_type.trim_start_matches("image/").to_uppercase();
        format!("{format}, {} × {}, {} bytes", self.size.width, self.size.height, self.bytes)
    }

    /// Its pixels, width and height.
    pub fn size(&self) -> ImageSize {
        self.size
    }

    /// The size of its file, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The text that announces it to the model: the picture follows.
    pub(super) fn attachment(&self, name: &str) -> Attachment {
        Attachment {
            kind: AttachmentKind::Picture,
            name: name.to_owned(),
            detail: self.detail(),
            text: String::new(),
        }
    }

    /// As a part of a message.
    pub fn part(&self) -> Part {
        encoded::of_base64(self.media_type, self.data.clone())
    }

    /// As a part of a message, consuming it without copying.
    pub fn into_part(self) -> Part {
        encoded::of_base64(self.media_type, self.data)
    }
}

/// Returns the name of the picture that a text announces, if it does.
fn picture_name(text: &str) -> Option<String> {
    let attached = Attachment::read(text)?;
    (attached.kind == AttachmentKind::Picture).then_some(attached.name)
}

/// A file's content, if it can be that of a picture.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("it cannot be read: {error}");
    let about = path.metadata().map_err(failed)?;
    if about.is_dir() {
        return Err("it is a folder".to_owned());
    }
    // A pipe or a device would never end.
    if !about.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if about.len() > LARGEST_PICTURE {
        return Err(too_large(about.len()));
    }
    read_bounded(File::open(path).map_err(failed)?).map_err(failed)
}

/// Reads everything; if the file grows meanwhile, just enough to see that it is too large.
fn read_bounded(from: impl Read) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    from.take(LARGEST_PICTURE + 1).read_to_end(&mut content)?;
    Ok(content)
}

fn too_large(bytes: u64) -> String {
    format!("it has {bytes} bytes; the limit for a picture is {LARGEST_PICTURE}")
}

#[cfg(test)]
#[path = "tests.rs"]
pub(super) mod tests;
