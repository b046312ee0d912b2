//! Removes secrets from texts that are shown or logged.

use std::borrow::Cow;
use std::fmt;

use memchr::memmem;
use secrecy::{ExposeSecret, SecretString};

/// What replaces a secret.
const REDACTED: &str = "[key]";

/// Prefixes of tokens that are keys wherever they occur, and the shortest
/// length of such a token.
const TOKENS: [(&str, usize); 12] = [
    ("sk-", 12),
    ("AIza", 20),
    ("gsk_", 12),
    ("xai-", 12),
    ("hf_", 12),
    ("ghp_", 12),
    ("github_pat_", 20),
    ("pplx-", 12),
    ("r8_", 12),
    ("ya29.", 12),
    ("AKIA", 16),
    ("eyJhbGciOi", 20),
];

/// Words that are followed by a secret: in a header, a query or JSON.
const NAMES: [&str; 12] = [
    "authorization",
    "x-api-key",
    "x-goog-api-key",
    "api-key",
    "api_key",
    "apikey",
    "_token",
    "set-cookie",
    "cookie",
    "client_secret",
    "password",
    "?key",
];

/// Removes secrets from texts: an endpoint's own wherever they occur, and
/// whatever looks like one.
#[derive(Clone, Default)]
pub struct Redactor {
    secrets: Vec<SecretString>,
}

impl Redactor {
    /// Creates a redactor for these secrets.
    pub fn new(secrets: impl IntoIterator<Item = SecretString>) -> Self {
        let mut known = Vec::new();
        for secret in secrets {
            // As it is written in a URL, and in unparsed JSON.
            let text = secret.expose_secret();
            let quoted = serde_json::Value::from(text).to_string();
            let mut forms = vec![
                percent_encoded(text),
                quoted[1..quoted.len() - 1].to_owned(),
                text.replace('/', "\\/"),
            ];
            forms.retain(|form| form != text);
            known.extend(forms.into_iter().map(SecretString::from));
            known.push(secret);
        }
        // A secret that contains another is replaced first.
        known.sort_by_key(|secret: &SecretString| std::cmp::Reverse(secret.expose_secret().len()));
        Self { secrets: known }
    }

    /// Returns the text without secrets.
    pub fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(text);
        for secret in &self.secrets {
            if let Some(replaced) = without_secret(&text, secret.expose_secret()) {
                text = Cow::Owned(replaced);
            }
        }
        match without_patterns(&text) {
            Some(replaced) => Cow::Owned(replaced),
            None => text,
        }
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redactor({} secrets)", self.secrets.len())
    }
}

/// A key of fewer bytes is a placeholder such as `none` that local servers accept: it is removed
/// only if it is a word of its own.
const REAL: usize = 8;

/// A prefix of a longer key with this many bytes counts as the key: an error
/// that was cut to what it can show may contain no more of it.
const PART: usize = 12;

fn without_secret(text: &str, secret: &str) -> Option<String> {
    if secret.is_empty() {
        return None;
    }
    let mut out = String::new();
    let mut copied = 0;
    let part = &secret.as_bytes()[..secret.len().min(PART)];
    for at in memmem::find_iter(text.as_bytes(), part) {
        if at < copied {
            continue;
        }
        let same = |(here, key): &(u8, u8)| here == key;
        let length =
            text.as_bytes()[at..].iter().copied().zip(secret.bytes()).take_while(same).count();
        let Some(end) = (at + length..text.len() + 1).find(|end| text.is_char_boundary(*end))
        else {
            continue;
        };
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside = word(text[..at].chars().next_back()) || word(text[end..].chars().next());
        if secret.len() < REAL && inside {
            continue;
        }
        out.push_str(&text[copied..at]);
        out.push_str(REDACTED);
        copied = end;
    }
    (copied > 0).then(|| {
        out.push_str(&text[copied..]);
        out
    })
}

/// Replaces tokens that look like keys, and what follows the name of a secret.
fn without_patterns(text: &str) -> Option<String> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (start, least) in TOKENS {
        let mut upto = 0;
        for at in memmem::find_iter(text.as_bytes(), start.as_bytes()) {
            // What was already part of a token is not examined again: linear
            // time.
            if at < upto {
                continue;
            }
            let begins = !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
            let end = at + token_length(&text[at..]);
            upto = end;
            if begins && end - at >= least {
                spans.push((at, end));
            }
        }
    }
    let lower = text.to_ascii_lowercase();
    for name in NAMES {
        for at in memmem::find_iter(lower.as_bytes(), name.as_bytes()) {
            spans.extend(value_behind(text, at + name.len()));
        }
    }
    for at in memmem::find_iter(lower.as_bytes(), b"bearer ") {
        let start = at + "bearer ".len();
        let end = start + token_length(&text[start..]);
        if end - start >= REAL {
            spans.push((start, end));
        }
    }
    for at in memmem::find_iter(lower.as_bytes(), b"&key=") {
        spans.extend(value_behind(text, at + "&key".len()));
    }
    if spans.is_empty() {
        return None;
    }
    spans.sort_unstable();
    let mut out = String::new();
    let mut copied = 0;
    for (start, end) in spans {
        if start >= copied {
            out.push_str(&text[copied..start]);
            out.push_str(REDACTED);
        }
        copied = copied.max(end);
    }
    out.push_str(&text[copied..]);
    Some(out)
}

/// Finds the value after a name: `: value`, `=value`, `": "value"`, and after
/// `Bearer` or `Basic` what follows that.
fn value_behind(text: &str, at: usize) -> Option<(usize, usize)> {
    let rest = &text[at..];
    let mut skipped = rest.len() - rest.trim_start_matches(['"', '\'', '`', '\\', ' ']).len();
    let sign = rest[skipped..].starts_with([':', '=']);
    if !sign {
        return None;
    }
    skipped += 1;
    let behind = &rest[skipped..];
    skipped += behind.len() - behind.trim_start_matches(['"', '\'', '`', '\\', ' ']).len();
    for scheme in ["bearer ", "basic "] {
        let scheme_there = rest[skipped..]
            .get(..scheme.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(scheme));
        if scheme_there {
            skipped += scheme.len();
        }
    }
    let start = at + skipped;
    let end = start + token_length(&text[start..]);
    (end > start && &text[start..end] != REDACTED).then_some((start, end))
}

/// The length of a run of characters that occur in keys; stars are included,
/// because servers show keys partly that way.
fn token_length(text: &str) -> usize {
    text.bytes()
        .position(|byte| {
            !byte.is_ascii_alphanumeric()
                && !matches!(byte, b'-' | b'_' | b'.' | b'*' | b'+' | b'/' | b'%' | b'~' | b'=')
        })
        .unwrap_or(text.len())
}

fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redacted(text: &str) -> String {
        Redactor::default().redact(text).into_owned()
    }

    #[test]
    fn what_looks_like_a_key_goes() {
        for (text, expected) in [
            ("key sk-proj-abcDEF123_456 is wrong", "key [key] is wrong"),
            ("Incorrect API key provided: sk-abc12***xyz9.", "Incorrect API key provided: [key]"),
            ("https://x/v1?key=abc&alt=sse", "https://x/v1?key=[key]&alt=sse"),
            ("https://x/v1?alt=sse&key=abc", "https://x/v1?alt=sse&key=[key]"),
            ("AIzaSyA1234567890abcdefghij", "[key]"),
            ("Authorization: Bearer abc.def", "Authorization: Bearer [key]"),
            (r#"{"x-api-key": "abc"}"#, r#"{"x-api-key": "[key]"}"#),
            (r#"{\"api_key\":\"abc\"}"#, r#"{\"api_key\":\"[key]\"}"#),
            ("sent bearer 123456789", "sent bearer [key]"),
            ("a task-list and a risk-free desk-top", "a task-list and a risk-free desk-top"),
            ("the authorization failed", "the authorization failed"),
        ] {
            assert_eq!(redacted(text), expected);
        }
    }

    #[test]
    fn the_own_key_goes_wherever_and_however_it_stands() {
        let redactor = Redactor::new(["a+b/c-12345=".into()]);
        assert_eq!(
            redactor.redact("got a+b/c-12345= or a%2Bb%2Fc-12345%3D,xa+b/c-12345=x"),
            "got [key] or [key],x[key]x"
        );
        let quoted = Redactor::new([r#"a"b\c-1234/5"#.into()]);
        assert_eq!(quoted.redact(r#"{"k":"a\"b\\c-1234/5"}"#), r#"{"k":"[key]"}"#);
        assert_eq!(redactor.redact(r"a+b\/c-12345="), "[key]");
        let placeholder = Redactor::new(["none".into()]);
        assert_eq!(placeholder.redact("none of it: nonesuch"), "[key] of it: nonesuch");
        assert!(matches!(placeholder.redact("all fine"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_key_that_was_cut_in_the_middle_goes_too() {
        let redactor = Redactor::new(["0123456789abcdef0123456789abcdef".into()]);
        assert_eq!(redactor.redact("key 0123456789abcdef0123…"), "key [key]…");
        assert_eq!(redactor.redact("“0123456789abc”"), "“[key]”");
        assert_eq!(redactor.redact("0123456789a"), "0123456789a");
        let foreign = Redactor::new(["schlüsselwörter-für-alle".into()]);
        assert_eq!(foreign.redact("schlüsselwörtär"), "[key]är");
    }

    #[test]
    fn debug_shows_no_secret() {
        assert_eq!(format!("{:?}", Redactor::new(["abcdefgh".into()])), "Redactor(1 secrets)");
    }
}
