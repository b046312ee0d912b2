//! Walks JSON text for its strings and numbers.
//!
//! A lexer, not a parser: text that is torn, nested a million deep or not quite
//! JSON still yields what it holds.

use super::collector::Collector;
use super::scanner::scan;
use super::{FactKind, Origin};

/// Strings that are JSON themselves are walked too, down to this depth.
const DEPTH: u32 = 4;
/// The longest value that is one fact as a whole, in bytes.
const LONGEST_VALUE: usize = 100;

/// How many earlier keys are remembered.
const KEYS: usize = 8;

/// Returns whether a text looks like a JSON object or array.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let mut bytes = text.bytes();
    let Some(open) = bytes.next() else {
        return false;
    };
    let next = bytes.find(|byte| !byte.is_ascii_whitespace());
    match open {
        b'{' => matches!(next, Some(b'"' | b'}')),
        b'[' => matches!(next, Some(b'{' | b'"' | b'[' | b']')),
        _ => false,
    }
}

/// Finds the facts of a JSON text.
pub(super) fn walk(text: &str, out: &mut Collector<'_>) {
    walk_to(text, out, DEPTH);
}

fn walk_to(text: &str, out: &mut Collector<'_>, depth: u32) {
    let bytes = text.as_bytes();
    let mut buffer = String::new();
    let mut key = "";
    // A repeated key adds nothing new; the items of a list all have the same
    // ones.
    let mut before = [""; KEYS];
    let mut next = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let open = at + 1;
                let (close, escaped) = string_end(bytes, open);
                let raw = &text[open..close];
                at = (close + 1).min(bytes.len());
                let after = bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace());
                if after == Some(&b':') {
                    key = raw;
                    out.clear_label();
                    // Every error that was not taken is counted.
                    if before.contains(&raw) && out.refused(FactKind::Error) == 0 {
                        continue;
                    }
                    before[next % KEYS] = raw;
                    next += 1;
                    // A schema's key is worth taking once, with a value; a key
                    // that is data itself is a fact: an id, a path, an address.
                    if raw.bytes().any(|b| b.is_ascii_digit() || matches!(b, b'/' | b'@')) {
                        scan(raw, out);
                    } else if (3..=40).contains(&raw.len()) {
                        out.add(FactKind::Quote, raw);
                    }
                    continue;
                }
                let value = if escaped {
                    unescape(raw, &mut buffer);
                    buffer.as_str()
                } else {
                    raw
                };
                string_value(key, value, out, depth);
            }
            b'0'..=b'9' | b'-' => {
                let start = at;
                while at < bytes.len()
                    && matches!(bytes[at], b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
                {
                    at += 1;
                }
                out.set_label(key, &text[start..at]);
                scan(&text[start..at], out);
            }
            _ => at += 1,
        }
    }
}

/// A longer argument of a call is a body, source or text: its contents were
/// written, not named. In bytes.
const LONGEST_NAME: usize = 200;

fn string_value(key: &str, value: &str, out: &mut Collector<'_>, depth: u32) {
    let body = value.len() > LONGEST_NAME || value.contains('\n');
    if out.origin == Origin::CallArgument && body && depth > 0 && !is_json(value) {
        out.origin = Origin::ToolResult;
        string_value(key, value, out, 0);
        out.origin = Origin::CallArgument;
        return;
    }
    if depth > 0 && value.len() > 2 && is_json(value) {
        walk_to(value, out, depth - 1);
        return;
    }
    let line = value.trim();
    out.set_label(key, line);
    if !line.is_empty() && !line.contains('\n') {
        if matches!(key, "command" | "cmd" | "commandline" | "command_line" | "shell" | "script") {
            out.add(FactKind::Command, line);
        } else if is_name_key(key) && line.len() <= 60 {
            out.add(FactKind::Participant, line);
        } else if line.len() <= LONGEST_VALUE && line.len() >= 2 {
            out.add(FactKind::Quote, line);
        }
    } else if matches!(key, "command" | "cmd") && out.origin == Origin::CallArgument {
        for line in value.lines().map(str::trim).filter(|line| line.len() > 1).take(16) {
            out.add(FactKind::Command, line);
        }
    }
    scan(value, out);
    // The value may be in a buffer that the next one reuses.
    out.clear_label();
}

fn is_name_key(key: &str) -> bool {
    matches!(key, "first_name" | "last_name" | "full_name" | "firstName" | "lastName" | "surname")
}

/// Where the string ends whose first byte is at `from`, and whether it contains
/// escapes. A torn string ends with the text.
fn string_end(bytes: &[u8], from: usize) -> (usize, bool) {
    let mut at = from;
    let mut escaped = false;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        at += found;
        if bytes[at] == b'"' {
            return (at, escaped);
        }
        escaped = true;
        // The escaped character is one byte, or begins with one.
        at = (at + 2).min(bytes.len());
    }
    (bytes.len(), escaped)
}

/// Resolves a JSON string's escapes; an invalid escape stays as it is.
pub(crate) fn unescape(raw: &str, out: &mut String) {
    out.clear();
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let plain = match tail.as_bytes().first() {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(mark @ (b'"' | b'\\' | b'/')) => char::from(*mark),
            Some(b'u') => match code_point(tail) {
                Some((plain, length)) => {
                    out.push(plain);
                    rest = &tail[length..];
                    continue;
                }
                None => {
                    out.push('\\');
                    rest = tail;
                    continue;
                }
            },
            _ => {
                out.push('\\');
                rest = tail;
                continue;
            }
        };
        out.push(plain);
        rest = &tail[1..];
    }
    out.push_str(rest);
}

/// Reads `u00e9` or a surrogate pair; returns the character and its length.
fn code_point(tail: &str) -> Option<(char, usize)> {
    let unit = |from: usize| u32::from_str_radix(tail.get(from..from + 4)?, 16).ok();
    let first = unit(1)?;
    if (0xD800..0xDC00).contains(&first) && tail.get(5..7) == Some("\\u") {
        let second = unit(7)?;
        if (0xDC00..0xE000).contains(&second) {
            let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return char::from_u32(code).map(|plain| (plain, 11));
        }
    }
    Some((char::from_u32(first).unwrap_or('\u{FFFD}'), 5))
}
