//! The conversations of one folder: their list, their titles and their files.
//!
//! A conversation is one journal, `<id>.jsonl`. Every host uses this module, so that a list, a
//! title bar and "reopen the last one" never differ.

mod catalogue;
mod drafts;
mod entry;
mod export;
mod export_file;
mod export_place;
mod folder;
mod import;
mod index;
mod labelling;
mod labels;
mod markdown;
mod naming;
mod prompts;
mod search;
mod title;
mod trash;
mod usage;
mod words;

pub use catalogue::Catalogue;
pub(crate) use drafts::{DraftClaim, FIRST as FIRST_DRAFT};
pub use entry::LibraryEntry;
pub use export::{Export, ExportForm, Exported};
pub use export_file::{ExportedFile, FileForm, WrittenFile};
pub use folder::Library;
pub use import::Imported;
pub use index::Speaker;
pub use labels::Labels;
pub(crate) use markdown::write_some;
pub(crate) use prompts::words as prompt_words;
pub use search::{SearchHit, SearchPlace, SearchResult};
pub use title::{first_words, title_of};
pub use trash::TrashEntry;
pub(crate) use usage::civil;
pub use usage::{LibraryUsage, Month};
