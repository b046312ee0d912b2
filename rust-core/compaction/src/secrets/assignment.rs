//! Values that follow a name.

use std::ops::Range;

use super::mask::MASK;
use super::name::{self, Name};
use super::value::{Form, is_secret};

/// How far after its name a value may begin and end, in bytes.
const REACH: usize = 4_096;
/// The most bytes between a name and its value.
const GAP: usize = 24;

/// Words that link a name to its secret in a sentence, with spaces around them.
const LINK_WORDS: [&str; 14] = [
    "is:", "is", "ist", "lautet", "es", "est", "\u{e9}", "to", "was", "war", "era", "jest", "are",
    "=>",
];
/// The same in scripts without spaces.
const UNSPACED_LINK_WORDS: [&str; 8] = ["是", "为", "為", "は", "은", "는", "：", "＝"];
/// Words before the value of an authorization header.
const SCHEMES: [&str; 7] = ["bearer", "basic", "token", "apikey", "api-key", "digest", "key"];

/// What is between a name and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    Equals,
    Colon,
    /// The next argument or element.
    Comma,
    /// The end of an XML element's opening tag.
    Tag,
    /// A linking word in a sentence.
    Word,
    /// Only spaces, if the name is an option or a line of `.netrc`.
    Blank,
}

/// The name around a trigger, and the secret after it, if there is one.
pub(super) fn secret(text: &str, at: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    let name = name::around(text, &at);
    // The mask itself contains a name.
    if text[..name.start].ends_with('[') && text[name.start - 1..].starts_with(MASK) {
        return (name, None);
    }
    let value = name::class_of(&text[name.clone()]).and_then(|class| value(text, &name, class));
    (name, value)
}

/// The value after `Bearer ` or `Basic `.
pub(super) fn after_scheme(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let word = word_at(text, at.end, "\"'`<>,;)}]|\\&");
    let value = &text[word.clone()];
    let random = value.len() >= 8
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic());
    (random && is_secret(Name::Password, value, Form::Plain)).then_some(word)
}

/// The password of `-u user:password`.
pub(super) fn after_user_option(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let quotes = text[at.end..].bytes().take_while(|byte| b"\"'\\".contains(byte)).count();
    let word = word_at(text, at.end + quotes, "\"'`<>|\\");
    let (user, password) = text[word.clone()].split_once(':')?;
    let fine = !user.is_empty() && is_secret(Name::Password, password, Form::Plain);
    fine.then(|| word.start + user.len() + 1..word.end)
}

/// The word that begins at `start`.
fn word_at(text: &str, start: usize, ends: &str) -> Range<usize> {
    let rest = &text[start..];
    let length = rest.find(|c: char| c.is_whitespace() || ends.contains(c)).unwrap_or(rest.len());
    start..start + length.min(rest.floor_char_boundary(REACH))
}

fn value(text: &str, name: &Range<usize>, class: Name) -> Option<Range<usize>> {
    let (link, quoted_name, mut start) = link(text, name)?;
    start += blanks(text, start);
    if class == Name::Token {
        start = after_schemes(text, start);
    }
    if class == Name::Cookie {
        let line = text[start..].find(['\n', '\r', '"', '\'', '\\']);
        let length =
            line.unwrap_or(text.len() - start).min(text[start..].floor_char_boundary(REACH));
        let value = start..start + length;
        return is_secret(class, &text[value.clone()], Form::Within).then_some(value);
    }
    if let Some(quoted) = quoted(text, start) {
        return is_secret(class, &text[quoted.clone()], Form::Quoted).then_some(quoted);
    }
    // The next element of a list, and JSON values other than strings, are not
    // secrets.
    if matches!(link, Link::Comma) || (quoted_name && link == Link::Colon) {
        return None;
    }
    let (range, form) = plain(text, name, start, link, class)?;
    // `Password(` and `Tokens[` are code.
    let next = text[range.end..].chars().next();
    if matches!(next, Some('(' | '[')) {
        return None;
    }
    is_secret(class, &text[range.clone()], form).then_some(range)
}

/// An unquoted value, and how it was written.
fn plain(
    text: &str,
    name: &Range<usize>,
    start: usize,
    link: Link,
    class: Name,
) -> Option<(Range<usize>, Form)> {
    let line_start = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
    let head = text[line_start..name.start].trim_start_matches([' ', '\t', '-', '>', '|', '`']);
    let escaped = head.ends_with("\\n");
    // A line inside a JSON string begins after an escape or after the quote.
    let head = head.rsplit("\\n").next().unwrap_or(head);
    let head = head.rsplit(['"', '\'']).next().unwrap_or(head);
    let declares = ["export ", "set ", "$env:", "env ", "ENV ", "ARG ", "SET "]
        .iter()
        .any(|word| head.ends_with(word));
    // More commands may follow on a line that does not begin with the name.
    let alone = head.is_empty() || escaped || !head.contains(';');
    let leads = head.is_empty() || declares || escaped;
    let environment = leads && link == Link::Equals && blanks(text, name.end) == 0;
    if class == Name::Phrase {
        let words = phrase_at(text, start);
        if text[words.clone()].split_whitespace().count() >= 12 {
            return Some((words, Form::Plain));
        }
    }
    let ends = match link {
        _ if environment && alone => "\"'`\\",
        _ if environment => "\"'`\\;&|",
        Link::Blank => "\"'`\\|",
        Link::Tag => "<",
        _ => "\"'`<>,;)}]|\\&",
    };
    let mut word = word_at(text, start, ends);
    if class == Name::Password {
        word.end = end_of_password(text, word.end, ends, link == Link::Equals);
    }
    if matches!(link, Link::Word | Link::Colon) {
        let trimmed =
            text[word.clone()].trim_end_matches(['.', ',', '!', '?', ':', '。', '、', '，']);
        word.end = word.start + trimmed.len();
    }
    let rest = &text[word.end..];
    let ends_line = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
        || rest.starts_with("\\n")
        || rest.trim().is_empty();
    let form = match link {
        _ if environment => Form::Plain,
        Link::Blank | Link::Tag => Form::Plain,
        Link::Word => Form::Prose,
        _ if leads && ends_line => Form::LineEnd,
        Link::Colon if text[name.start..word.end].contains(": ") => Form::Prose,
        _ => Form::Within,
    };
    Some((word, form))
}

/// Where a password ends that was read up to a sign which may belong to it:
/// `Tr0ub4dor&3`, `My;Pass1`. After `=` what follows such a sign may also be the
/// next variable or command.
fn end_of_password(text: &str, mut end: usize, ends: &str, strict: bool) -> usize {
    while text[end..].starts_with([';', '&']) && ends.contains([';', '&']) {
        let piece = word_at(text, end + 1, ends);
        let word = &text[piece.clone()];
        let digit = word.bytes().any(|byte| byte.is_ascii_digit());
        if word.is_empty() || word.contains('=') || (strict && !digit) {
            break;
        }
        end = piece.end;
    }
    end
}

/// The number after `PIN`, `PIN code` and the like, which end with `name`.
pub(super) fn after_pin(text: &str, name: Range<usize>) -> Option<Range<usize>> {
    let before = text[..name.start].chars().next_back();
    if before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    value(text, &name, Name::Pin)
}

/// Lower-case words, as in a wallet's recovery phrase.
fn phrase_at(text: &str, start: usize) -> Range<usize> {
    let rest = &text[start..];
    let length = rest
        .find(|c: char| !(c.is_ascii_lowercase() || c == ' '))
        .unwrap_or(rest.len())
        .min(rest.floor_char_boundary(400));
    start..start + rest[..length].trim_end().len()
}

/// What links a name to a value; whether the name was quoted; where the value
/// may begin.
fn link(text: &str, name: &Range<usize>) -> Option<(Link, bool, usize)> {
    let end = text.floor_char_boundary(text.len().min(name.end + GAP));
    let rest = &text[name.end..end];
    let closing = rest
        .find(|c: char| !matches!(c, '\\' | '"' | '\'' | '`' | '*' | ']' | ')' | '”' | '»'))
        .unwrap_or(rest.len());
    let quoted = rest[..closing].contains(['"', '\'', '`', '”', '»']);
    let after = name.end + closing;
    let blank = blanks(text, after);
    let rest = &text[after + blank..end.max(after + blank)];
    let at = after + blank;
    let before = text[..name.start].chars().next_back();
    for (sign, link) in [
        (":=", Link::Equals),
        ("===", Link::Equals),
        ("==", Link::Equals),
        ("=>", Link::Equals),
        ("=", Link::Equals),
        (":", Link::Colon),
        ("：", Link::Colon),
    ] {
        if rest.starts_with(sign) && !rest.starts_with("::") {
            // A linking word may also follow the sign.
            return Some((link, quoted, at + sign.len()));
        }
    }
    // A backslash in front of it may begin a line break of JSON.
    let attributes = after - usize::from(text[..after].ends_with('\\'));
    if quoted && let Some(start) = attribute(text, attributes..end.max(after)) {
        return Some((Link::Equals, quoted, start));
    }
    if rest.starts_with(',') && quoted {
        return Some((Link::Comma, quoted, at + 1));
    }
    if rest.starts_with('>') && matches!(before, Some('<')) {
        return Some((Link::Tag, quoted, at + 1));
    }
    if let Some(word) = UNSPACED_LINK_WORDS.iter().find(|word| rest.starts_with(**word)) {
        return Some((Link::Word, quoted, at + word.len()));
    }
    if blank > 0 {
        let word = LINK_WORDS.iter().find(|word| {
            rest.strip_prefix(**word).is_some_and(|more| more.starts_with([' ', '\t']))
        });
        if let Some(word) = word {
            return Some((Link::Word, quoted, at + word.len()));
        }
        let line_start = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
        let line = &text[line_start..name.start];
        let netrc = line.contains("login ") || line.contains("machine ");
        if matches!(before, Some('-')) || text[name.clone()].starts_with("--") || netrc {
            return Some((Link::Blank, quoted, at));
        }
    }
    None
}

/// Where the value begins of an XML element that has its name in an attribute of
/// its own: `<add key="ClearTextPassword" value="…" />`.
fn attribute(text: &str, after: Range<usize>) -> Option<usize> {
    const VALUE: &str = "value";
    let rest = &text[after.clone()];
    let named = after_blanks(rest);
    let is_value = named.get(..VALUE.len()).is_some_and(|it| it.eq_ignore_ascii_case(VALUE));
    if !is_value || named.len() == rest.len() {
        return None;
    }
    let sign = after_blanks(&named[VALUE.len()..]).strip_prefix('=')?;
    Some(after.end - sign.len())
}

/// What follows blanks and line breaks, as they are or as JSON writes them: the
/// text may be in the arguments of a call.
fn after_blanks(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(next) = ["\\n", "\\r", "\\t"].iter().find_map(|it| rest.strip_prefix(it)) {
        rest = next.trim_start();
    }
    rest
}

/// The text between quotes at `start`, after any string prefix or `TEXT(`.
fn quoted(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = &text[start..];
    let skip = ["TEXT(", "_T(", "L", "b", "f", "r", "u", "@"]
        .iter()
        .find(|head| {
            rest.strip_prefix(**head).is_some_and(|more| more.starts_with(['"', '\'', '\\']))
        })
        .map_or(0, |head| head.len());
    let rest = &rest[skip..];
    let (open, close): (&str, &str) = [
        ("\\\\\\\"", "\\\\\\\""),
        ("\\\"", "\\\""),
        ("\"", "\""),
        ("'", "'"),
        ("`", "`"),
        ("**", "**"),
        ("“", "”"),
        ("„", "“"),
        ("«", "»"),
    ]
    .into_iter()
    .find(|(open, _)| rest.starts_with(open))?;
    let begin = start + skip + open.len();
    let inside = &text[begin..text.floor_char_boundary(text.len().min(begin + REACH))];
    let mut from = 0;
    loop {
        let at = from + inside[from..].find(close)?;
        // An escaped quote belongs to the value.
        let escaped = close == "\"" && inside[..at].ends_with('\\');
        if !escaped {
            let value = &inside[..at];
            return (!value.contains('\n')).then(|| begin..begin + at);
        }
        from = at + 1;
    }
}

/// Moves past `Bearer` and the like.
fn after_schemes(text: &str, start: usize) -> usize {
    let word = word_at(text, start, "\"'`<>,;)}]|\\");
    let lower = text[word.clone()].to_ascii_lowercase();
    if SCHEMES.contains(&lower.as_str()) {
        return word.end + blanks(text, word.end);
    }
    start
}

/// How many spaces or tabs there are at a position.
fn blanks(text: &str, at: usize) -> usize {
    text[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}
