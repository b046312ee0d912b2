//! Calls and their results: which belong together, and what their ids are.
//!
//! Providers refuse one without the other, and each has its own rules for ids.
//! Everything that reads, writes, shortens or sends a conversation uses the
//! functions here.

mod call_ids;
mod check;
mod missing;
mod split;

pub use call_ids::{CallIds, IdForm};
pub(crate) use check::shown;
pub use check::{NO_RESULT, check_pairs};
pub use missing::{Missing, cut_off, never_began};
pub use split::{first_split_pair, same_pairs};
