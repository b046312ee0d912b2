//! What other programs did with the tools that are served to them.
//!
//! [`OutsideCalls`] is a file next to the journals, with a line for each step of a call, so that
//! the user can see afterwards who did what, and a call that crashed the program is named when it
//! starts again. [`Journaled`] writes it for any [`Overseer`](vibeue_tools::served::Overseer).

mod calls;
mod journaled;
mod line;
mod refusals;
mod run;

pub use calls::{CutOff, OutsideCalls};
pub use journaled::Journaled;

#[cfg(test)]
mod tests;
