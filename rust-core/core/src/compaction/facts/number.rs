//! Numbers: amounts, dates, times, versions, codes, measures.

use super::FactKind;
use super::class::{COMMA, DASH, DIGIT, DOT, LETTER, LOWER, UNDERSCORE, UPPER, mask_of};
use super::scanner::Scanner;
use super::word;

/// Tells whether a text is digits and nothing else.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Takes a token with digits in it, without slashes, colons and `@`.
pub(super) fn take(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) -> usize {
    let text = &scanner.text[from..to];
    let first_is_digit = scanner.bytes[from].is_ascii_digit();
    if mask & !(DIGIT | DOT | COMMA) == 0 && first_is_digit {
        return plain(scanner, from, to);
    }
    let kind = if is_iso_date(text) {
        FactKind::Date
    } else if is_version(text) {
        FactKind::Version
    } else if first_is_digit {
        return digit_first(scanner, from, to, mask);
    } else if is_guid_or_hash(text) {
        FactKind::Id
    } else if mask & DOT != 0 {
        word::dotted(scanner, from, to, mask);
        return to;
    } else if mask & UNDERSCORE != 0 && mask & DASH == 0 {
        word::underscored(scanner, from, to);
        return to;
    } else if is_error_code(text) {
        FactKind::Error
    } else if mask & DASH != 0 || mask & (LOWER | super::class::HIGH) == 0 {
        FactKind::Id
    } else {
        FactKind::Identifier
    };
    if text.len() >= 2 && text.len() <= 128 {
        scanner.out.add(kind, text);
    }
    to
}

/// A token that begins with a digit and holds letters, dashes or underscores.
fn digit_first(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) -> usize {
    let text = &scanner.text[from..to];
    if let Some(start) = currency_before(scanner.bytes, from) {
        scanner.out.add(FactKind::Money, &scanner.text[start..to]);
        return to;
    }
    let digits =
        text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.' || *b == b',').count();
    let (number, suffix) = text.split_at(digits);
    if matches!(suffix, "st" | "nd" | "rd" | "th") {
        return to;
    }
    if is_unit(suffix) {
        scanner.out.add(FactKind::Number, text);
        return to;
    }
    if let Some(other) = suffix.strip_prefix(['x', 'X']) {
        if other.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'x') {
            scanner.out.add(FactKind::Number, text);
            return to;
        }
    }
    if mask & (LETTER | UNDERSCORE | DOT) == 0 && mask & DASH != 0 {
        // Digits and dashes: a month, a telephone number, a range.
        let kind = if number.len() == 4 && text.len() == 7 {
            FactKind::Date
        } else if text.len() >= 7 {
            FactKind::Id
        } else {
            FactKind::Number
        };
        if text.len() >= 3 {
            scanner.out.add(kind, text);
        }
        return to;
    }
    if mask & DOT != 0 && mask & DASH == 0 && text.len() <= 128 {
        word::dotted(scanner, from, to, mask);
    } else if text.len() <= 128 {
        scanner.out.add(FactKind::Id, text);
    }
    to
}

/// A token of digits, dots and commas, with what stands around it.
fn plain(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize) -> usize {
    let (text, bytes) = (scanner.text, scanner.bytes);
    let token = &text[from..to];
    let dots = token.bytes().filter(|byte| *byte == b'.').count();
    if dots >= 2 {
        let kind = if is_dotted_date(token) { FactKind::Date } else { FactKind::Version };
        scanner.out.add(kind, token);
        return to;
    }
    if let Some(start) = currency_before(bytes, from) {
        let end = scaled(bytes, to);
        scanner.out.add(FactKind::Money, &text[start..end]);
        bare_amount(scanner, token);
        return end;
    }
    let grouped = grouped_end(bytes, from, to);
    for end in [grouped, to] {
        if let Some(stop) = currency_after(bytes, end) {
            scanner.out.add(FactKind::Money, &text[from..stop]);
            bare_amount(scanner, token);
            return stop;
        }
    }
    if let Some(stop) = month_after(bytes, from, to) {
        scanner.out.add(FactKind::Date, &text[from..stop]);
        return stop;
    }
    let signed = usize::from(is_signed(bytes, from));
    if let Some(stop) = unit_after(bytes, grouped).or_else(|| unit_after(bytes, to)) {
        scanner.out.add(FactKind::Number, &text[from - signed..stop]);
        return stop;
    }
    if token.len() >= 3 {
        let ticket = from > 0 && bytes[from - 1] == b'#';
        if ticket {
            scanner.out.add(FactKind::Id, &text[from - 1..to]);
        } else {
            scanner.out.add(FactKind::Number, &text[from - signed..to]);
        }
    }
    to
}

/// Counts an amount's number too: a tool's result has it without the currency.
fn bare_amount(scanner: &mut Scanner<'_, '_, '_>, token: &str) {
    if token.len() >= 3 {
        scanner.out.add(FactKind::Number, token);
    }
}

/// Tells whether the dash before a number is its sign.
fn is_signed(bytes: &[u8], from: usize) -> bool {
    from > 0
        && bytes[from - 1] == b'-'
        && (from == 1 || matches!(bytes[from - 2], b' ' | b'(' | b'[' | b'=' | b'\n' | b'"' | b','))
}

/// Where the currency sign begins that stands before a number.
fn currency_before(bytes: &[u8], from: usize) -> Option<usize> {
    let head = &bytes[..from];
    let bare = head.strip_suffix(b" ").unwrap_or(head);
    for sign in ["€", "£", "¥", "₹"] {
        if bare.ends_with(sign.as_bytes()) {
            return Some(bare.len() - sign.len());
        }
    }
    head.ends_with(b"$").then(|| head.len() - 1)
}

/// Where a currency sign or word ends that stands after a number.
fn currency_after(bytes: &[u8], at: usize) -> Option<usize> {
    let at = skip_space(bytes, at);
    let rest = &bytes[at..];
    for sign in ["€", "£", "¥", "₹"] {
        if rest.starts_with(sign.as_bytes()) {
            return Some(at + sign.len());
        }
    }
    if rest.first() == Some(&b'$') && !rest.get(1).is_some_and(u8::is_ascii_alphanumeric) {
        return Some(at + 1);
    }
    let word = letters(rest);
    matches!(
        word,
        b"USD"
            | b"EUR"
            | b"GBP"
            | b"JPY"
            | b"CHF"
            | b"CNY"
            | b"dollars"
            | b"dollar"
            | b"euros"
            | b"euro"
            | b"Euro"
            | b"cents"
            | b"pounds"
            | b"yen"
    )
    .then(|| at + word.len())
}

/// `USD 30`: where the amount ends.
pub(super) fn currency_first(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    if !matches!(&bytes[start..end], b"USD" | b"EUR" | b"GBP" | b"JPY" | b"CHF" | b"CNY") {
        return None;
    }
    let from = skip_space(bytes, end);
    let digits = bytes[from..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        .count();
    let mut stop = from + digits;
    while stop > from && matches!(bytes[stop - 1], b'.' | b',') {
        stop -= 1;
    }
    (stop > from && from > end).then_some(stop)
}

/// Behind `$1.2` a scale may follow: ` million`, ` k`.
fn scaled(bytes: &[u8], to: usize) -> usize {
    let at = skip_space(bytes, to);
    let word = letters(&bytes[at..]);
    if matches!(word, b"million" | b"billion" | b"thousand" | b"USD") {
        at + word.len()
    } else {
        to
    }
}

/// Where a number ends whose thousands stand apart: `47 500`.
fn grouped_end(bytes: &[u8], from: usize, to: usize) -> usize {
    if to - from > 3 {
        return to;
    }
    let mut end = to;
    loop {
        let at = skip_space(bytes, end);
        let digits = bytes[at..].iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
        if at == end || digits != 3 {
            break;
        }
        end = at + 3;
    }
    if end > to && matches!(bytes.get(end), Some(b'.' | b',')) {
        let digits =
            bytes[end + 1..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            end += 1 + digits;
        }
    }
    end
}

/// Skips one space, also a no-break or thin one.
fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    for space in [" ", "\u{a0}", "\u{202f}", "\u{2009}"] {
        if rest.starts_with(space.as_bytes()) {
            return at + space.len();
        }
    }
    at
}

fn letters(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
    &bytes[..length]
}

/// Where the unit ends that stands after a number.
fn unit_after(bytes: &[u8], to: usize) -> Option<usize> {
    let at = skip_space(bytes, to);
    match bytes.get(at) {
        Some(b'%') => Some(at + 1),
        Some(0xC2) if bytes.get(at + 1) == Some(&0xB0) => Some(at + 2),
        Some(byte) if byte.is_ascii_alphabetic() => {
            let word = letters(&bytes[at..]);
            let stop = at + word.len();
            let whole = !bytes
                .get(stop)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | 0x80..));
            (whole && std::str::from_utf8(word).is_ok_and(is_unit)).then_some(stop)
        }
        _ => None,
    }
}

/// Tells whether a word is a unit of measure or a thing that is counted.
fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "ms" | "s"
            | "sec"
            | "secs"
            | "second"
            | "seconds"
            | "min"
            | "mins"
            | "minute"
            | "minutes"
            | "h"
            | "hr"
            | "hrs"
            | "hour"
            | "hours"
            | "d"
            | "day"
            | "days"
            | "week"
            | "weeks"
            | "month"
            | "months"
            | "year"
            | "years"
            | "ns"
            | "us"
            | "am"
            | "pm"
            | "AM"
            | "PM"
            | "B"
            | "b"
            | "bytes"
            | "KB"
            | "kB"
            | "kb"
            | "MB"
            | "mb"
            | "GB"
            | "gb"
            | "TB"
            | "KiB"
            | "MiB"
            | "GiB"
            | "Mbps"
            | "fps"
            | "FPS"
            | "Hz"
            | "kHz"
            | "MHz"
            | "GHz"
            | "px"
            | "pixels"
            | "pt"
            | "em"
            | "rem"
            | "dpi"
            | "mm"
            | "cm"
            | "m"
            | "km"
            | "in"
            | "ft"
            | "inch"
            | "inches"
            | "kg"
            | "g"
            | "lb"
            | "lbs"
            | "uu"
            | "deg"
            | "degrees"
            | "percent"
            | "k"
            | "K"
            | "M"
            | "x"
            | "times"
            | "lines"
            | "files"
            | "tokens"
            | "messages"
            | "items"
            | "actors"
            | "assets"
            | "triangles"
            | "tris"
            | "vertices"
            | "frames"
            | "bags"
            | "bag"
            | "passengers"
            | "passenger"
            | "seats"
            | "people"
            | "errors"
            | "warnings"
            | "tests"
            | "cores"
            | "threads"
            | "bits"
            | "bit"
            | "units"
            | "rows"
            | "columns"
            | "steps"
    )
}

/// `2024-05-15`, alone or before a time or a mark.
fn is_iso_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 10
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && bytes[4] == b'-'
        && bytes[5..7].iter().all(u8::is_ascii_digit)
        && bytes[7] == b'-'
        && bytes[8..10].iter().all(u8::is_ascii_digit)
        && bytes.get(10).is_none_or(|byte| matches!(byte, b'T' | b't' | b'-' | b'.'))
}

/// `15.05.2024`.
fn is_dotted_date(text: &str) -> bool {
    let mut parts = text.split('.');
    matches!(
        (parts.next(), parts.next(), parts.next(), parts.next()),
        (Some(day), Some(month), Some(year), None)
            if day.len() <= 2 && month.len() <= 2 && matches!(year.len(), 2 | 4)
                && (year.len() == 4 || month.len() == 2 && day.len() == 2)
    )
}

/// How much of a token with a colon is a time or a date with a time.
pub(super) fn clock(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if is_iso_date(text) {
        return Some(text.len());
    }
    let hours = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=2).contains(&hours) || bytes.get(hours) != Some(&b':') {
        return None;
    }
    let minutes = bytes.get(hours + 1..hours + 3)?;
    if !minutes.iter().all(u8::is_ascii_digit) {
        return None;
    }
    bytes[hours + 3..]
        .iter()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'Z' | b'-' | b','))
        .then_some(text.len())
        .or_else(|| {
            matches!(&bytes[hours + 3..], b"am" | b"pm" | b"AM" | b"PM").then_some(text.len())
        })
}

/// Takes in ` AM`, ` pm` behind a time.
pub(super) fn half_of_day(bytes: &[u8], at: usize) -> usize {
    let from = skip_space(bytes, at);
    let word = letters(&bytes[from..]);
    if matches!(word, b"AM" | b"PM" | b"am" | b"pm") { from + word.len() } else { at }
}

/// `May 15`, `May 15, 2024`, `May 15th`: where the date ends.
pub(super) fn month_first(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    if !is_month(&bytes[start..end]) {
        return None;
    }
    let after = if bytes.get(end) == Some(&b'.') { end + 1 } else { end };
    if bytes.get(after) != Some(&b' ') {
        return None;
    }
    let from = after + 1;
    let digits = bytes[from..].iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 4 {
        return Some(from + 4);
    }
    if !(1..=2).contains(&digits) {
        return None;
    }
    let mut stop = from + digits;
    if matches!(letters(&bytes[stop..]), b"st" | b"nd" | b"rd" | b"th") {
        stop += 2;
    }
    Some(year_after(bytes, stop))
}

/// `15 May`, `15 May 2024`: where the date ends.
fn month_after(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    if to - from > 2 || bytes.get(to) != Some(&b' ') {
        return None;
    }
    let word = letters(&bytes[to + 1..]);
    is_month(word).then(|| year_after(bytes, to + 1 + word.len()))
}

fn year_after(bytes: &[u8], at: usize) -> usize {
    let from = if bytes.get(at) == Some(&b',') { at + 1 } else { at };
    let digits =
        |from: usize| bytes[from..].iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    if bytes.get(from) == Some(&b' ') && digits(from + 1) == 4 { from + 5 } else { at }
}

fn is_month(word: &[u8]) -> bool {
    matches!(
        word,
        b"January"
            | b"February"
            | b"March"
            | b"April"
            | b"May"
            | b"June"
            | b"July"
            | b"August"
            | b"September"
            | b"October"
            | b"November"
            | b"December"
            | b"Jan"
            | b"Feb"
            | b"Mar"
            | b"Apr"
            | b"Jun"
            | b"Jul"
            | b"Aug"
            | b"Sep"
            | b"Sept"
            | b"Oct"
            | b"Nov"
            | b"Dec"
            | b"Januar"
            | b"Februar"
            | b"Mai"
            | b"Juni"
            | b"Juli"
            | b"Oktober"
            | b"Dezember"
    )
}

/// `v0.12`, `1.2.3-rc1`, `5.6.1+build`.
fn is_version(text: &str) -> bool {
    let bare = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let digits = bare.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let dots = bare.bytes().take(digits).filter(|byte| *byte == b'.').count();
    if digits == 0 || !bare.as_bytes()[0].is_ascii_digit() {
        return false;
    }
    let tail = &bare[digits..];
    if tail.is_empty() {
        return bare.len() < text.len() || dots >= 2;
    }
    dots >= 1
        && tail.starts_with('-')
        && tail.len() <= 24
        && mask_of(tail) & !(LETTER | DIGIT | DOT | DASH) == 0
        && tail.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// GUIDs with and without dashes, commit ids, hashes.
fn is_guid_or_hash(text: &str) -> bool {
    text.len() >= 7
        && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Codes of compilers and linkers: `C2065`, `LNK2019`, `E0277`.
fn is_error_code(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    is_digits(&text[letters..])
        && text.len() - letters == 4
        && matches!(&text[..letters], "C" | "LNK" | "E" | "CS" | "TS" | "MSB" | "NU" | "RC")
        && mask_of(text) & !(UPPER | DIGIT) == 0
}
