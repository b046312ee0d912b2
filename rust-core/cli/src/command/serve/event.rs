//! What happens while tools are served.

use std::sync::mpsc::Sender;

use vibeue_core::tools::served::{Question, Report};
use vibeue_core::tools::{Approval, Stop};

use crate::failure::Ending;

/// What the thread that owns the terminal receives.
pub(super) enum Event {
    /// A call needs an answer.
    Ask(Box<Question>, Stop, Sender<Approval>),
    /// A call ended.
    Ended(Box<Report>),
    /// A line was typed; `None` at the end of the input.
    Typed(Option<String>),
    /// Ctrl-C.
    Interrupted,
    /// A signal ends the program.
    #[cfg_attr(not(unix), allow(dead_code, reason = "no signal says so there"))]
    Ending(Ending),
}
