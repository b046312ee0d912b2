//! Paths, Unreal asset paths, URLs and e-mail addresses.

use super::FactKind;
use super::class::{BACKSLASH, CLASS, COLON, DIGIT, DOT, LETTER, SLASH};
use super::error_line;
use super::extension::is_extension;
use super::number;
use super::scanner::Scanner;
use super::word;

/// Returns whether a chunk contains a scheme and two slashes.
pub(super) fn is_url(text: &str) -> bool {
    text.find("://").is_some_and(|at| {
        at >= 2 && text[..at].bytes().rev().take_while(u8::is_ascii_alphanumeric).count() >= 2
    })
}

/// Takes the URL that begins in `from..end` and may continue after it.
pub(super) fn url(scanner: &mut Scanner<'_, '_, '_>, from: usize, end: usize) -> usize {
    let bytes = scanner.bytes;
    let Some(colon) = memchr::memmem::find(&bytes[from..end], b"://") else {
        return end;
    };
    let mut start = from + colon;
    while start > from && bytes[start - 1].is_ascii_alphanumeric() {
        start -= 1;
    }
    let mut stop = end.min(start + 2048);
    while stop < bytes.len() && stop < start + 2048 {
        match bytes[stop] {
            b' '
            | b'\t'
            | b'\n'
            | b'\r'
            | b'"'
            | b'<'
            | b'>'
            | b'`'
            | b'\''
            | b'{'
            | b'}'
            | b'|'
            | b'\\'
            | b'^'
            | 0x80.. => break,
            b')' if !bytes[start..stop].contains(&b'(') => break,
            b']' if !bytes[start..stop].contains(&b'[') => break,
            _ => stop += 1,
        }
    }
    let next = stop.max(end);
    while stop > start
        && matches!(bytes[stop - 1], b'.' | b',' | b';' | b':' | b'!' | b'?' | b'*' | b'\\')
    {
        stop -= 1;
    }
    if let Some(mark) = bytes[start..stop].iter().position(|byte| *byte == b'\\') {
        stop = start + mark;
    }
    if scanner.text.is_char_boundary(stop) && stop > start {
        scanner.out.add(FactKind::Url, &scanner.text[start..stop]);
    }
    next
}

/// Takes a token with slashes or backslashes.
pub(super) fn take(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) -> usize {
    let (text, bytes) = (scanner.text, scanner.bytes);
    let token = &text[from..to];
    if mask & BACKSLASH != 0 {
        return backslashed(scanner, from, to);
    }
    if mask & !(DIGIT | SLASH) == 0 {
        let slashes = token.bytes().filter(|byte| *byte == b'/').count();
        if slashes == 2 && token.len() >= 6 {
            scanner.out.add(FactKind::Date, token);
        }
        return to;
    }
    if !token.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80) {
        return to;
    }
    if token.starts_with("HTTP/") && mask & COLON == 0 {
        // An HTTP status line: `HTTP/1.1 503 Service Unavailable`.
        error_line::take(scanner, from, from + 4);
        return to;
    }
    let before = from.checked_sub(1).map(|at| bytes[at]);
    // `</div>` and `<br/>`.
    if before == Some(b'<') && (token.starts_with('/') || bytes.get(to) == Some(&b'>')) {
        return to;
    }
    if is_asset(token) {
        let (start, end) = wrapped(bytes, from, to);
        scanner.out.add(FactKind::Asset, &text[start..end]);
        if start != from {
            scanner.out.add(FactKind::Asset, token);
        }
        return end;
    }
    if !token.starts_with('/') && is_alternative(token) {
        return word::parts(scanner, from, to, b"/");
    }
    if mask & COLON != 0 && with_line(scanner, from, to) {
        return to;
    }
    let start = if token.starts_with('/') && before == Some(b'~') { from - 1 } else { from };
    scanner.out.add(FactKind::Path, &text[start..to]);
    to
}

/// Takes `Door.cpp:12:5` both as it is and without its line number; returns
/// whether it was one.
pub(super) fn with_line(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize) -> bool {
    let text = &scanner.text[from..to];
    let mut end = to;
    for _ in 0..2 {
        let rest = &scanner.bytes[from..end];
        let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || !rest[..rest.len() - digits].ends_with(b":") {
            break;
        }
        end -= digits + 1;
    }
    if end == to {
        return false;
    }
    let bare = &scanner.text[from..end];
    let bytes = bare.as_bytes();
    let folder = bytes.iter().rposition(|byte| *byte == b'/');
    let last = &bare[folder.map_or(0, |at| at + 1)..];
    // After a folder any extension will do; a bare name needs a known one, or
    // `e.g.:5` would be a file.
    let named = last.bytes().rposition(|byte| byte == b'.').is_some_and(|dot| {
        let extension = &last[dot + 1..];
        let word = !extension.is_empty()
            && extension.len() <= 10
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
        dot > 0 && word && (folder.is_some() || is_extension(extension))
    });
    if bytes.contains(&b':') || !named {
        return false;
    }
    scanner.out.add(FactKind::Path, bare);
    scanner.out.add(FactKind::Path, text);
    true
}

/// Takes Windows paths; any other text with backslashes is split at them.
fn backslashed(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize) -> usize {
    let (text, bytes) = (scanner.text, scanner.bytes);
    let token = &text[from..to];
    let drive =
        matches!(token.as_bytes(), [letter, b':', b'\\', _, ..] if letter.is_ascii_alphabetic());
    if drive || is_share(token) {
        let end = through_spaces(bytes, to);
        scanner.out.add(FactKind::Path, &text[from..end]);
        return end;
    }
    let file = token.rsplit('\\').next().unwrap_or_default();
    let relative = token.split('\\').all(|part| part.len() >= 2 || part == ".")
        && file.rsplit_once('.').is_some_and(|(stem, last)| !stem.is_empty() && is_extension(last));
    if relative && !token.contains('/') {
        scanner.out.add(FactKind::Path, token);
        return to;
    }
    // An escape's letter is not part of the word that follows it.
    let mut start = from;
    let mut next = to;
    for at in from..=to {
        if at < to && bytes[at] != b'\\' {
            continue;
        }
        let escaped = start > from && at > start && matches!(bytes[start], b'n' | b't' | b'r');
        let low = start + usize::from(escaped);
        if at > low {
            let mut high = at;
            while high > low && matches!(bytes[high - 1], b'.' | b'-' | b':') {
                high -= 1;
            }
            if high > low {
                let mask = super::class::mask_of(&text[low..high]);
                next = next.max(word::token(scanner, low, high, mask));
            }
        }
        start = at + 1;
    }
    next
}

fn is_share(token: &str) -> bool {
    token.strip_prefix("\\\\").is_some_and(|rest| {
        rest.split_once('\\').is_some_and(|(host, share)| host.len() >= 2 && !share.is_empty())
    })
}

/// Where a Windows path ends whose folders contain spaces (`Program Files`).
fn through_spaces(bytes: &[u8], mut end: usize) -> usize {
    while bytes.get(end) == Some(&b' ') {
        let mut at = end + 1;
        let limit = (end + 32).min(bytes.len());
        while at < limit && (bytes[at].is_ascii_alphanumeric() || b" _.-()".contains(&bytes[at])) {
            at += 1;
        }
        if bytes.get(at) != Some(&b'\\') || at == end + 1 {
            return end;
        }
        while at < bytes.len()
            && CLASS[usize::from(bytes[at])] & (LETTER | 0x1FF) != 0
            && bytes[at] < 0x80
        {
            at += 1;
        }
        while matches!(bytes[at - 1], b'.' | b':') {
            at -= 1;
        }
        end = at;
    }
    end
}

/// Tells Unreal's mounted paths from file system paths: the root is not a Unix
/// folder, and there is no file extension at the end.
pub(super) fn is_asset(token: &str) -> bool {
    let Some(rest) = token.strip_prefix('/') else {
        return false;
    };
    let Some((root, path)) = rest.split_once('/') else {
        return false;
    };
    if path.is_empty() && !matches!(root, "Game" | "Engine" | "Script") {
        return false;
    }
    let foreign = ["Users", "Applications", "Library", "Volumes", "System", "Network", "Private"];
    if !root.starts_with(|c: char| c.is_ascii_uppercase())
        || foreign.contains(&root)
        || !root.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return false;
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    !last.rsplit_once('.').is_some_and(|(_, extension)| is_extension(extension))
}

/// The range of `Blueprint'/Game/Door.Door'` around the path inside it.
fn wrapped(bytes: &[u8], from: usize, to: usize) -> (usize, usize) {
    if from < 2 || bytes[from - 1] != b'\'' || bytes.get(to) != Some(&b'\'') {
        return (from, to);
    }
    let mut start = from - 1;
    while start > 0
        && (bytes[start - 1].is_ascii_alphanumeric() || b"_./".contains(&bytes[start - 1]))
        && from - start < 80
    {
        start -= 1;
    }
    if start == from - 1 { (from, to) } else { (start, to + 1) }
}

/// Tells `and/or` from a path of two folders.
fn is_alternative(token: &str) -> bool {
    const PAIRS: [&str; 14] = [
        "and/or",
        "he/she",
        "his/her",
        "she/he",
        "yes/no",
        "true/false",
        "on/off",
        "n/a",
        "w/o",
        "either/or",
        "input/output",
        "read/write",
        "I/O",
        "N/A",
    ];
    PAIRS.contains(&token) || token.len() < 4 && number::is_digits(&token.replace('/', ""))
}

/// Where the e-mail address begins that ends with this token, if it is one.
pub(super) fn email_start(bytes: &[u8], from: usize, token: &str) -> Option<usize> {
    let (local, domain) = token.split_once('@')?;
    let (host, top) = domain.rsplit_once('.')?;
    if local.is_empty()
        || host.is_empty()
        || top.len() < 2
        || domain.contains(['@', ':', '_'])
        || !top.bytes().all(|byte| byte.is_ascii_alphabetic())
    {
        return None;
    }
    // `name+tag@host`: the plus ended the chunk before this one.
    let mut start = from;
    while start > 0
        && from - start < 64
        && (bytes[start - 1].is_ascii_alphanumeric() || b"+._%-".contains(&bytes[start - 1]))
    {
        start -= 1;
    }
    Some(start)
}

/// Tells `.gitignore` from the head of a method chain.
pub(super) fn is_dot_file(scanner: &Scanner<'_, '_, '_>, start: usize, to: usize) -> bool {
    let name = &scanner.text[start + 1..to];
    let before = start.checked_sub(1).map(|at| scanner.bytes[at]);
    name.len() >= 3
        && name.bytes().all(|byte| CLASS[usize::from(byte)] & (LETTER | DOT | 0x108) != 0)
        && matches!(before, None | Some(b' ' | b'\n' | b'"' | b'\'' | b'`' | b'(' | b'\t'))
        && scanner.bytes.get(to) != Some(&b'(')
}
