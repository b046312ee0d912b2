//! Numbers of tokens as the user types them.

/// The maximum number of tokens that a window or reserve may have: a thousand times the largest
/// window on the market.
const MOST_TOKENS: u64 = 1_000_000_000;

/// Reads a number of tokens: `16000`, `16_000`, `16k`, `1m`.
///
/// # Errors
/// What is wrong and what would be correct, in words for the user.
pub fn tokens(text: &str) -> Result<u64, String> {
    let wanted = "use a whole number such as 16000, 16k or 1m";
    let (digits, unit) = match text.trim().char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&text.trim()[..at], 1_000),
        Some((at, 'm' | 'M')) => (&text.trim()[..at], 1_000_000),
        _ => (text.trim(), 1),
    };
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("not a number of tokens; {wanted}"));
    }
    plain
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(unit))
        .filter(|tokens| *tokens <= MOST_TOKENS)
        .ok_or_else(|| "more than 1,000,000,000 tokens; no model has such a window".to_owned())
}

/// Reads a number of tokens, which must be at least one.
///
/// # Errors
/// As for [`tokens`].
pub fn some_tokens(text: &str) -> Result<u64, String> {
    match tokens(text)? {
        0 => Err("a window of 0 tokens can hold nothing; use for example 128000".to_owned()),
        tokens => Ok(tokens),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_may_be_written_in_thousands_and_millions() {
        assert_eq!(tokens("16000"), Ok(16_000));
        assert_eq!(tokens(" 16_000 "), Ok(16_000));
        assert_eq!(tokens("16k"), Ok(16_000));
        assert_eq!(tokens("1M"), Ok(1_000_000));
        assert_eq!(tokens("0"), Ok(0));
        assert_eq!(some_tokens("1"), Ok(1));
    }

    #[test]
    fn what_is_not_a_number_of_tokens_is_refused() {
        for text in ["", "k", "-5", "+5", "NaN", "inf", "1e9", "1.5k", "0x10", "٣", "16 k 2"] {
            assert!(tokens(text).is_err(), "{text}");
        }
        for text in ["1000000001", "99999999999999999999", "99999999999999999999m", "1001m"] {
            assert!(tokens(text).unwrap_err().starts_with("more than"), "{text}");
        }
        assert!(some_tokens("0").is_err());
    }
}
