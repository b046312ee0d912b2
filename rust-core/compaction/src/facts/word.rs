//! Decides what a chunk is: a path, an asset, a name, a code, an address.

use super::class::{
    APOSTROPHE, AT, BACKSLASH, COLON, COMMA, DASH, DIGIT, DOT, HIGH, LETTER, LOWER, SLASH,
    UNDERSCORE, UPPER, mask_of,
};
use super::extension::is_extension;
use super::scanner::Scanner;
use super::{FactKind, date, error_line, money, number, path};

/// Longer chunks are data (base64, minified code), not facts. In bytes.
const LONGEST: usize = 1024;

/// Takes the chunk `start..end`; returns where the scanner continues, which is
/// after `end` if the fact includes what follows (units, URLs).
pub(super) fn classify_chunk(
    scanner: &mut Scanner<'_, '_, '_>,
    start: usize,
    end: usize,
    mask: u16,
) -> usize {
    if end - start > LONGEST {
        return end;
    }
    let bytes = scanner.bytes;
    let (mut from, mut to) = (start, end);
    while from < to && matches!(bytes[from], b'.' | b'-' | b':' | b'@' | b'\\') {
        let rest = &bytes[from..to];
        if rest.starts_with(b"./") || rest.starts_with(b"../") || rest.starts_with(b"\\\\") {
            break;
        }
        from += 1;
    }
    while to > from && matches!(bytes[to - 1], b'.' | b'-' | b':' | b'@' | b'\\') {
        to -= 1;
    }
    if from == to {
        return end;
    }
    let mask = if (from, to) == (start, end) { mask } else { mask_of(&scanner.text[from..to]) };
    if mask & COLON != 0 && mask & SLASH != 0 && path::is_url(&scanner.text[from..to]) {
        return path::url(scanner, from, end);
    }
    if from == start + 1 && bytes[start] == b'.' && path::is_dot_file(scanner, start, to) {
        scanner.out.add(FactKind::Path, &scanner.text[start..to]);
        return end;
    }
    token(scanner, from, to, mask)
}

/// Takes one token without surrounding marks.
pub(super) fn token(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) -> usize {
    let text = &scanner.text[from..to];
    if mask & (SLASH | BACKSLASH) != 0 {
        return path::take(scanner, from, to, mask);
    }
    if mask & AT != 0 {
        if let Some(start) = path::email_start(scanner.bytes, from, text) {
            scanner.out.add(FactKind::Email, &scanner.text[start..to]);
            return to;
        }
        return parts(scanner, from, to, b"@");
    }
    if mask & COLON != 0 {
        return with_colon(scanner, from, to, mask);
    }
    if mask & APOSTROPHE != 0 {
        return parts(scanner, from, to, b"'");
    }
    if mask & DIGIT != 0 {
        return number::take(scanner, from, to, mask);
    }
    if mask & DOT != 0 {
        dotted(scanner, from, to, mask);
        return to;
    }
    if mask & UNDERSCORE != 0 {
        underscored(scanner, from, to);
        return to;
    }
    if mask & DASH != 0 {
        return parts(scanner, from, to, b"-");
    }
    if mask & UPPER != 0 {
        return capitalised(scanner, from, to, mask);
    }
    to
}

/// Takes the parts of a token between marks one by one.
pub(super) fn parts(
    scanner: &mut Scanner<'_, '_, '_>,
    from: usize,
    to: usize,
    marks: &[u8],
) -> usize {
    let mut start = from;
    let mut next = to;
    for at in from..=to {
        if at < to && !marks.contains(&scanner.bytes[at]) {
            continue;
        }
        if at > start {
            let (mut low, mut high) = (start, at);
            while low < high && matches!(scanner.bytes[low], b'.' | b'-') {
                low += 1;
            }
            while high > low && matches!(scanner.bytes[high - 1], b'.' | b'-') {
                high -= 1;
            }
            if low < high {
                let mask = mask_of(&scanner.text[low..high]);
                if mask & !(LETTER | APOSTROPHE) == 0
                    && high - low >= 4
                    && error_line::is_hint(&scanner.bytes[low..high])
                {
                    error_line::take(scanner, low, high);
                }
                next = next.max(token(scanner, low, high, mask));
            }
        }
        start = at + 1;
    }
    next
}

fn with_colon(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) -> usize {
    let text = &scanner.text[from..to];
    if let Some(date) = date::clock(text) {
        let end = date::half_of_day(scanner.bytes, from + date);
        scanner.out.add(FactKind::Date, &scanner.text[from..end]);
        if end > to {
            // Elsewhere the same time is written without ` AM`.
            scanner.out.add(FactKind::Date, text);
        }
        return end.max(to);
    }
    if text.contains("::") && mask & !(LETTER | DIGIT | UNDERSCORE | COLON) == 0 {
        scanner.out.add(FactKind::Identifier, text);
        return to;
    }
    path::with_line(scanner, from, to);
    parts(scanner, from, to, b":")
}

/// Takes file names and dotted names.
pub(super) fn dotted(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) {
    let text = &scanner.text[from..to];
    let Some(dot) = text.bytes().rposition(|byte| byte == b'.') else {
        return;
    };
    let (stem, last) = (&text[..dot], &text[dot + 1..]);
    if is_extension(last) && !stem.is_empty() {
        scanner.out.add(FactKind::Path, text);
    } else if mask & (COMMA | HIGH) == 0
        && text.len() > 4
        && text.split('.').all(|part| !part.is_empty() && part.len() < 100)
    {
        scanner.out.add(FactKind::Identifier, text);
    } else {
        parts(scanner, from, to, b".");
    }
}

/// Takes names with underscores: code, or ids if they end in a number.
pub(super) fn underscored(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize) {
    let mut text = &scanner.text[from..to];
    // `_emphasis_` of Markdown, not `__dunder__`.
    if !text.starts_with("__") {
        text = text.trim_matches('_');
    }
    let body = text.trim_matches('_');
    if body.len() < 2 || text.len() > 128 {
        return;
    }
    let mask = mask_of(text);
    if mask & UNDERSCORE == 0 {
        if mask & UPPER != 0 {
            name(scanner, text, mask);
        }
        return;
    }
    let tail = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let kind = if tail >= 3 && body.len() > tail { FactKind::Id } else { FactKind::Identifier };
    scanner.out.add(kind, text);
}

/// Takes a word with capitals: a code, a name from code, the month of a date.
pub(super) fn capitalised(
    scanner: &mut Scanner<'_, '_, '_>,
    start: usize,
    end: usize,
    mask: u16,
) -> usize {
    if mask & APOSTROPHE != 0 {
        let at = scanner.text[start..end].find('\'').map_or(end, |at| start + at);
        let mask = mask_of(&scanner.text[start..at]);
        if mask & UPPER != 0 {
            name(scanner, &scanner.text[start..at], mask);
        }
        return end;
    }
    let text = &scanner.text[start..end];
    if let Some(date) = date::month_first(scanner.bytes, start, end) {
        scanner.out.add(FactKind::Date, &scanner.text[start..date]);
        return date;
    }
    if let Some(money) = money::currency_first(scanner.bytes, start, end) {
        scanner.out.add(FactKind::Money, &scanner.text[start..money]);
        return money;
    }
    name(scanner, text, mask);
    end
}

/// Takes a word of letters if its capitals make it a name or a code.
fn name(scanner: &mut Scanner<'_, '_, '_>, text: &str, mask: u16) {
    let bytes = text.as_bytes();
    if bytes.len() < 3 || bytes.len() > 128 || !bytes[1..].iter().any(u8::is_ascii_uppercase) {
        return;
    }
    if mask & (LOWER | HIGH) != 0 {
        scanner.out.add(FactKind::Identifier, text);
    } else if bytes.len() <= 16 && !is_shouted(text) {
        scanner.out.add(FactKind::Id, text);
    }
}

/// Words that are written in capitals only for emphasis.
fn is_shouted(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        b"ALL"
            | b"AND"
            | b"ANY"
            | b"ARE"
            | b"BUT"
            | b"CAN"
            | b"DO"
            | b"DONE"
            | b"EACH"
            | b"FOR"
            | b"FROM"
            | b"GREAT"
            | b"HAS"
            | b"HAVE"
            | b"HERE"
            | b"IMPORTANT"
            | b"IS"
            | b"MUST"
            | b"NEVER"
            | b"NOT"
            | b"NOTE"
            | b"NOW"
            | b"ONE"
            | b"ONLY"
            | b"THAT"
            | b"THE"
            | b"THIS"
            | b"USE"
            | b"WARNING"
            | b"WAS"
            | b"WILL"
            | b"WITH"
            | b"YES"
            | b"YOU"
            | b"YOUR"
            | b"ALWAYS"
            | b"DEFAULT"
            | b"TRUE"
            | b"FALSE"
            | b"NULL"
            | b"NONE"
            | b"MAY"
            | b"SHOULD"
            | b"WHEN"
            | b"INFO"
            | b"DEBUG"
            | b"ERROR"
    )
}
