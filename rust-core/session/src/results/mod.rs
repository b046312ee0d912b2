//! Complete tool results that are too long for a message, in files next to the journal.
//!
//! A message holds head and tail of such a result and names the file by its hash
//! ([`WholeText`](vibeue_conversation::WholeText)). The file is on the disk before the journal
//! names it: a crash leaves at most a file that nothing refers to, which is removed when the
//! conversation is next opened.

mod named;
mod result_files;

#[cfg(test)]
mod tests;

pub use named::kept_results;
pub(crate) use named::whole_texts;
pub use result_files::{MOST_KEPT_BYTES, ResultFiles};
