//! Numbers, and codes that begin with digits or contain them.

use super::FactKind;
use super::class::{COMMA, DASH, DIGIT, DOT, LETTER, LOWER, UNDERSCORE, UPPER, mask_of};
use super::date::{east_asian, is_dotted_date, is_iso_date, month_after, time_after};
use super::error_line;
use super::money::{currency_after, currency_before, grouped_end, scaled};
use super::scanner::Scanner;
use super::unit::{is_unit, unit_after};
use super::word;

/// Returns whether a text consists of digits only.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Takes a token that contains digits but no slashes, colons or `@`.
pub(super) fn take(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize, mask: u16) -> usize {
    let text = &scanner.text[from..to];
    let first_is_digit = scanner.bytes[from].is_ascii_digit();
    if mask & !(DIGIT | DOT | COMMA) == 0 && first_is_digit {
        return plain(scanner, from, to);
    }
    let kind = if is_iso_date(text) {
        let end = time_after(scanner.bytes, to);
        if end > to {
            scanner.out.add(FactKind::Date, &scanner.text[from..end]);
        }
        FactKind::Date
    } else if let Some(kind) = FactKind::of_word(text) {
        kind
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
    if let Some(other) = suffix.strip_prefix(['x', 'X'])
        && other.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'x')
    {
        scanner.out.add(FactKind::Number, text);
        return to;
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

/// Takes a token of digits, dots and commas, with what surrounds it.
fn plain(scanner: &mut Scanner<'_, '_, '_>, from: usize, to: usize) -> usize {
    let (text, bytes) = (scanner.text, scanner.bytes);
    let token = &text[from..to];
    let dots = token.bytes().filter(|byte| *byte == b'.').count();
    if dots >= 2 {
        let kind = if is_dotted_date(token) {
            FactKind::Date
        } else {
            FactKind::of_word(token).unwrap_or(FactKind::Version)
        };
        scanner.out.add(kind, token);
        return to;
    }
    if let Some(start) = currency_before(bytes, from) {
        let end = scaled(bytes, to);
        scanner.out.add(FactKind::Money, &text[start..end]);
        bare_amount(scanner, token);
        return end;
    }
    let signed = usize::from(is_signed(bytes, from));
    if may_go_on(bytes, to) {
        let grouped = grouped_end(bytes, from, to);
        for end in [grouped, to] {
            if let Some(stop) = currency_after(bytes, end) {
                scanner.out.add(FactKind::Money, &text[from..stop]);
                bare_amount(scanner, token);
                return stop;
            }
            if end == to {
                break;
            }
        }
        let date = month_after(bytes, from, to).or_else(|| east_asian(bytes, from, to));
        if let Some(stop) = date {
            scanner.out.add(FactKind::Date, &text[from..stop]);
            return stop;
        }
        if let Some(stop) = unit_after(bytes, grouped).or_else(|| unit_after(bytes, to)) {
            scanner.out.add(FactKind::Number, &text[from - signed..stop]);
            if text[from..stop].ends_with("errors") {
                error_line::take(scanner, stop - "errors".len(), stop);
            }
            return stop;
        }
    }
    if from > 0 && bytes[from - 1] == b'#' {
        scanner.out.add(FactKind::Id, &text[from - 1..to]);
    } else if token.len() >= 3 {
        scanner.out.add(FactKind::Number, &text[from - signed..to]);
    }
    to
}

/// Returns whether the text after a number, with or without a space, may belong to it: a unit, a
/// currency, a month, the next three digits.
fn may_go_on(bytes: &[u8], to: usize) -> bool {
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'%' | 0x80..);
    match bytes.get(to) {
        Some(b' ') => bytes.get(to + 1).is_some_and(belongs),
        // An ordinal number: `14. März`.
        Some(b'.') => bytes.get(to + 1) == Some(&b' '),
        next => next.is_some_and(belongs),
    }
}

/// Also counts the bare number of an amount: tools' results show it without a
/// currency.
fn bare_amount(scanner: &mut Scanner<'_, '_, '_>, token: &str) {
    if token.len() >= 3 {
        scanner.out.add(FactKind::Number, token);
    }
}

/// Returns whether the dash before a number is its sign.
fn is_signed(bytes: &[u8], from: usize) -> bool {
    from > 0
        && bytes[from - 1] == b'-'
        && (from == 1 || matches!(bytes[from - 2], b' ' | b'(' | b'[' | b'=' | b'\n' | b'"' | b','))
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
