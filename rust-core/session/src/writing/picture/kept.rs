//! Pictures that the user dropped or took, kept next to the conversations like the drafts that
//! mention them: the newest hundred, whether sent or not. Deleting a conversation does not delete
//! them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use super::{Picture, is_picture};
use crate::files::{OutputFile, Readers, Replacing};
use crate::library::Library;

/// The prefix of a kept picture's name.
pub(in crate::writing) const KEPT: &str = "picture:";
/// The folder, next to the journals.
const FOLDER: &str = "pictures";
/// The maximum number that is kept; the oldest are removed first. What was sent is in the journal.
const MOST_KEPT: usize = 100;
/// The maximum number of pictures of one name.
const MOST_ALIKE: u32 = 1_000;
/// Held while a picture is stored: two pictures with the same name that are stored at the same time
/// must not both find the name free.
static KEEPING: Mutex<()> = Mutex::new(());
/// The longest stem of a name, in characters.
const LONGEST: usize = 60;

/// Keeps a picture; returns the name by which a message mentions it. One with the same name and
/// content is kept only once.
///
/// # Errors
/// Why it cannot be attached, or kept.
pub fn keep(library: &Library, name: &str, content: &[u8]) -> Result<String, String> {
    let picture = Picture::of(content)?;
    let _keeping = KEEPING.lock().unwrap_or_else(PoisonError::into_inner);
    let ending = match picture.media_type {
        "image/jpeg" => "jpg",
        other => other.trim_start_matches("image/"),
    };
    let stem = stem(name);
    let folder = library.folder().join(FOLDER);
    let failed = |error: std::io::Error| format!("it cannot be kept: {error}");
    std::fs::create_dir_all(&folder).map_err(failed)?;
    for number in 1..=MOST_ALIKE {
        let name = match number {
            1 => format!("{stem}.{ending}"),
            more => format!("{stem}-{more}.{ending}"),
        };
        let path = folder.join(&name);
        match is_of(&path, content) {
            Ok(true) => {
                // A text mentions it now, so it counts as new. If this fails, it only counts as
                // older.
                let file = File::options().write(true).open(&path);
                let _ = file.and_then(|it| it.set_modified(SystemTime::now()));
                return Ok(format!("{KEPT}{name}"));
            }
            Ok(false) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                make_room(&folder);
                // Readable only by its owner, and never visible half-written.
                OutputFile::put(&path, Replacing::Files, Readers::Owner, content)
                    .map_err(|error| error.to_string())?;
                return Ok(format!("{KEPT}{name}"));
            }
            Err(error) => return Err(failed(error)),
        }
    }
    Err("there are too many pictures of that name".to_owned())
}

/// Whether a file has this content; a file of another size is not read.
fn is_of(path: &Path, content: &[u8]) -> std::io::Result<bool> {
    let about = std::fs::metadata(path)?;
    let is_as_large = about.is_file() && about.len() == content.len() as u64;
    Ok(is_as_large && std::fs::read(path)? == content)
}

/// Where a kept picture is, by its name without `picture:`.
pub(in crate::writing) fn find_kept(library: &Library, name: &str) -> Option<PathBuf> {
    let is_name = !name.starts_with('.') && !name.contains(['/', '\\', ':', '\0']);
    let path = library.folder().join(FOLDER).join(name);
    (is_name && is_picture(name) && path.is_file()).then_some(path)
}

/// The stem of a file's name, in characters that are allowed everywhere.
fn stem(name: &str) -> String {
    let leaf = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = leaf.rsplit_once('.').map_or(leaf, |(stem, _)| stem);
    let plain = |it: char| if it.is_alphanumeric() || "-_".contains(it) { it } else { '-' };
    let stem: String = stem.chars().take(LONGEST).map(plain).collect();
    match stem.trim_matches('-') {
        "" => "picture".to_owned(),
        stem => stem.to_owned(),
    }
}

/// Removes the oldest if there are too many.
fn make_room(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut all: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), entry.path()))
        })
        .collect();
    all.sort();
    let more = (all.len() + 1).saturating_sub(MOST_KEPT);
    for (_, path) in all.into_iter().take(more) {
        // One that cannot be removed stays: it does no harm.
        let _ = std::fs::remove_file(path);
    }
}
