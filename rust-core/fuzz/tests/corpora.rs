//! The committed corpora, without a fuzzer: what was found once stays fixed.

use std::fs;
use std::path::Path;

/// Hands every file of a corpus to its target.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        let data = fs::read(&file).expect("a readable file");
        println!("{}", file.display());
        target(&data);
    }
}

#[test]
fn the_corpus_of_transcripts_holds() {
    replay("transcripts", vibeue_fuzz::transcripts);
}

#[test]
fn the_corpus_of_journals_holds() {
    replay("journal", vibeue_fuzz::journal);
}

#[test]
fn the_corpus_of_streams_holds() {
    replay("sse", vibeue_fuzz::sse);
}

#[test]
fn the_corpus_of_settings_holds() {
    replay("settings", vibeue_fuzz::settings);
}

#[test]
fn the_corpus_of_headers_holds() {
    replay("header_tool", vibeue_fuzz::header_tool);
}

#[test]
fn the_corpus_of_markdown_holds() {
    replay("markdown", vibeue_fuzz::markdown);
}

#[test]
fn the_corpus_of_compactions_holds() {
    replay("compaction", vibeue_fuzz::compaction);
}
