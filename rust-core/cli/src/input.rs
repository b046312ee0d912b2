//! The input of a command.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use vibeue_core::{Error, ErrorKind};

use crate::failure::Result;
use crate::stamp::Stamp;

/// The maximum number of bytes that are read: as much as the core reads of one transcript.
const MOST_BYTES: u64 = 1 << 30;

/// The maximum number of bytes that are read of a device other than a terminal, some of which never
/// end.
const MOST_OF_DEVICE: u64 = 1 << 20;

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// How messages name a file.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == STANDARD_INPUT {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Returns whether the path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Reads a file, or standard input for `-`, as a whole.
///
/// # Errors
/// [`ErrorKind::Io`] or [`ErrorKind::Input`] with the file's name.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    Ok(read_stamped(path)?.0)
}

/// The same, with what the file is recognized by if it is read again; `None` for
/// what cannot be.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_stamped(path: &Path) -> Result<(Vec<u8>, Option<Stamp>)> {
    let mut bytes = Vec::new();
    let mut most = MOST_BYTES;
    let mut stamp = None;
    let outcome = if is_standard_input(path) {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        open(path).and_then(|mut file| {
            stamp = Stamp::of(&file);
            // A hint only: files under /proc say 0, and a file may grow.
            let length = file.metadata().map_or(0, |metadata| metadata.len());
            if is_endless(&file) {
                most = MOST_OF_DEVICE;
            }
            bytes.reserve(length.min(most) as usize);
            (&mut file).take(most + 1).read_to_end(&mut bytes)
        })
    };
    outcome.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MOST_OF_DEVICE && most == MOST_OF_DEVICE {
        return Err(Error::new(ErrorKind::Input, "this is an endless device, not a file")
            .at(shown(path))
            .hint("give a file")
            .into());
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Error::new(ErrorKind::Input, "the file has more than 1 GiB")
            .at(shown(path))
            .hint("split it")
            .into());
    }
    Ok((bytes, stamp))
}

/// Reads a text as [`read`] reads bytes.
///
/// # Errors
/// As for [`read`], and [`ErrorKind::Input`] if it is not UTF-8.
pub(crate) fn read_text(path: &str) -> Result<String> {
    let path = Path::new(path);
    String::from_utf8(read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::Input, format!("the text is not UTF-8: wrong byte at offset {at}"))
            .at(shown(path))
            .hint("convert it first, for example with iconv")
            .into()
    })
}

fn open(path: &Path) -> io::Result<File> {
    // Windows cannot open a directory, and reports that it may not be read.
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    File::open(path)
}

/// Returns whether a file is a device that may never end, such as `/dev/zero`; a terminal ends when
/// the user says so.
fn is_endless(file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::io::IsTerminal as _;
        use std::os::unix::fs::FileTypeExt as _;
        let device = file.metadata().is_ok_and(|it| it.file_type().is_char_device());
        device && !file.is_terminal()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    let (what, hint) = match error.kind() {
        io::ErrorKind::NotFound => ("there is no such file", "check the path"),
        io::ErrorKind::IsADirectory => ("this is a directory", "give the file inside it"),
        io::ErrorKind::PermissionDenied => {
            ("permission to read the file was denied", "check its permissions")
        }
        _ => {
            let what = format!("cannot read the file: {error}");
            return Error::new(ErrorKind::Io, what).at(shown(path));
        }
    };
    Error::new(ErrorKind::Io, what).at(shown(path)).hint(hint)
}
