//! Amounts: what stands around a number that makes it money.

use super::unit::{letters, skip_space};

/// Where the currency sign begins that stands before a number.
pub(super) fn currency_before(bytes: &[u8], from: usize) -> Option<usize> {
    let head = &bytes[..from];
    if !matches!(head.last(), Some(b' ' | b'$' | 0x80..)) {
        return None;
    }
    let bare = head.strip_suffix(b" ").unwrap_or(head);
    for sign in ["€", "£", "¥", "₹"] {
        if bare.ends_with(sign.as_bytes()) {
            return Some(bare.len() - sign.len());
        }
    }
    head.ends_with(b"$").then(|| head.len() - 1)
}

/// Where a currency sign or word ends that stands after a number.
pub(super) fn currency_after(bytes: &[u8], at: usize) -> Option<usize> {
    let at = skip_space(bytes, at);
    let rest = &bytes[at..];
    if !rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'$' | 0x80..))
    {
        return None;
    }
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
pub(super) fn scaled(bytes: &[u8], to: usize) -> usize {
    let at = skip_space(bytes, to);
    let word = letters(&bytes[at..]);
    if matches!(word, b"million" | b"billion" | b"thousand" | b"USD") {
        at + word.len()
    } else {
        to
    }
}

/// Where a number ends whose thousands stand apart: `47 500`.
pub(super) fn grouped_end(bytes: &[u8], from: usize, to: usize) -> usize {
    if to - from > 3 {
        return to;
    }
    let mut end = to;
    // Six groups say more than any amount; a column of numbers is none.
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
