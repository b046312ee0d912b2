//! What images cost: computed from their dimensions, never from their base64.

mod base64_head;
mod formula;
mod size;

pub use formula::ImageFormula;
pub use size::ImageSize;
