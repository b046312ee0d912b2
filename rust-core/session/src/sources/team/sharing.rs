//! Writing the user's values into the project's file.

use std::fs;
use std::path::Path;

use vibeue_conversation::{Error, Result};

use super::field::{PageField, SharedField, shared_of};
use super::file::{NewLines, TeamFile, is_read_only};
use crate::files::{OutputFile, Readers, Replacing, storage_error};

/// What was changed in the project's file, by the editor's names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shared {
    /// Settings whose values the file now has.
    pub written: Vec<String>,
    /// Settings that it no longer has, because their values are the defaults.
    pub removed: Vec<String>,
}

/// Why the project's file was not written.
#[derive(Debug, Clone, PartialEq)]
pub enum SharingRefusal {
    /// It is write-protected, as source control leaves a file that is not
    /// checked out.
    ReadOnly,
    /// It could not be read or written.
    Failed(Error),
}

/// Writes those of the page's fields that a team may share into the project's
/// file: what differs from its default, and no line for anything else. All else
/// in the file stays. What it has already is not written again, and a file that
/// has everything is not touched.
///
/// # Errors
/// [`SharingRefusal`]; then the file is as it was.
pub fn share(file: &Path, page: &[PageField]) -> std::result::Result<Shared, SharingRefusal> {
    let mut team = TeamFile::open(file).map_err(SharingRefusal::Failed)?;
    let mut shared = Shared::default();
    let mut changes = Vec::new();
    for (field, own) in shared_of(page) {
        let given = team.texts(&field, own.is_list);
        let is_default = field.is_same(&own.texts, &field.default_texts(own.is_list));
        let has_it = given.as_ref().is_some_and(|it| field.is_same(it, &own.texts));
        if is_default && given.is_some() {
            shared.removed.push(own.unreal_name.clone());
            changes.push(NewLines { name: field.name, lines: Vec::new() });
        } else if !is_default && !has_it {
            shared.written.push(own.unreal_name.clone());
            changes.push(NewLines { name: field.name, lines: lines_of(&field, own) });
        }
    }
    if changes.is_empty() {
        return Ok(shared);
    }
    if is_read_only(file) {
        return Err(SharingRefusal::ReadOnly);
    }
    team.set(&changes);
    put(file, &team.bytes()).map_err(SharingRefusal::Failed)?;
    Ok(shared)
}

fn lines_of(field: &SharedField, own: &PageField) -> Vec<String> {
    let line = |(index, text): (usize, &String)| {
        // A plus adds only what is not there yet.
        let is_again = own.texts.iter().take(index).any(|it| it == text);
        let sign = match (own.is_list, is_again) {
            (false, _) => "",
            (true, false) => "+",
            (true, true) => ".",
        };
        format!("{sign}{}={}", field.name, field.in_file(text))
    };
    own.texts.iter().enumerate().map(line).collect()
}

/// A project need not have a folder for such files yet.
fn put(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| storage_error(folder, "cannot create the folder", &error))?;
    }
    OutputFile::put(file, Replacing::Files, Readers::Usual, bytes)
}
