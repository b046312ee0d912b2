//! Whether a value is a secret, given its name.

use super::mask::MASK;
use super::name::Name;

/// How a value was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Between quotes.
    Quoted,
    /// `NAME=value` at the beginning of a line, as in an environment file, or
    /// `--name value`.
    Plain,
    /// Alone after a name and `:` or `=`, up to the end of its line.
    LineEnd,
    /// Inside a line of code, a URL or a table.
    Within,
    /// In a sentence.
    Prose,
}

/// Values that mean there is none, and names of types.
const NONE: [&str; 44] = [
    "null",
    "none",
    "nil",
    "true",
    "false",
    "undefined",
    "required",
    "optional",
    "string",
    "str",
    "text",
    "bool",
    "boolean",
    "int",
    "integer",
    "number",
    "bytes",
    "object",
    "any",
    "empty",
    "missing",
    "invalid",
    "wrong",
    "unset",
    "redacted",
    "masked",
    "hidden",
    "removed",
    "password",
    "passwd",
    "secret",
    "token",
    "key",
    "apikey",
    "api_key",
    "fstring",
    "char",
    "void",
    "self",
    "this",
    "default",
    "example",
    "placeholder",
    "set",
];

/// Returns whether a value is only a placeholder for a secret.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    let lower = value.to_ascii_lowercase();
    let mut chars = value.chars();
    let first = chars.next();
    first.is_none()
        || chars.all(|c| Some(c) == first)
        || value.starts_with(MASK)
        || matches!(first, Some('$' | '<' | '{' | '[' | '(' | '%'))
        || value.starts_with("...")
        || value.starts_with('…')
        || value.trim_matches(['*', 'x', 'X', '.', '•', '-']).is_empty()
        || NONE.contains(&lower.as_str())
        || ["your", "my-", "my_", "insert", "enter", "process.env", "os.env", "env."]
            .iter()
            .any(|head| lower.starts_with(head))
}

/// Returns whether the value of a name of this class is secret.
pub(super) fn is_secret(class: Name, value: &str, form: Form) -> bool {
    if is_placeholder(value) || value.len() < 3 {
        return false;
    }
    match class {
        Name::Password => is_password(value, form),
        Name::Phrase => match form {
            Form::Quoted => value.len() >= 6,
            _ => value.split_whitespace().count() >= 12 || is_password(value, form),
        },
        Name::Token => looks_random(value, 12) && !is_path(value),
        Name::SomeKey => {
            looks_random(value, 20) && !is_path(value) && !is_guid(value) && !is_hash(value)
        }
        Name::Cookie => value.contains('=') && value.len() >= 8,
        // A pin of a chip or a node has a shorter number.
        Name::Pin => (4..=8).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_digit()),
    }
}

fn is_password(value: &str, form: Form) -> bool {
    let digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let symbol = value.chars().any(|c| !(c.is_alphanumeric() || " .'_-".contains(c)));
    let mixed =
        value.chars().skip(1).any(char::is_uppercase) && value.chars().any(char::is_lowercase);
    match form {
        // A label or a message contains spaces, a password hardly ever.
        Form::Quoted => {
            !value.contains(' ') || (digit && symbol && value.len() <= 40 && !is_sentence(value))
        }
        Form::Plain => !is_path(value),
        Form::LineEnd => {
            !is_path(value) && !is_expression(value) && (digit || symbol || value.len() >= 4)
        }
        // `password = input` is code; `p4ss` is not a word in it.
        Form::Within => !is_path(value) && !is_expression(value) && (digit || symbol),
        Form::Prose => {
            !is_expression(value)
                && value.len() >= 4
                && (digit || symbol || (mixed && !value.contains('\'')))
        }
    }
}

/// Several words with spaces between them: something to read.
fn is_sentence(value: &str) -> bool {
    let words = value.split_whitespace();
    words.filter(|word| word.len() >= 2 && word.chars().all(char::is_alphabetic)).count() >= 3
}

/// Letters and digits in random order, as in a key: no spaces, both kinds, and
/// long enough.
fn looks_random(value: &str, least: usize) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let plain =
        value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./+=:~%!@#$^&*".contains(&b));
    value.len() >= least && plain && digits >= 1 && letters >= 2 && !is_expression(value)
        || value.len() >= 24 && plain && letters >= 20 && has_mixed_words(value)
}

/// Upper and lower case alternate too often for a name in camel case.
fn has_mixed_words(value: &str) -> bool {
    let changes = value
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_uppercase() != pair[1].is_ascii_uppercase())
        .count();
    !value.contains(['.', '/', '_', '-', ':']) && changes * 5 >= value.len() * 2
}

/// A path, a URL, or an object's name in the editor.
fn is_path(value: &str) -> bool {
    value.starts_with(['/', '~', '.'])
        || value.contains("://")
        || value.contains("::")
        || value.get(1..3).is_some_and(|head| head == ":\\" || head == ":/")
        || value.matches('/').count() >= 3
}

/// Names and calls in code: `user.password`, `a->b`, `Input.Text`.
fn is_expression(value: &str) -> bool {
    if value.contains("->") || value.contains("::") || value.contains('(') {
        return true;
    }
    let mut parts = value.split('.');
    let names = |part: &str| {
        part.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
            && part.bytes().filter(u8::is_ascii_digit).count() * 4 <= part.len()
    };
    value.contains('.') && parts.all(names)
}

/// 8-4-4-4-12 hex digits, with or without braces, or 32 in one.
fn is_guid(value: &str) -> bool {
    let hex: Vec<&str> = value.trim_matches(['{', '}']).split('-').collect();
    let lengths: Vec<usize> = hex.iter().map(|part| part.len()).collect();
    hex.iter().all(|part| part.bytes().all(|b| b.is_ascii_hexdigit()))
        && (lengths == [8, 4, 4, 4, 12] || lengths == [32] || lengths == [8, 8, 8, 8])
}

/// A hash in hex, with or without the name of its algorithm.
fn is_hash(value: &str) -> bool {
    let value = value.rsplit_once([':', '-']).map_or(value, |parts| parts.1);
    matches!(value.len(), 32 | 40 | 56 | 64 | 96 | 128)
        && value.bytes().all(|b| b.is_ascii_hexdigit())
}
