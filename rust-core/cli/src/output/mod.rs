//! The pieces of which the program's output is made.

mod civil_time;
mod columns;
mod printable;
mod sparkline;
pub(crate) mod style;
mod table;
mod token_bar;

pub(crate) use civil_time::CivilTime;
pub(crate) use columns::{columns, error_columns, wrapped};
pub(crate) use printable::Printable;
pub(crate) use sparkline::Sparkline;
pub(crate) use table::{Align, Table};
pub(crate) use token_bar::TokenBar;
pub(crate) use vibeue_core::tokens::grouped;

/// Writes a count with its noun: `1 message`, `2 messages`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The share of a whole in percent; all of nothing is 100.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}
