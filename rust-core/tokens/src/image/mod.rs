//! What images cost: by their dimensions, never by their base64.

mod base64_head;
mod formula;
mod size;

pub use formula::ImageFormula;
pub use size::ImageSize;
