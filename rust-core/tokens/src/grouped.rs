//! Formats token counts for readers.

/// Writes a number with thousands separators: `103,000`.
pub fn grouped(number: u64) -> String {
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
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
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
    }

    #[test]
    fn one_of_a_thing_is_not_several() {
        let said = [0, 1, 2, 1_000].map(|number| counted(number, "message"));
        assert_eq!(said, ["0 messages", "1 message", "2 messages", "1,000 messages"]);
    }
}
