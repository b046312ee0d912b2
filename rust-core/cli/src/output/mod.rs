//! The pieces that make up the program's output.

mod civil_time;
mod columns;
mod printable;
mod replacing;
mod span;
mod sparkline;
pub(crate) mod style;
mod table;
mod token_bar;

pub(crate) use civil_time::CivilTime;
pub(crate) use columns::{columns, error_columns, wrapped};
pub(crate) use printable::Printable;
pub(crate) use replacing::replacing;
pub(crate) use span::span;
pub(crate) use sparkline::Sparkline;
pub(crate) use table::{Align, Table};
pub(crate) use token_bar::TokenBar;
pub(crate) use vibeue_core::tokens::{counted, grouped};

/// The share of a whole in percent; all of nothing is 100.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}
