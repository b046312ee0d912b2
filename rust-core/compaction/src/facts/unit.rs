//! Units of measure and counted things: the word after a number.

/// Skips one space, including a no-break or thin one.
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b' ') => at + 1,
        Some(0xC2 | 0xE2) => {
            let spaces = ["\u{a0}", "\u{202f}", "\u{2009}"].map(str::as_bytes);
            let found = spaces.into_iter().find(|space| bytes[at..].starts_with(space));
            at + found.map_or(0, <[u8]>::len)
        }
        _ => at,
    }
}

pub(super) fn letters(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
    &bytes[..length]
}

/// Where the unit after a number ends.
pub(super) fn unit_after(bytes: &[u8], to: usize) -> Option<usize> {
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
            let unit = whole && std::str::from_utf8(word).is_ok_and(is_unit);
            unit.then(|| rate_end(bytes, stop).unwrap_or(stop))
        }
        _ => None,
    }
}

/// Where a rate ends whose first unit ends at `stop`: metres are not metres per
/// second.
fn rate_end(bytes: &[u8], stop: usize) -> Option<usize> {
    let per = letters(bytes.get(stop..)?.strip_prefix(b"/")?);
    let end = stop + 1 + per.len();
    let known = matches!(
        per,
        b"s" | b"sec" | b"min" | b"h" | b"hour" | b"day" | b"frame" | b"ms" | b"person" | b"px"
    );
    let whole = !bytes
        .get(end)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | 0x80..));
    (known && whole).then_some(end)
}

/// Returns whether a word is a unit of measure or a thing that is counted.
#[expect(clippy::too_many_lines, reason = "a list of units, one a line")]
pub(super) fn is_unit(word: &str) -> bool {
    // Matching on bytes compares them one at a time; matching on texts would
    // compare with each in turn.
    matches!(
        word.as_bytes(),
        b"ms"
            | b"s"
            | b"sec"
            | b"secs"
            | b"second"
            | b"seconds"
            | b"min"
            | b"mins"
            | b"minute"
            | b"minutes"
            | b"h"
            | b"hr"
            | b"hrs"
            | b"hour"
            | b"hours"
            | b"d"
            | b"day"
            | b"days"
            | b"week"
            | b"weeks"
            | b"month"
            | b"months"
            | b"year"
            | b"years"
            | b"ns"
            | b"us"
            | b"am"
            | b"pm"
            | b"AM"
            | b"PM"
            | b"B"
            | b"b"
            | b"bytes"
            | b"KB"
            | b"kB"
            | b"kb"
            | b"MB"
            | b"mb"
            | b"GB"
            | b"gb"
            | b"TB"
            | b"KiB"
            | b"MiB"
            | b"GiB"
            | b"Mbps"
            | b"fps"
            | b"FPS"
            | b"Hz"
            | b"kHz"
            | b"MHz"
            | b"GHz"
            | b"px"
            | b"pixels"
            | b"pt"
            | b"em"
            | b"rem"
            | b"dpi"
            | b"mm"
            | b"cm"
            | b"m"
            | b"km"
            | b"in"
            | b"ft"
            | b"inch"
            | b"inches"
            | b"kg"
            | b"g"
            | b"lb"
            | b"lbs"
            | b"uu"
            | b"deg"
            | b"degrees"
            | b"percent"
            | b"k"
            | b"K"
            | b"M"
            | b"x"
            | b"times"
            | b"lines"
            | b"files"
            | b"tokens"
            | b"messages"
            | b"items"
            | b"actors"
            | b"assets"
            | b"triangles"
            | b"tris"
            | b"vertices"
            | b"frames"
            | b"bags"
            | b"bag"
            | b"passengers"
            | b"passenger"
            | b"seats"
            | b"people"
            | b"errors"
            | b"warnings"
            | b"tests"
            | b"cores"
            | b"threads"
            | b"bits"
            | b"bit"
            | b"units"
            | b"rows"
            | b"columns"
            | b"steps"
    )
}
