//! What the server shall do: answers, faults, rules and how it presents
//! itself.

mod answer;
mod error_kind;
mod fault;
mod flavour;
#[expect(clippy::module_inception, reason = "the file holds the type of that name")]
mod script;
mod step;

pub use answer::{Answer, Call, Stop, Usage};
pub use error_kind::ErrorKind;
pub use fault::{Fault, OverflowWording, RetryAfter};
pub use flavour::{Flavour, Model};
pub use script::Script;
pub use step::{Rule, Step};
