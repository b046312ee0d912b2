//! What a bug report needs, and nothing that the user would not show.
//!
//! Pure: the host says what it knows of itself, its system, its settings and
//! its log; [`BugReport`] makes a text of it that can be sent to strangers.
//! Of a conversation only its [`JournalShape`](crate::journal::JournalShape) is in it: how many, how large,
//! in which order, and not a word that anybody said.

mod discretion;
mod report;

pub use discretion::Discretion;
pub use report::{BugReport, Fact, SettingFact};
pub use secrecy::SecretString;
