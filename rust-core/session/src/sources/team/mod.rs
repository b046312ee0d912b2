//! What a team shares of an editor's settings, in a file of its project.
//!
//! The editor reads `Config/DefaultEditorPerProjectUserSettings.ini` of the
//! project below the user's own file, so what the team's file says holds until
//! the user saves another value. But the editor saves a page as a whole: whoever
//! once changed a single field has a line of their own for each, and a value that
//! the team shares later would reach nobody. So the host keeps, with the values
//! that it saves, a memory of what the team's file gave then. What still has the
//! value of that time was not changed by the user, and takes the team's newer one
//! ([`TeamValues::take`]).
//!
//! Nothing of a connection is shared, nothing that is secret or names something
//! of the user's machine, and no permission: a click of one user must not allow
//! anything on the machines of others ([`shared_settings`]).

mod field;
mod file;
mod quoting;
mod sharing;
mod values;

#[cfg(test)]
mod tests;

pub use field::{PageField, shared_settings};
pub(super) use quoting::unquoted;
pub use sharing::{Shared, SharingRefusal, share};
pub use values::TeamValues;
