//! A code that cannot be guessed.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

/// A code that is generated for each request and that the data in it cannot
/// know: text that carries it was written by us. It consists of exactly twelve
/// digits, because tokenizers split digits singly or in threes: all codes cost
/// the same, so a count made with one is valid for the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nonce(u64);

impl Nonce {
    /// Generates a code from the system's randomness.
    pub(crate) fn new() -> Self {
        // The standard library seeds its hash keys from the operating system.
        Self(RandomState::new().hash_one("nonce"))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012}", self.0 % 1_000_000_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_tokens::Counter;
    use vibeue_tokens::exact::Encoding;

    #[test]
    fn no_two_codes_are_the_same_and_all_have_one_length() {
        let codes: std::collections::HashSet<String> =
            (0..1_000).map(|_| Nonce::new().to_string()).collect();
        assert_eq!(codes.len(), 1_000);
        assert!(codes.iter().all(|code| code.len() == 12));
        let o200k = Counter::for_encoding(Encoding::O200kBase);
        o200k.warm();
        assert!(codes.iter().all(|code| o200k.text(code).tokens == 4));
    }
}
