//! Random strings that are hard to tokenize.

#[path = "random.rs"]
mod random;

pub(crate) use random::Random;

/// Ranges of characters, from plain to newly assigned.
const RANGES: &[(u32, u32)] = &[
    (0x20, 0x7e),
    (0x61, 0x7a),
    (0x41, 0x5a),
    (0x30, 0x39),
    (0x00, 0x20),
    (0x21, 0x2f),
    (0x7f, 0xff),
    (0x100, 0x24f),
    (0x1c4, 0x1cc),
    (0x2b0, 0x2ff),
    (0x300, 0x36f),
    (0x370, 0x3ff),
    (0x400, 0x52f),
    (0x531, 0x5ff),
    (0x600, 0x6ff),
    (0x900, 0xdff),
    (0xe00, 0xeff),
    (0x10a0, 0x10ff),
    (0x13a0, 0x13ff),
    (0x1680, 0x1680),
    (0x1c80, 0x1c8f),
    (0x1e00, 0x1fff),
    (0x2000, 0x206f),
    (0x2070, 0x218f),
    (0x2190, 0x2bff),
    (0x2c00, 0x2dff),
    (0x2e80, 0x3030),
    (0x3000, 0x30ff),
    (0x3040, 0x309f),
    (0x3400, 0x4dbf),
    (0x4e00, 0x9fff),
    (0x4e00, 0x5200),
    (0xa640, 0xa7ff),
    (0xac00, 0xd7a3),
    (0xe000, 0xf8ff),
    (0xf900, 0xfdff),
    (0xfe00, 0xffff),
    (0xff10, 0xff5a),
    (0x1_0000, 0x1_0fff),
    (0x1_0400, 0x1_04ff),
    (0x1_1000, 0x1_1fff),
    (0x1_d400, 0x1_d7ff),
    (0x1_e900, 0x1_e95f),
    (0x1_f300, 0x1_faff),
    (0x2_0000, 0x3_347f),
    (0x3_2300, 0x3_3500),
    (0xe_0000, 0xe_01ff),
    (0x00, 0x10_ffff),
];

/// Pieces of text at which pretokenizers differ.
const FRAGMENTS: &[&str] = &[
    "'s",
    "'S",
    "'ſ",
    "'t",
    "'re",
    "'RE",
    "'ve",
    "'m",
    "'ll",
    "'Ll",
    "'d",
    "'",
    "''s",
    "I'll",
    "don'tx",
    "\r\n",
    "\n",
    "\n\n",
    "\r",
    " ",
    "  ",
    "   ",
    "\t",
    "\t\t",
    " \n",
    "\n ",
    "\n  x",
    "\u{a0}",
    "\u{85}",
    "\u{3000}",
    "\u{2028}",
    "\u{200b}",
    "\u{200d}",
    "\u{feff}",
    "\0",
    "\0\0",
    "//",
    "/",
    "\n/",
    "/\n",
    ";\n//",
    "=\r\n/",
    "*/",
    "/**",
    "...",
    "--",
    "==",
    "_",
    "__init__",
    "#",
    "{",
    "}",
    "(",
    ")",
    "[\"",
    "\"]",
    "\": \"",
    "\",",
    "<|endoftext|>",
    "<|im_start|>",
    "https://",
    "0",
    "12",
    "123",
    "1234",
    "0x1F",
    "½",
    "²",
    "Ⅷ",
    "٣",
    "१२३",
    "a",
    "A",
    "aB",
    "AbC",
    "HTTPServer",
    "iPhone",
    "ſ",
    "K",
    "İ",
    "ß",
    "ẞ",
    "ǅ",
    "ʰ",
    "ª",
    "é",
    "e\u{301}",
    "\u{301}",
    "\u{903}",
    "क्षि",
    "中文",
    "日本語",
    "です。",
    "，",
    "한국어",
    "ไทย",
    "العربية",
    "עברית",
    "👩\u{200d}👩\u{200d}👧",
    "🇩🇪",
    "❤️",
    "𝒜𝒷",
    "Ꮳꮳ",
    "ᾳ",
    "ŉ",
    "\u{32c52}",
    "\u{33247}",
    "the",
    " the",
    " of",
    "The quick brown fox",
    "fn main() {\n    println!(\"{}\", x);\n}\n",
    "for (int i = 0; i < n; ++i) {\n\t\tsum += a[i];\n\t}\n",
    "{\"id\": 17, \"ok\": true}",
];

/// Alphabets that put borders of pieces everywhere.
const DENSE: &[&[u8]] = &[
    b" \n\r\t'/aAsSlLeE01.;",
    b"  \n\n  \t\r\n/;x",
    b"'''sStTmMdDlLrReEvV xX",
    b"aAbBcC 'sS",
    b"0123456789 .a",
    b"/\n/\n;=/ a1",
    b"abcdefghijklmnopqrstuvwxyz      ,.",
    b"=-*#_/!\"{}[]() \n\ta0",
];

/// Makes random strings; some are built from whole tokens of a vocabulary.
#[derive(Debug)]
pub(crate) struct Strings {
    random: Random,
    tokens: Vec<String>,
}

impl Strings {
    /// Starts a sequence of strings. `tokens` may be empty.
    pub(crate) fn new(seed: u64, tokens: Vec<String>) -> Self {
        Self { random: Random::new(seed), tokens }
    }

    /// The next string.
    pub(crate) fn next(&mut self) -> String {
        let mut text = String::new();
        let parts = 1 + self.random.below(12);
        let theme = self.random.below(9);
        let range = *self.random.pick(RANGES);
        for _ in 0..parts {
            let kind = if self.random.below(3) == 0 { self.random.below(7) } else { theme };
            match kind {
                0 => text += *self.random.pick(FRAGMENTS),
                1 => {
                    for _ in 0..1 + self.random.below(12) {
                        text.push(self.character(range));
                    }
                }
                2 => {
                    let range = *self.random.pick(RANGES);
                    for _ in 0..1 + self.random.below(6) {
                        text.push(self.character(range));
                    }
                }
                3 => {
                    let range = *self.random.pick(RANGES);
                    let character = self.character(range);
                    let length = 1 << self.random.below(8);
                    let length = 1 + self.random.below(length);
                    text.extend(std::iter::repeat_n(character, length));
                }
                4 | 5 if !self.tokens.is_empty() => {
                    for _ in 0..1 + self.random.below(5) {
                        let token: &String = self.random.pick(&self.tokens);
                        text.push_str(token);
                    }
                }
                6 => self.mutate(&mut text),
                // What is decided by masks of 64 bytes needs texts that are dense
                // in borders of all kinds and longer than that.
                8 => {
                    let alphabet = *self.random.pick(DENSE);
                    for _ in 0..1 + self.random.below(150) {
                        text.push(char::from(*self.random.pick(alphabet)));
                    }
                }
                _ => {
                    for _ in 0..1 + self.random.below(6) {
                        text += *self.random.pick(FRAGMENTS);
                    }
                }
            }
        }
        text
    }

    fn character(&mut self, (first, last): (u32, u32)) -> char {
        let code = first + self.random.below((last - first + 1) as usize) as u32;
        char::from_u32(code).unwrap_or('\u{fffd}')
    }

    /// Changes, drops, doubles or swaps some characters.
    fn mutate(&mut self, text: &mut String) {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..3 {
            if characters.is_empty() {
                break;
            }
            let index = self.random.below(characters.len());
            match self.random.below(4) {
                0 => {
                    let range = *self.random.pick(RANGES);
                    characters[index] = self.character(range);
                }
                1 => {
                    characters.remove(index);
                }
                2 => characters.insert(index, characters[index]),
                _ => {
                    let other = self.random.below(characters.len());
                    characters.swap(index, other);
                }
            }
        }
        *text = characters.into_iter().collect();
    }
}
