//! What is measured and counted: the word after a number.

/// Skips one space, also a no-break or thin one.
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

/// Where the unit ends that stands after a number.
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
            (whole && std::str::from_utf8(word).is_ok_and(is_unit)).then_some(stop)
        }
        _ => None,
    }
}

/// Tells whether a word is a unit of measure or a thing that is counted.
pub(super) fn is_unit(word: &str) -> bool {
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
