//! Pictures that a person dropped or took, kept beside the conversations until
//! they are sent: the draft that names them is kept there, too.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Picture, is_picture};
use crate::files::{OutputFile, Readers, Replacing};
use crate::library::Library;

/// How the name of a kept picture begins.
pub(in crate::writing) const KEPT: &str = "picture:";
/// The folder, beside the journals.
const FOLDER: &str = "pictures";
/// The most that are kept; the oldest go first. What was sent is in the journal.
const MOST_KEPT: usize = 100;
/// The most pictures of one name.
const MOST_ALIKE: u32 = 1_000;
/// The longest stem of a name, in characters.
const LONGEST: usize = 60;

/// Keeps a picture; returns the name by which a message mentions it. One of the
/// same name and content is kept once.
///
/// # Errors
/// Why it cannot be attached, or kept.
pub fn keep(library: &Library, name: &str, content: &[u8]) -> Result<String, String> {
    let picture = Picture::of(content)?;
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
        match std::fs::read(&path) {
            Ok(there) if there == content => return Ok(format!("{KEPT}{name}")),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                make_room(&folder);
                // For its owner alone, and nobody finds half of it.
                OutputFile::put(&path, Replacing::Files, Readers::Owner, content)
                    .map_err(|error| error.to_string())?;
                return Ok(format!("{KEPT}{name}"));
            }
            Err(error) => return Err(failed(error)),
        }
    }
    Err("there are too many pictures of that name".to_owned())
}

/// Where a kept picture is, by its name without `picture:`.
pub(in crate::writing) fn find_kept(library: &Library, name: &str) -> Option<PathBuf> {
    let is_name = !name.starts_with('.') && !name.contains(['/', '\\', ':', '\0']);
    let path = library.folder().join(FOLDER).join(name);
    (is_name && is_picture(name) && path.is_file()).then_some(path)
}

/// What a file is called, in letters that stand in a name everywhere.
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

/// Removes the oldest where there are too many.
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
        // One that cannot be removed stays: it is in nobody's way.
        let _ = std::fs::remove_file(path);
    }
}
