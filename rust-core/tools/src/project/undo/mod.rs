//! What edits replaced, and restoring it.

mod change_set;
mod line;
mod restore;
mod store;

#[cfg(test)]
mod tests;

pub use change_set::{ChangeSet, FileChange};
pub(super) use restore::restore;
pub use restore::{FileLeft, Restored};
pub(super) use store::{ChangeStore, Intent};
