//! The pieces of which the program's output is made.

mod civil_time;
mod printable;
mod sparkline;
pub(crate) mod style;
mod table;
mod token_bar;

pub(crate) use civil_time::CivilTime;
pub(crate) use printable::Printable;
pub(crate) use sparkline::Sparkline;
pub(crate) use table::{Align, Table};
pub(crate) use token_bar::TokenBar;

/// Writes a number with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Writes a count with its noun: `1 message`, `2 messages`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The share of a whole in percent; all of nothing is 100.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 999, 1_000, 103_000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "103,000", "1,234,567"]
        );
        assert_eq!(counted(1, "message"), "1 message");
        assert_eq!(counted(1_200, "message"), "1,200 messages");
    }
}
