//! Proof that the program that ends a sign-in is the one that began it (RFC
//! 7636).

use sha2::{Digest as _, Sha256};

/// The secrets of one sign-in.
pub(super) struct Proof {
    /// Known only to this program until the end.
    pub(super) verifier: String,
    /// Returned in the redirect.
    pub(super) state: String,
}

impl Proof {
    /// Creates new ones.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub(super) fn new() -> Result<Self, String> {
        Ok(Self { verifier: random()?, state: random()? })
    }

    /// The challenge derived from the verifier, which is sent at the beginning.
    pub(super) fn challenge(&self) -> String {
        base64url(&Sha256::digest(self.verifier.as_bytes()))
    }
}

fn random() -> Result<String, String> {
    let mut bytes = [0; 32];
    getrandom::getrandom(&mut bytes)
        .map_err(|_| "the system provides no random numbers".to_owned())?;
    Ok(base64url(&bytes))
}

/// URL-safe base64, without padding.
fn base64url(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..=three.len() {
            let sign = (bits >> (18 - 6 * at)) & 63;
            text.push(char::from(SIGNS[sign as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_the_one_of_the_standards_example() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned();
        let proof = Proof { verifier, state: String::new() };
        assert_eq!(proof.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert_eq!(base64url(b""), "");
        assert_eq!((base64url(b"f"), base64url(b"fo")), ("Zg".to_owned(), "Zm8".to_owned()));
    }

    #[test]
    fn every_sign_in_has_secrets_of_its_own() {
        let (one, other) = (Proof::new().unwrap(), Proof::new().unwrap());
        let all = [&one.verifier, &one.state, &other.verifier, &other.state];
        assert!(all.iter().all(|text| text.len() == 43));
        let different: std::collections::BTreeSet<_> = all.into_iter().collect();
        assert_eq!(different.len(), 4);
    }
}
