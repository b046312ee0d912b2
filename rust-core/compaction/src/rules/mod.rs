//! The rule-based summary: written without a model or a network, and the same
//! every time.
//!
//! It is a hand-over: what the user wants and forbids, in their own words; then
//! what was said and found, in order; what is open; which files and assets were
//! touched; which tool results are still needed; and last the few values that
//! nothing before mentions.
//!
//! `SummaryInput` collects what the condensed messages contain, as ranked
//! lines. Each line is a row of clauses (sentences or fields), and `Summary` is
//! the choice of clauses within a budget that is worth most for its tokens. A
//! clause is worth what its line is worth plus the facts in it that no clause
//! chosen before contains. So nothing is said twice, and lines shrink in parts.
//! The text is line-oriented so that the next compaction can split it again:
//! what the model sees is all there is, whether it comes from a journal or from
//! a file.

mod asked;
mod calculated;
mod carried_line;
mod changed_mind;
mod clause;
mod deeds;
mod envelope;
mod fact_list;
mod informative;
mod intent;
mod line;
mod mangled;
mod operation;
mod outstanding;
mod overruled;
mod pick;
mod price;
pub(crate) mod results;
mod section;
mod spoken_words;
mod summary;
mod summary_draft;
mod summary_input;
mod worth;

pub(crate) use calculated::Calculated;
pub(crate) use carried_line::{KEPT_LIST, KEPT_SENTENCE};
pub use carried_line::{is_extracted, is_note};
pub(crate) use deeds::Deeds;
pub use envelope::Envelope;
pub use line::{Line, one_line, rank};
pub use section::Section;
pub(crate) use summary::{Room, SMALLEST, Summary};
pub(crate) use summary_input::SummaryInput;
