//! What goes over the wire, decided before the first byte is sent.

mod apply;
mod error_body;
mod overflow;
#[expect(clippy::module_inception, reason = "the file holds the type of that name")]
mod plan;

pub(crate) use apply::{answer_plan, violation};
pub use error_body::error_body;
pub(crate) use error_body::{Refusal, refusal_plan};
pub(crate) use overflow::overflow_plan;
pub(crate) use plan::{Framing, Op, Plan};
