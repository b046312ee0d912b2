//! Amounts of money, recognized by what surrounds a number.

use super::unit::{letters, skip_space};

/// Signs that come before or after a number.
const SIGNS: [&str; 10] = ["€", "£", "¥", "₹", "₩", "₽", "₺", "₫", "₪", "฿"];
/// Signs that only come after a number; longer ones first.
const SIGNS_BEHIND: [&str; 9] = ["万円", "億円", "円", "万元", "亿元", "元", "원", "zł", "Kč"];

/// Where the currency sign before a number begins.
pub(super) fn currency_before(bytes: &[u8], from: usize) -> Option<usize> {
    let head = &bytes[..from];
    if !matches!(head.last(), Some(b' ' | b'$' | 0x80..)) {
        return None;
    }
    let bare = head.strip_suffix(b" ").unwrap_or(head);
    for sign in SIGNS {
        if bare.ends_with(sign.as_bytes()) {
            return Some(bare.len() - sign.len());
        }
    }
    head.ends_with(b"$").then(|| head.len() - 1)
}

/// Where the currency sign or word after a number ends.
pub(super) fn currency_after(bytes: &[u8], at: usize) -> Option<usize> {
    let at = skip_space(bytes, at);
    let rest = &bytes[at..];
    if !rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'$' | 0x80..))
    {
        return None;
    }
    if rest[0] >= 0x80 || matches!(rest[0], b'z' | b'K') {
        let sign = SIGNS.iter().chain(&SIGNS_BEHIND).find(|sign| rest.starts_with(sign.as_bytes()));
        if let Some(sign) = sign {
            return Some(at + sign.len());
        }
    }
    if rest.first() == Some(&b'$') && !rest.get(1).is_some_and(u8::is_ascii_alphanumeric) {
        return Some(at + 1);
    }
    let word = letters(rest);
    let named = matches!(
        word,
        b"dollars"
            | b"dollar"
            | b"euros"
            | b"euro"
            | b"Euro"
            | b"cents"
            | b"pounds"
            | b"yen"
            | b"yuan"
            | b"won"
            | b"francs"
            | b"Franken"
    );
    (named || is_code(word)).then(|| at + word.len())
}

/// Common ISO 4217 currency codes.
fn is_code(word: &[u8]) -> bool {
    matches!(
        word,
        b"USD"
            | b"EUR"
            | b"GBP"
            | b"JPY"
            | b"CHF"
            | b"CNY"
            | b"KRW"
            | b"PLN"
            | b"CZK"
            | b"SEK"
            | b"NOK"
            | b"DKK"
            | b"INR"
            | b"BRL"
            | b"CAD"
            | b"AUD"
    )
}

/// `USD 30`: where the amount ends.
pub(super) fn currency_first(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    if !is_code(&bytes[start..end]) {
        return None;
    }
    let from = skip_space(bytes, end);
    let digits = bytes[from..]
        .iter()
        // Swiss amounts separate thousands with apostrophes.
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'\''))
        .count();
    let mut stop = from + digits;
    while stop > from && matches!(bytes[stop - 1], b'.' | b',' | b'\'') {
        stop -= 1;
    }
    (stop > from && from > end).then_some(stop)
}

/// Includes a scale that may follow `$1.2`: ` million`, ` k`.
pub(super) fn scaled(bytes: &[u8], to: usize) -> usize {
    let at = skip_space(bytes, to);
    let word = letters(&bytes[at..]);
    if matches!(word, b"million" | b"billion" | b"thousand" | b"USD") {
        at + word.len()
    } else {
        to
    }
}

/// Where a number ends whose thousands are separated by spaces: `47 500`.
pub(super) fn grouped_end(bytes: &[u8], from: usize, to: usize) -> usize {
    if to - from > 3 {
        return to;
    }
    let mut end = to;
    // No amount has more than six groups; a column of numbers may.
    for _ in 0..6 {
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
