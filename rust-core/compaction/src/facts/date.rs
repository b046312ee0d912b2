//! Dates and times of day.

use super::unit::{letters, skip_space};

/// `2024-05-15`, alone or before a time or a mark.
pub(super) fn is_iso_date(text: &str) -> bool {
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
pub(super) fn is_dotted_date(text: &str) -> bool {
    let mut parts = text.split('.');
    matches!(
        (parts.next(), parts.next(), parts.next(), parts.next()),
        (Some(day), Some(month), Some(year), None)
            if day.len() <= 2 && month.len() <= 2 && matches!(year.len(), 2 | 4)
                && (year.len() == 4 || month.len() == 2 && day.len() == 2)
    )
}

/// How much of a token with a colon is a time, or a date with a time.
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

/// Includes ` AM` or ` pm` after a time.
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

/// `15 May`, `15 May 2024`, `14. März 2027`, `3 de abril de 2026`: where the
/// date ends.
pub(super) fn month_after(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    if to - from > 2 {
        return None;
    }
    // German and some of its neighbours write the day as an ordinal number.
    let dot = usize::from(bytes.get(to) == Some(&b'.'));
    if bytes.get(to + dot) != Some(&b' ') {
        return None;
    }
    let mut at = to + dot + 1;
    let iberian = bytes[at..].starts_with(b"de ");
    at += if iberian { 3 } else { 0 };
    let word = month_name(&bytes[at..]);
    let end = at + word.len();
    if !is_month_behind(word) {
        return None;
    }
    Some(if iberian && bytes[end..].starts_with(b" de ") {
        let year = year_after(bytes, end + 3);
        if year > end + 3 { year } else { end }
    } else {
        year_after(bytes, end)
    })
}

/// `2026年3月14日`, `3月14日`, `2026년 3월 14일`: where the date ends that begins with
/// these digits.
pub(super) fn east_asian(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    const UNITS: [[&str; 2]; 3] = [["年", "년"], ["月", "월"], ["日", "일"]];
    let (mut end, mut digits) = (to, to - from);
    let mut parts = 0;
    let mut first_is_year = false;
    for (at, unit) in UNITS.iter().enumerate() {
        let rest = &bytes[end..];
        let Some(mark) = unit.iter().find(|mark| rest.starts_with(mark.as_bytes())) else {
            if parts == 0 {
                continue;
            }
            break;
        };
        if digits == 0 || digits > if at == 0 { 4 } else { 2 } {
            break;
        }
        first_is_year |= at == 0 && digits == 4;
        parts += 1;
        let stop = end + mark.len();
        // On to the next number; in Korean a space precedes it.
        let next = skip_space(bytes, stop);
        digits = bytes[next..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
        let joined = digits > 0
            && UNITS.get(at + 1).is_some_and(|unit| {
                unit.iter().any(|mark| bytes[next + digits..].starts_with(mark.as_bytes()))
            });
        if !joined {
            end = stop;
            break;
        }
        end = next + digits;
    }
    (parts >= 2 || first_is_year).then_some(end)
}

fn year_after(bytes: &[u8], at: usize) -> usize {
    let from = if bytes.get(at) == Some(&b',') { at + 1 } else { at };
    let digits =
        |from: usize| bytes[from..].iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    if bytes.get(from) == Some(&b' ') && digits(from + 1) == 4 { from + 5 } else { at }
}

/// The letters at the head of a text, including those of two-byte UTF-8.
fn month_name(bytes: &[u8]) -> &[u8] {
    let letter = |byte: &&u8| byte.is_ascii_alphabetic() || (0x80..0xE0).contains(*byte);
    &bytes[..bytes.iter().take(16).take_while(letter).count()]
}

/// Month names in English and German, which capitalize them.
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
            | b"M\xC3\xA4rz"
            | b"Mai"
            | b"Juni"
            | b"Juli"
            | b"Oktober"
            | b"Dezember"
    )
}

/// Month names as written after a day, including those of languages that write
/// them in lower case.
fn is_month_behind(word: &[u8]) -> bool {
    if is_month(word) {
        return true;
    }
    let mut lower = [0; 16];
    let Some(lower) = lower.get_mut(..word.len()).filter(|lower| lower.len() >= 3) else {
        return false;
    };
    lower.copy_from_slice(word);
    lower[0].make_ascii_lowercase();
    std::str::from_utf8(lower).is_ok_and(is_lower_case_month)
}

/// Month names in French, Spanish, Italian, Portuguese, Dutch, the Nordic
/// languages and Polish (in the case used after a day).
#[expect(clippy::too_many_lines, reason = "a list of months, one a line")]
fn is_lower_case_month(word: &str) -> bool {
    matches!(
        word,
        "janvier"
            | "février"
            | "mars"
            | "avril"
            | "mai"
            | "juin"
            | "juni"
            | "juli"
            | "juillet"
            | "août"
            | "september"
            | "septembre"
            | "octobre"
            | "november"
            | "novembre"
            | "december"
            | "décembre"
            | "enero"
            | "febrero"
            | "marzo"
            | "abril"
            | "mayo"
            | "junio"
            | "julio"
            | "agosto"
            | "septiembre"
            | "octubre"
            | "noviembre"
            | "diciembre"
            | "gennaio"
            | "febbraio"
            | "april"
            | "aprile"
            | "maggio"
            | "giugno"
            | "luglio"
            | "settembre"
            | "ottobre"
            | "dicembre"
            | "janeiro"
            | "fevereiro"
            | "março"
            | "maio"
            | "junho"
            | "julho"
            | "setembro"
            | "outubro"
            | "novembro"
            | "dezembro"
            | "januari"
            | "februari"
            | "maart"
            | "augustus"
            | "oktober"
            | "stycznia"
            | "lutego"
            | "marca"
            | "kwietnia"
            | "maja"
            | "czerwca"
            | "lipca"
            | "sierpnia"
            | "września"
            | "października"
            | "listopada"
            | "grudnia"
    )
}

/// Where the time after a date and one space ends.
pub(super) fn time_after(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at) != Some(&b' ') {
        return at;
    }
    let rest = &bytes[at + 1..];
    let length = rest
        .iter()
        .take(15)
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b','))
        .count();
    let marks = rest[..length].iter().rev().take_while(|byte| !byte.is_ascii_digit()).count();
    let time = std::str::from_utf8(&rest[..length - marks]).unwrap_or_default();
    if clock(time).is_some() { at + 1 + time.len() } else { at }
}
