//! What a bug report needs, without anything private.
//!
//! Pure: the host supplies what it knows about itself, its system, its settings and its log;
//! [`BugReport`] turns that into a text that can be sent to strangers. It contains only the
//! [`JournalShape`](crate::journal::JournalShape) of a conversation: numbers, sizes and order, but
//! not a word that was said.

mod discretion;
mod report;

pub use discretion::Discretion;
pub use report::{BugReport, Fact, SettingFact};
pub use secrecy::SecretString;
