//! Conversations as Markdown, which can be read and imported again.
//!
//! A rendered page shows a heading for each message, and calls and results as code. HTML comments,
//! which no page shows, mark where each message and each of its parts begins, so that no text can
//! be mistaken for a heading ([`mark`]).

mod block;
mod heading;
mod is_export;
mod mark;
mod marked;
mod notes;
mod placeholder;
mod read;
#[cfg(test)]
mod said;
mod selection;
mod summary;
mod talk;
#[cfg(test)]
mod tests;
mod unanswered;
mod unmarked;
mod write;

pub(super) use is_export::is_meant_as_export;
pub(super) use read::read;
pub(crate) use selection::write_some;
pub(super) use write::write;
