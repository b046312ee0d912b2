//! The files themselves.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::named::kept_results;
use crate::History;
use crate::files::{Draft, Place, open_to_read, resolved, storage_error};
use vibeue_conversation::{Error, ErrorKind, Message, Part, Result, WholeText};

/// The maximum number of bytes that the results of one conversation take in files.
pub const MOST_KEPT_BYTES: u64 = 512 * 1024 * 1024;

/// What is appended to the journal's name for the folder, and to the hash for a file.
const FOLDER: &str = ".results";
const FILE: &str = "txt";
/// The suffix of a draft that a killed program left.
const DRAFT: &str = ".vibeue-new";

/// The results of one conversation that are kept whole: a folder next to its journal, readable only
/// by its owner, that is created with the first of them. Only the holder of the journal's lock
/// writes there.
#[derive(Debug)]
pub struct ResultFiles {
    folder: PathBuf,
    most: u64,
}

impl ResultFiles {
    /// The result files of a journal, which need not exist. A link to the journal leads to the same
    /// ones.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the journal's folder does not exist.
    pub fn beside(journal: &Path) -> Result<Self> {
        Ok(Self { folder: Self::folder_of(&resolved(journal)?), most: MOST_KEPT_BYTES })
    }

    /// The folder of the results that belong to the journal of this name.
    pub fn folder_of(journal: &Path) -> PathBuf {
        let mut folder = journal.as_os_str().to_owned();
        folder.push(FOLDER);
        folder.into()
    }

    #[cfg(test)]
    pub(super) fn keeping(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Stores a text: when this returns, it is on the disk.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if the conversation already keeps [`MOST_KEPT_BYTES`],
    /// [`ErrorKind::Io`] if the system refuses.
    pub fn keep(&self, text: &str) -> Result<WholeText> {
        let whole = WholeText { sha256: hash(text.as_bytes()), bytes: text.len() as u64 };
        if self.read(&whole).is_ok() {
            return Ok(whole);
        }
        if self.bytes().saturating_add(whole.bytes) > self.most {
            let most = self.most / (1024 * 1024);
            let what = format!(
                "the conversation already keeps {most} MiB of long results, which is the limit"
            );
            return Err(Error::new(ErrorKind::Input, what).hint("begin a new conversation"));
        }
        self.make_folder()?;
        let mut draft = Draft::begin(&self.path_of(&whole)?, Draft::PRIVATE)?;
        draft.write(text.as_bytes())?;
        // A damaged file may be in its place.
        draft.finish(Place::Taken, true)?;
        Ok(whole)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if its file is missing or cannot be read, [`ErrorKind::Input`] if its
    /// content has changed.
    pub fn read(&self, whole: &WholeText) -> Result<String> {
        let path = self.path_of(whole)?;
        let file = open_to_read(&path).map_err(|error| {
            error.hint("restore the folder that was next to the journal, if you have a copy of it")
        })?;
        let mut bytes = Vec::new();
        file.take(whole.bytes.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| storage_error(&path, "cannot read the file", &error))?;
        let is_it = bytes.len() as u64 == whole.bytes && hash(&bytes) == whole.sha256;
        match String::from_utf8(bytes) {
            Ok(text) if is_it => Ok(text),
            _ => Err(Error::new(ErrorKind::Input, "the file has changed since it was saved")
                .at(path.display().to_string())
                .hint("restore it from a copy")),
        }
    }

    /// Removes files that the conversation does not name, which a crash left between writing a file
    /// and naming it.
    pub fn tidy(&self, history: &History) {
        let named: HashSet<&str> = kept_results(history).map(|(_, whole)| &*whole.sha256).collect();
        for path in self.files() {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !named.contains(stem) {
                let shown = path.display();
                tracing::info!(target: "vibeue::session", "{shown}: removed, nothing refers to it");
                if let Err(error) = fs::remove_file(&path) {
                    tracing::warn!(target: "vibeue::session", "{shown}: cannot be removed: {error}");
                }
            }
        }
        // A folder that is not empty stays.
        let _ = fs::remove_dir(&self.folder);
    }

    /// Copies the files that a conversation names to the folder of another journal of it; returns
    /// in words what could not be copied.
    pub fn carry(&self, history: &History, to: &Self) -> Vec<String> {
        let mut done = HashSet::new();
        let mut lost = Vec::new();
        for (id, whole) in kept_results(history) {
            if done.insert(&whole.sha256)
                && let Err(error) = self.read(whole).and_then(|text| to.keep(&text))
            {
                lost.push(format!("the whole result of {id} is not carried over: {error}"));
            }
        }
        lost
    }

    /// Replaces heads and tails by the whole texts; returns a message for each
    /// that could not be.
    pub fn fill(&self, messages: &mut [Message]) -> Vec<String> {
        let mut lost = Vec::new();
        for message in messages {
            let id = message.id;
            for part in &mut message.parts {
                let Part::ToolResult(result) = part else { continue };
                let Some(whole) = result.whole.take() else { continue };
                match self.read(&whole) {
                    Ok(text) => {
                        result.parts.retain(|part| !matches!(part, Part::Text { .. }));
                        result.parts.insert(0, Part::text(text));
                    }
                    Err(error) => lost.push(format!("only head and tail of {id}: {error}")),
                }
            }
        }
        lost
    }

    /// Their total size in bytes.
    fn bytes(&self) -> u64 {
        self.files().iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum()
    }

    /// The files in the folder that this program created.
    fn files(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let ours = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let whole = name.strip_suffix(DRAFT).unwrap_or(name).trim_start_matches('.');
            whole.strip_suffix(FILE).and_then(|it| it.strip_suffix('.')).is_some_and(is_hash)
        };
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(ours).collect()
    }

    fn path_of(&self, whole: &WholeText) -> Result<PathBuf> {
        // It was read from a journal, so it may be any text.
        if is_hash(&whole.sha256) {
            return Ok(self.folder.join(format!("{}.{FILE}", whole.sha256)));
        }
        let what = "the journal refers to a long result by something that is not a hash";
        Err(Error::new(ErrorKind::Input, what))
    }

    fn make_folder(&self) -> Result<()> {
        #[cfg_attr(not(unix), allow(unused_mut, reason = "only Unix has modes"))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        match builder.create(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && self.folder.is_dir() => {
                Ok(())
            }
            made => made.map_err(|error| {
                storage_error(&self.folder, "the folder cannot be created", &error)
            }),
        }
    }
}

/// The hash of some bytes, as a file name.
fn hash(bytes: &[u8]) -> Box<str> {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it))
}
