//! What a conversation costs: counting, estimating, models, budgets.

pub mod exact;
pub mod models;

mod budget;
mod usage;

pub use budget::Budget;
pub use usage::Usage;
