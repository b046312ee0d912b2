//! Calls and their results: which belong together, and what they are called.
//!
//! Providers refuse one without the other, and each has its own rules for the
//! ids. All that read, write, shorten or send a conversation ask here.

mod call_ids;
mod check;
mod split;

pub use call_ids::{CallIds, IdForm};
pub(crate) use check::shown;
pub use check::{NO_RESULT, check_pairs};
pub use split::{first_split_pair, same_pairs};
