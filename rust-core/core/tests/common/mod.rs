//! What several test files share.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "test files use different parts; tests may fail by panic and say what they skip"
)]

pub mod judge;

use std::path::PathBuf;

use vibeue_core::compaction::{Measure, texts_of};
use vibeue_core::conversation::transcript::{ReadOptions, read};
use vibeue_core::conversation::{Conversation, Message};
use vibeue_core::tokens::exact::{Bpe, Encoding};

/// Counts as a request in o200k_base does, without the finer points of
/// names and images.
pub struct Exact(&'static Bpe);

impl Exact {
    pub fn new() -> Self {
        Self(Encoding::O200kBase.bpe())
    }
}

impl Measure for Exact {
    fn text(&self, text: &str) -> u64 {
        self.0.count(text) as u64
    }

    fn message(&self, message: &Message) -> u64 {
        3 + texts_of(message).iter().map(|text| self.text(text)).sum::<u64>()
    }
}

/// The real conversations next to the repository, if they are there, by name.
pub fn shared_transcripts() -> Vec<(String, Conversation)> {
    let shared = std::env::var_os("VIBEUE_SHARED").map(PathBuf::from).or_else(|| {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        here.ancestors().map(|up| up.join("shared")).find(|path| path.join("data").is_dir())
    });
    let Some(folder) = shared.map(|path| path.join("data/transcripts")) else {
        eprintln!("SKIPPED: no ../shared beside the repository and VIBEUE_SHARED is not set");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files
        .iter()
        .map(|file| (file.file_stem().unwrap().to_string_lossy().into_owned(), load(file)))
        .collect()
}

/// The conversation that ships with the project.
pub fn sample() -> Conversation {
    load(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/blueprint-door.json"))
}

/// Reads a conversation from a file.
pub fn load(file: &std::path::Path) -> Conversation {
    let options = ReadOptions { name: file.display().to_string(), ..ReadOptions::default() };
    read(&std::fs::read(file).unwrap(), &options).unwrap().conversation
}
