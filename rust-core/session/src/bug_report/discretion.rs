//! Removes what must not be sent to strangers.

use std::borrow::Cow;

use secrecy::SecretString;

use vibeue_provider::http::Redactor;

/// What replaces a word that may be a secret.
const LEFT_OUT: &str = "[left out]";

/// A random-looking word of this many letters and digits is taken for a secret.
const LONG: usize = 20;

/// The longest line, in characters.
const LONGEST: usize = 500;

/// Words of names that hold secrets, as environments and settings spell them.
const WORDS: [&str; 6] = ["key", "token", "auth", "cookie", "pat", "pass"];

/// Parts of such names, if they are written as one word.
const PARTS: [&str; 6] = ["apikey", "secret", "password", "passwd", "passphrase", "credential"];

/// Removes secrets from lines: known ones, what looks like one, what an address has before its host
/// and after its path, and the name of the user's home folder.
#[derive(Debug, Clone, Default)]
pub struct Discretion {
    redactor: Redactor,
    /// The user's home folder, in every spelling that paths have.
    home: Vec<String>,
}

impl Discretion {
    /// Redacts these secrets, wherever they come from, and the user's home folder, if there is one.
    pub fn new(secrets: impl IntoIterator<Item = SecretString>, home: Option<&str>) -> Self {
        let home = home.map(|home| home.trim_end_matches(['/', '\\'])).filter(|it| it.len() > 1);
        let spellings = |home: &str| {
            let mut all = vec![
                home.replace('\\', "\\\\"),
                home.replace('\\', "/"),
                home.replace('/', "\\"),
                home.to_owned(),
            ];
            all.dedup();
            all
        };
        Self { redactor: Redactor::new(secrets), home: home.map(spellings).unwrap_or_default() }
    }

    /// Returns whether a variable or a setting of this name holds a secret.
    pub fn names_secret(name: &str) -> bool {
        let name = name.to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        // The name of a variable is not what it holds.
        !name.ends_with("key_env")
            && (words.any(|word| WORDS.contains(&word))
                || PARTS.iter().any(|part| name.contains(part)))
    }

    /// Returns a text on one line, without what must not be shown.
    pub fn line(&self, text: &str) -> String {
        let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut text = self.redactor.redact(&flat).into_owned();
        for home in &self.home {
            if text.contains(home.as_str()) {
                text = text.replace(home.as_str(), "~");
            }
        }
        let text = without_lots(&bare_addresses(&text)).into_owned();
        if text.chars().count() <= LONGEST {
            return text;
        }
        text.chars().take(LONGEST).chain("…".chars()).collect()
    }
}

/// Removes from addresses what may grant access: names and passwords before the host, and queries
/// and fragments after the path.
fn bare_addresses(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let begin = at + "://".len();
        out.push_str(&rest[..begin]);
        rest = &rest[begin..];
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | ')' | '`');
        let address = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let behind = &rest[address.len()..];
        let (place, extra) = address.split_at(address.find(['?', '#']).unwrap_or(address.len()));
        let (authority, path) = place.split_at(place.find('/').unwrap_or(place.len()));
        // A password may contain an @, too.
        match authority.rsplit_once('@') {
            Some((_, host)) => out.push_str(&format!("{LEFT_OUT}@{host}")),
            None => out.push_str(authority),
        }
        out.push_str(path);
        if !extra.is_empty() {
            out.push_str(&extra[..1]);
            out.push_str(LEFT_OUT);
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Removes random-looking words. Now and then that costs a report a checksum, but keys of unknown
/// kinds do not get through.
fn without_lots(text: &str) -> Cow<'_, str> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '=');
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
        let word = &rest[..length];
        if drawn_by_lot(word) {
            out.push_str(&text[copied..at]);
            out.push_str(LEFT_OUT);
            copied = at + length;
        }
        at += length;
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

fn drawn_by_lot(word: &str) -> bool {
    if word.len() < LONG {
        return false;
    }
    let count = |kind: fn(&u8) -> bool| word.bytes().filter(kind).count();
    let digits = count(u8::is_ascii_digit);
    let letters = count(u8::is_ascii_alphabetic);
    let bytes = word.as_bytes();
    let turns = bytes.windows(2).filter(|pair| {
        pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()
            || pair[0].is_ascii_uppercase() && pair[1].is_ascii_lowercase()
    });
    // Names of types are long, too, but have no digits and few capitals; numbers have no letters.
    letters >= 3 && (digits >= 1 || 3 * turns.count() > word.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discreet(text: &str) -> String {
        let secrets = ["hunter2", "correct horse battery", "p@ss/wörd"];
        let secrets = secrets.map(|it| SecretString::from(it.to_owned()));
        Discretion::new(secrets, Some("/home/anna/")).line(text)
    }

    #[test]
    fn no_secret_of_any_kind_gets_through() {
        for (text, secret) in [
            ("password is hunter2.", "hunter2"),
            ("it said correct horse battery twice", "horse"),
            ("p@ss/wörd", "wörd"),
            ("Authorization: Bearer abc.def", "abc.def"),
            ("{\"api_key\": \"short-one\"}", "short-one"),
            ("sk-proj-0123456789abcdefghij", "0123456789"),
            ("xoxb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx", "AbCdEfGhIj"),
            ("glpat-aB3dE6gH9jK2mN5pQ8sT", "aB3dE6gH9"),
            ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_0123456789"),
            ("AKIAIOSFODNN7EXAMPLE", "IOSFODNN7"),
            ("wJalrXUtnFEMI/K7MDENG1234/bPxRfiCY0123EXAMPLEKEY", "bPxRfiCY0123EXAMPLEKEY"),
            (
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
                "dozjgNryP4J3",
            ),
            ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7", "MIIEvQIBADANBg"),
            ("at https://anna:secret@models.example/v1", "secret"),
            ("at https://anna:s@cret@models.example/v1", "cret"),
            ("at https://models.example/v1?sig=tiny#frag", "tiny"),
            ("/home/anna/Projects/Door", "anna"),
            ("\\home\\anna\\Projects", "anna"),
        ] {
            let shown = discreet(text);
            assert!(!shown.contains(secret), "{text} gave {shown}");
        }
    }

    #[test]
    fn what_a_reader_needs_stays() {
        for text in [
            "https://models.example:8443/v1/chat",
            "claude-sonnet-4-5-20250929",
            "window 128000, reserve 4096, used 99431",
            "vibeue::session: the server found the request too long class=ContextLengthExceeded",
            "UVibeUEConversationSummarizationSettings",
            "12345678901234567890123",
            "Linux 6.1.0-18-amd64 x86_64",
        ] {
            assert_eq!(discreet(text), text);
        }
        assert_eq!(discreet("/home/anna/Door.jsonl:7\n\u{1b}[1m"), "~/Door.jsonl:7  [1m");
    }

    #[test]
    fn a_line_is_bounded() {
        assert_eq!(discreet(&"ab ".repeat(1_000)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn names_of_secrets_are_known_in_every_spelling() {
        for name in ["OPENAI_API_KEY", "GITHUB_TOKEN", "PGPASSWORD", "AWS_SECRET_ACCESS", "Cookie"]
        {
            assert!(Discretion::names_secret(name), "{name}");
        }
        for name in ["key_env", "VIBEUE_KEY_ENV", "PATH", "summary_max_tokens", "model"] {
            assert!(!Discretion::names_secret(name), "{name}");
        }
    }
}
