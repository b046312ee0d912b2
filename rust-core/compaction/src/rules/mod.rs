//! The rule-based summary: made without a model, without a network, and the
//! same every time.
//!
//! It is a hand-over: what the person wants and forbids in their own words, then
//! what was said and found in its order, what is open, which files and assets
//! were touched, what tools gave that is still needed, and last the few values
//! that nothing before tells.
//!
//! `SummaryInput` gathers what the condensed messages hold, as lines with a
//! rank. Each line is a row of clauses, sentences or fields, and `Summary` is
//! the choice of clauses that is worth most for its tokens within a budget: a
//! clause is worth what its line is and what the facts in it are that nothing
//! chosen before tells. So nothing is told twice, and a line gives way in
//! parts. The text is line-oriented so that the next compaction can take it
//! apart again: what the model sees is all there is, whether it comes from a
//! journal or from a file.

mod carried_line;
mod changed_mind;
mod clause;
mod envelope;
mod fact_list;
mod line;
mod operation;
mod outstanding;
mod overruled;
mod pick;
mod price;
pub(crate) mod results;
mod section;
mod summary;
mod summary_draft;
mod summary_input;
mod worth;

pub use carried_line::{is_extracted, is_note};
pub use envelope::Envelope;
pub use line::{Line, one_line, rank};
pub use section::Section;
pub(crate) use summary::{Room, SMALLEST, Summary};
pub(crate) use summary_input::SummaryInput;
