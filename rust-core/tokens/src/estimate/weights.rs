//! The weight of each feature.

use super::feature::FEATURES;

/// Tokens per feature in 1/1024, by `Feature::index`.
///
/// Fitted by non-negative least squares on the relative error against exact
/// `o200k_base` counts of 8,000 text samples of 200 to 8,000 characters:
/// manuals and Markdown, C, Python and Rust sources, JSON, listings and logs,
/// random base64 and hexadecimal, and messages of translated programs in some
/// twenty languages; one half to fit, the other to test. The figures quoted in
/// the documentation are not those but what `cargo run --release --example
/// heuristics` prints for texts that ship with this repository.
pub(super) const WEIGHTS: [u64; FEATURES] = [
    // A word of 1 to 14 letters after a space.
    1060, 607, 705, 900, 1040, 1079, 1197, 1312, 1597, 1734, 1802, 1983, 2119, 2253,
    // After punctuation.
    975, 1373, 1384, 1243, 1120, 1106, 1367, 1411, 1511, 1677, 1803, 1961, 2100, 2274,
    // After nothing.
    515, 2031, 1390, 1161, 1287, 1289, 1418, 1479, 1610, 1684, 1835, 1984, 2145, 2287,
    // In capitals.
    1635, 1306, 1490, 1724, 1431, 1403, 1415, 1424, 1534, 1676, 1789, 1949, 2102, 2265,
    // Runs of 1 to 4 punctuation characters.
    1096, 1012, 1173, 1186, // FarLetter, AccentedLetter, Digits, SameMark, MoreMark.
    272, 600, 1195, 56, 677, // Newline, SwallowedNewline, BlankRun, LongBlank.
    2120, 129, 835, 92, // Han, kana, Hangul and other scripts: character, run.
    738, 279, 524, 303, 576, 394, 250, 526, // WideMark, TypographicMark, RareByte.
    862, 903, 664, // FurtherDigit: a token, where it counts at all.
    1024,
];
