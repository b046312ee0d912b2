//! Identifies a file's content.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// How many digits of a hash are shown; texts that agree in them by accident are practically
/// impossible.
const SHOWN: usize = 16;
/// The fewest digits by which a hash may be named.
const FEWEST: usize = 8;

/// The SHA-256 of a file's bytes, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileHash(String);

impl FileHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let digits = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        Self(digits)
    }

    /// All digits.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Returns whether these are its first digits; at least eight, with or without `sha256:` before
    /// them.
    pub fn is_named(&self, digits: &str) -> bool {
        let digits = digits.trim().to_ascii_lowercase();
        let digits = digits.strip_prefix("sha256:").unwrap_or(&digits);
        digits.len() >= FEWEST && self.0.starts_with(digits)
    }
}

/// Its first digits, as shown to the model.
impl fmt::Display for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get(..SHOWN).unwrap_or(&self.0))
    }
}

impl fmt::Debug for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_named_by_its_first_digits() {
        let hash = FileHash::of(b"abc");
        assert_eq!(hash.to_string(), "ba7816bf8f01cfea");
        assert_eq!(hash.digits().len(), 64);
        for named in ["ba7816bf", " SHA256:BA7816BF8F01CFEA ", hash.digits()] {
            assert!(hash.is_named(named), "{named}");
        }
        for other in ["", "ba7816b", "sha256:", "ba7816be", "ba7816bf8f01cfeb"] {
            assert!(!hash.is_named(other), "{other}");
        }
    }
}
