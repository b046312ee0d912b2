//! The rule-based summary: made without a model, without a network, and the
//! same every time.
//!
//! [`Material`] gathers what the condensed messages hold, as lines with a
//! rank; [`Summary`] is the best of them within a token budget, in eight
//! sections, with the facts that no line holds in a ledger at the end. The
//! text is line-oriented so that the next compaction can take it apart again:
//! what the model sees is all there is, whether it comes from a journal or
//! from a file.

mod carried_line;
mod envelope;
mod fact_list;
mod line;
mod material;
mod operation;
mod outstanding;
mod overruled;
mod page;
mod section;
mod summary;

pub(crate) use carried_line::{is_extracted, is_note};
pub(crate) use envelope::Envelope;
pub(crate) use line::{Line, one_line, rank};
pub(crate) use material::Material;
pub use section::Section;
pub(crate) use summary::{Room, SMALLEST, Summary};
