//! What a conversation costs: counting, estimating, models, budgets.

mod budget;
pub mod exact;
pub mod models;
mod usage;

pub use budget::Budget;
pub use usage::Usage;
