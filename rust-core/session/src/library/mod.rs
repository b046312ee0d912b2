//! The conversations of one folder: which there are, what they are called,
//! and where one is written to.
//!
//! A conversation is one journal, `<id>.jsonl`. Every host asks here, so that
//! a list, a title bar and "open the last one again" never differ.

mod entry;
mod export;
mod export_place;
mod folder;
mod markdown;
mod title;

pub use entry::LibraryEntry;
pub use export::{Export, ExportForm, Exported};
pub use folder::Library;
pub use title::{first_words, title_of};
