//! The secret that a program has to present.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};
use vibeue_conversation::{Error, ErrorKind, Result};

/// The secret that a program has to present with each request: 32 random bytes, new with each start
/// and never stored.
#[derive(Clone)]
pub struct Token {
    text: String,
    hash: [u8; 32],
}

impl Token {
    /// Creates one.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the system gives no random bytes.
    pub fn random() -> Result<Self> {
        let text = random_text::<32>()?;
        let hash = Sha256::digest(text.as_bytes()).into();
        Ok(Self { text, hash })
    }

    /// The secret in letters and digits, for whoever is to use it.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// Returns whether it equals the presented one, in constant time.
    pub(super) fn is(&self, shown: &[u8]) -> bool {
        let shown: [u8; 32] = Sha256::digest(shown).into();
        let different = self.hash.iter().zip(shown).fold(0, |all, (ours, it)| all | (ours ^ it));
        std::hint::black_box(different) == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Random bytes, in hexadecimal digits.
pub(super) fn random_text<const BYTES: usize>() -> Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::getrandom(&mut bytes).map_err(|error| {
        Error::new(ErrorKind::Io, format!("the system provides no random bytes: {error}"))
    })?;
    let mut text = String::with_capacity(2 * BYTES);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_as_a_whole_alone_and_never_printed() {
        let token = Token::random().unwrap();
        let text = token.reveal().to_owned();
        assert_eq!(text.len(), 64);
        assert!(token.is(text.as_bytes()));
        assert!(!token.is(b"") && !token.is(&text.as_bytes()[..63]));
        assert!(!token.is(text.to_uppercase().as_bytes()));
        assert_ne!(Token::random().unwrap().reveal(), text);
        assert_eq!(format!("{token:?}"), "Token(…)");
    }
}
