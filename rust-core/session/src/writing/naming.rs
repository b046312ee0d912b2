//! How something is named after an `@`.

use std::ops::Range;

use super::token::begins_mention;

/// The prefix of a conversation's name.
pub(super) const CONVERSATION: &str = "chat:";

/// A name after an `@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The name, without the `@` and without quotation marks.
    pub name: String,
    /// Its range in the text, with both.
    pub at: Range<usize>,
}

/// Finds the names of a text.
pub fn mentions(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find('@').map(|at| from + at) {
        from = start + 1;
        let rest = &text[from..];
        if !begins_mention(text, start) {
            continue;
        }
        let (name, length) = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.split(['"', '\n']).next() {
                Some(name) if quoted[name.len()..].starts_with('"') => (name, name.len() + 2),
                _ => continue,
            },
            None => {
                let word = rest.split(char::is_whitespace).next().unwrap_or_default();
                // Punctuation at the end of a sentence is not part of a name.
                let name = word.trim_end_matches([
                    '.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '>',
                ]);
                (name, name.len())
            }
        };
        if !name.is_empty() {
            from += length;
            found.push(Mention { name: name.to_owned(), at: start..from });
        }
    }
    found
}

/// How a name is written so that it is found again.
pub fn mention(name: &str) -> String {
    let again = format!("@{name}");
    match mentions(&again).first() {
        Some(found) if found.name == name && found.at.end == again.len() => again,
        _ => format!("@\"{name}\""),
    }
}
