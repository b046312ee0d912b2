//! Digests: one line that represents a tool round, written only by rules.
//!
//! [`digest()`] writes what was asked and how it went, in fields that depend on
//! the tool's family ([`ToolFamily`]); errors keep their codes and places.
//! [`placeholder()`] replaces a pruned result with its digest and the id of the
//! archived message.

pub(crate) mod arguments;
mod cut;
#[expect(clippy::module_inception, reason = "the file is named as its one function")]
mod digest;
pub(crate) mod family;
mod fields;
mod hits;
mod json_value;
mod judge;
mod line;
mod listing;
mod neutral;
mod options;
pub(crate) mod outcome;
mod partial;
mod placeholder;
mod places;
mod readings;
mod source;
mod subject;
mod table;

pub use digest::digest;
pub use digest::verdict;
pub(crate) use digest::{Known, digest_knowing, verdict_with};
pub use family::ToolFamily;
pub(crate) use judge::{CallAddress, Judge, Judgement};
pub(crate) use line::is_one_line;
pub use neutral::{break_tags, neutralize};
pub use options::DigestOptions;
pub(crate) use placeholder::placeholder_knowing;
pub use placeholder::{archived_id, is_placeholder, placeholder};
pub(crate) use subject::Subject;
