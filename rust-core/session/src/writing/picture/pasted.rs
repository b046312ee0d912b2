//! What the user copied elsewhere to paste into a text: files, or a picture.

use std::path::PathBuf;

use arboard::{Clipboard, Error, ImageData};
use vibeue_tools::Allowance;

use super::{
    Dropped, DroppedFile, LARGEST_PICTURE, LONGEST_SIDE, Pixels, is_picture, keep, keep_dropped,
};
use crate::library::Library;
use crate::writing::mention;

/// The name of a picture without a name of its own.
const NAME: &str = "Pasted";

/// What the system's clipboard has, other than text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copied {
    /// Files that were copied in a file manager.
    Files(Vec<PathBuf>),
    /// A picture, for example a screenshot or one of a web page.
    Picture(Pixels),
    /// Neither.
    Nothing,
}

impl Copied {
    /// Reads the clipboard. The program that has the picture is asked for it, which on Linux over
    /// X11 can take up to four seconds: do not call it on a thread that draws.
    ///
    /// # Errors
    /// Why it cannot be read: there is no clipboard, another program holds it, or
    /// what it has cannot be decoded.
    pub fn read() -> Result<Self, String> {
        let mut clipboard = Clipboard::new().map_err(why)?;
        let files = clipboard.get().file_list();
        // A clipboard that cannot list files may still have a picture.
        if let Some(files) = files.ok().filter(|files| !files.is_empty()) {
            return Ok(Self::Files(files));
        }
        match clipboard.get_image() {
            Ok(image) => Ok(Self::Picture(pixels(&image)?)),
            Err(Error::ContentNotAvailable) => Ok(Self::Nothing),
            Err(error) => Err(why(error)),
        }
    }
}

/// The longest text that may stand for copied files, in bytes.
const LONGEST_LIST: usize = 64 << 10;

/// Whether a copied text may stand for copied pictures: file managers on Linux and macOS also put a
/// line for each file on the clipboard, its path, its address or its name. The text alone is not
/// conclusive; [`Copied::meant_by`] decides.
pub fn may_stand_for_pictures(text: &str) -> bool {
    text.len() <= LONGEST_LIST && names(text).next().is_some() && names(text).all(is_picture)
}

/// The lines of a list of files.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty())
}

impl Copied {
    /// Reads what the user means by pasting this text, as [`meant_by`](Self::meant_by) decides. No
    /// program is asked for a picture: that takes time, and the text would take precedence.
    pub fn read_for(text: &str) -> Self {
        let files = Clipboard::new().and_then(|mut clipboard| clipboard.get().file_list());
        files.map_or(Self::Nothing, |files| Self::Files(files).meant_by(text))
    }

    /// What the user means by pasting this text: the copied files, if it lists them, otherwise only
    /// the text.
    #[must_use]
    pub fn meant_by(self, text: &str) -> Self {
        let Self::Files(files) = self else { return Self::Nothing };
        let of_file = |path: &PathBuf, name: &str| {
            path.file_name().is_some_and(|leaf| leaf.to_string_lossy() == name)
        };
        let is_listed = |line: &str| {
            let leaf = line.rsplit('/').next().unwrap_or(line);
            let plain = if line.starts_with("file:") { decoded(leaf) } else { leaf.to_owned() };
            files.iter().any(|path| of_file(path, &plain))
        };
        if names(text).all(is_listed) { Self::Files(files) } else { Self::Nothing }
    }
}

/// A part of an address without its escapes; bytes that are not UTF-8 are shown
/// as replaced.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| first == b'%');
        let byte = escaped
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Keeps what was copied as the pictures of a message with this text: files like dropped ones, a
/// picture as a PNG, scaled down until it can be attached.
pub fn keep_pasted(
    library: &Library,
    text: &str,
    copied: Result<Copied, String>,
    allowance: &Allowance,
) -> Dropped {
    let mention = match copied {
        Ok(Copied::Nothing) => return Dropped::default(),
        Ok(Copied::Files(files)) => {
            let paths = |it: PathBuf| it.to_string_lossy().into_owned();
            let files: Vec<String> = files.into_iter().map(paths).collect();
            return keep_dropped(library, text, &files, allowance);
        }
        Ok(Copied::Picture(picture)) => attachable(&picture, allowance)
            .and_then(|content| keep(library, NAME, &content))
            .map(|kept| mention(&kept)),
        Err(why) => Err(why),
    };
    Dropped { read: vec![DroppedFile { name: NAME.to_owned(), mention }], left_out: Vec::new() }
}

/// The picture as a file that fits in a message. Models use fewer pixels than a large monitor has,
/// so scaling down loses little.
fn attachable(picture: &Pixels, allowance: &Allowance) -> Result<Vec<u8>, String> {
    let longest = picture.width.max(picture.height);
    let mut by = longest.div_ceil(LONGEST_SIDE).max(1);
    loop {
        if allowance.is_over().is_some() {
            return Err("there was no time left to read it".to_owned());
        }
        let content = match by {
            1 => picture.to_png()?,
            _ => picture.smaller(by).to_png()?,
        };
        if content.len() as u64 <= LARGEST_PICTURE || by >= longest {
            return Ok(content);
        }
        by += 1;
    }
}

fn pixels(image: &ImageData<'_>) -> Result<Pixels, String> {
    let side = |side: usize| u32::try_from(side).map_err(|_| "it is too large".to_owned());
    Pixels::of_rgba(side(image.width)?, side(image.height)?, &image.bytes)
}

#[allow(clippy::needless_pass_by_value, reason = "errors are mapped by value")]
fn why(error: Error) -> String {
    match error {
        Error::ClipboardOccupied => "another program is using the clipboard: try again".to_owned(),
        Error::ConversionFailure => {
            "the copied picture is damaged, or of an unknown kind".to_owned()
        }
        other => format!("the clipboard cannot be read: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vibeue_tools::Stop;

    use super::*;

    fn ample() -> Allowance {
        Allowance::begin(&Stop::default(), Duration::from_secs(60))
    }

    fn of(name: &str, mention: Result<&str, &str>) -> Dropped {
        let mention = mention.map(str::to_owned).map_err(str::to_owned);
        Dropped { read: vec![DroppedFile { name: name.to_owned(), mention }], left_out: Vec::new() }
    }

    #[test]
    fn a_copied_picture_is_kept_as_it_is() {
        let place = tempfile::tempdir().unwrap();
        let library = Library::at(place.path());
        let copied = Pixels { width: 2, height: 1, bgra: vec![1, 2, 3, 255, 4, 5, 6, 7] };
        let kept = keep_pasted(&library, "", Ok(Copied::Picture(copied.clone())), &ample());
        assert_eq!(kept, of("Pasted", Ok("@picture:Pasted.png")));
        let path = place.path().join("pictures/Pasted.png");
        assert_eq!(Pixels::read(&path, 9).unwrap(), copied);
    }

    #[test]
    fn copied_files_are_kept_as_dropped_ones_and_nothing_is_nothing() {
        let place = tempfile::tempdir().unwrap();
        let library = Library::at(place.path().join("talks"));
        let door = place.path().join("Door.png");
        std::fs::write(&door, super::super::tests::png(3, 2)).unwrap();
        let files = Ok(Copied::Files(vec![door]));
        let kept = keep_pasted(&library, "", files, &ample());
        assert_eq!(kept, of("Door.png", Ok("@picture:Door.png")));
        assert_eq!(keep_pasted(&library, "", Ok(Copied::Nothing), &ample()), Dropped::default());
        let failed = keep_pasted(&library, "", Err("nobody answers".to_owned()), &ample());
        assert_eq!(failed, of("Pasted", Err("nobody answers")));
    }

    #[test]
    fn a_text_that_lists_the_copied_files_means_them_and_any_other_means_itself() {
        let files = ["/shots/Airlock Door.png", "/shots/100%.JPG"].map(PathBuf::from).to_vec();
        let copied = Copied::Files(files);
        for list in [
            "/shots/Airlock Door.png\n/shots/100%.JPG\n",
            "file:///shots/Airlock%20Door.png\r\nfile:///shots/100%25.JPG\r\n",
            "file:///shots/Airlock%20Door.png\nfile:///shots/100%.JPG",
            "Airlock Door.png\r100%.JPG",
            "100%.JPG",
        ] {
            assert!(may_stand_for_pictures(list), "{list:?}");
            assert_eq!(copied.clone().meant_by(list), copied, "{list:?}");
        }
        // Another program's text, while the files are still on the clipboard.
        for other in ["gate.png", "/shots/Airlock Door.png\ngate.png", "Airlock%20Door.png"] {
            assert!(may_stand_for_pictures(other), "{other:?}");
            assert_eq!(copied.clone().meant_by(other), Copied::Nothing, "{other:?}");
        }
        let picture = Copied::Picture(Pixels { width: 1, height: 1, bgra: vec![0; 4] });
        assert_eq!(picture.meant_by("100%.JPG"), Copied::Nothing);
        assert_eq!(Copied::Nothing.meant_by("100%.JPG"), Copied::Nothing);
        let long = "door.png\n".repeat(10_000);
        for text in ["", " \n", "door", "See door.png, please", "a.png\nwhat is that?", &long] {
            assert!(!may_stand_for_pictures(text), "{text:?}");
        }
    }

    #[test]
    fn a_picture_that_a_message_cannot_take_is_made_smaller() {
        // Noise, which no file format makes small.
        let mut state = 7_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        };
        let bgra = (0..1_600 * 1_200).flat_map(|_| [noise(), noise(), noise(), 255]).collect();
        let noisy = Pixels { width: 1_600, height: 1_200, bgra };
        let file = attachable(&noisy, &ample()).unwrap();
        assert!(file.len() as u64 <= LARGEST_PICTURE);
        let smaller = Pixels::of(&file, 9_000).unwrap();
        assert_eq!((smaller.width, smaller.height), (800, 600));
        let long = Pixels { width: 8_001, height: 1, bgra: vec![255; 32_004] };
        let file = attachable(&long, &ample()).unwrap();
        assert_eq!(Pixels::of(&file, 9_000).unwrap().width, 4_001);
    }

    #[test]
    fn a_copied_picture_for_which_no_time_is_left_is_not_kept() {
        let place = tempfile::tempdir().unwrap();
        let copied = Pixels { width: 1, height: 1, bgra: vec![1, 2, 3, 255] };
        let none = Allowance::begin(&Stop::default(), Duration::ZERO);
        let kept = keep_pasted(&Library::at(place.path()), "", Ok(Copied::Picture(copied)), &none);
        assert_eq!(kept, of("Pasted", Err("there was no time left to read it")));
        assert!(!place.path().join("pictures").exists());
    }
}
