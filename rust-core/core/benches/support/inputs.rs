//! Makes the texts that are measured: the same ones in every run.

use crate::strings::Random;
use crate::words::{CHINESE, COMMON, JAPANESE, PREFIXES, STEMS, SUFFIXES};

/// Text of a kind, of about `length` bytes.
pub(crate) struct Inputs {
    random: Random,
    /// Some 45,000 English words, the frequent ones first.
    words: Vec<String>,
}

impl Inputs {
    pub(crate) fn new() -> Self {
        let mut random = Random::new(1);
        let mut words = Vec::new();
        for stem in STEMS {
            for prefix in PREFIXES {
                for suffix in SUFFIXES {
                    let stem = match suffix.chars().next() {
                        Some('a' | 'e' | 'i') => stem.trim_end_matches('e'),
                        _ => stem,
                    };
                    words.push(format!("{prefix}{stem}{suffix}"));
                }
            }
        }
        for index in (1..words.len()).rev() {
            words.swap(index, random.below(index + 1));
        }
        Self { random, words }
    }

    /// A number below `bound`, more often a small one, by Zipf's law.
    fn zipf(&mut self, bound: usize) -> usize {
        let unit = (self.random.next() >> 11) as f64 / (1u64 << 53) as f64;
        ((bound as f64).powf(unit) - 1.0) as usize
    }

    fn word(&mut self) -> String {
        if self.random.below(2) == 0 {
            return (*self.random.pick(COMMON)).to_owned();
        }
        let index = self.zipf(self.words.len());
        self.words[index].clone()
    }

    /// English prose with some Markdown.
    pub(crate) fn prose(&mut self, length: usize) -> String {
        let mut text = String::new();
        while text.len() < length {
            match self.random.below(12) {
                0 => {
                    let title = capital(&self.word());
                    text += &format!("## {title} {}\n\n", self.word());
                }
                1 => {
                    for _ in 0..3 {
                        let (item, rest) = (capital(&self.word()), self.sentence());
                        text += &format!("- **{item}**: {rest}\n");
                    }
                    text.push('\n');
                }
                _ => {
                    for _ in 0..2 + self.random.below(5) {
                        text += &self.sentence();
                        text.push(' ');
                    }
                    text.pop();
                    text += "\n\n";
                }
            }
        }
        text
    }

    fn sentence(&mut self) -> String {
        let mut sentence = capital(&self.word());
        for _ in 0..4 + self.random.below(18) {
            sentence += match self.random.below(40) {
                0..=2 => ", ",
                3 => "; ",
                4 => " - ",
                _ => " ",
            };
            match self.random.below(60) {
                0 => sentence += &self.random.below(3000).to_string(),
                1 => sentence += &format!("\"{}\"", self.word()),
                2 => sentence += &format!("`{}`", self.snake()),
                3 => sentence += &format!("({})", self.word()),
                4 => sentence += &capital(&self.word()),
                _ => sentence += &self.word(),
            }
        }
        sentence += *self.random.pick(&[".", ".", ".", ".", "!", "?", ":"]);
        sentence
    }

    fn stem(&mut self) -> &'static str {
        let index = self.zipf(STEMS.len());
        STEMS[(index * 7) % STEMS.len()]
    }

    fn snake(&mut self) -> String {
        let count = 1 + self.random.below(3);
        (0..count).map(|_| self.stem()).collect::<Vec<_>>().join("_")
    }

    fn camel(&mut self) -> String {
        let count = 1 + self.random.below(3);
        (0..count).map(|_| capital(self.stem())).collect()
    }

    /// Rust, C++ and Python.
    pub(crate) fn code(&mut self, length: usize) -> String {
        let mut text = String::new();
        while text.len() < length {
            let indent = "    ".repeat(self.random.below(4));
            let (a, b, c) = (self.snake(), self.snake(), self.snake());
            let (x, y) = (self.camel(), self.camel());
            let number = self.random.below(1000);
            text += &match self.random.below(16) {
                0 => format!(
                    "\n/// {}\npub fn {a}(&self, {b}: &{x}) -> Option<{y}> {{\n",
                    self.sentence()
                ),
                1 => format!("{indent}let {a} = self.{b}.{c}({number})?;\n"),
                2 => format!(
                    "{indent}if {a}.{b}() != {x}::{y} {{\n{indent}    return Err({x}Error::{y});\n{indent}}}\n"
                ),
                3 => format!("{indent}for (index, {a}) in {b}.iter().enumerate() {{\n"),
                4 => format!("{indent}// {}\n", self.sentence()),
                5 => format!("{indent}}}\n"),
                6 => format!("#include \"{x}/{y}.h\"\n"),
                7 => format!(
                    "\tUPROPERTY(EditAnywhere, Category = \"{x}\")\n\tTObjectPtr<U{x}{y}> {y};\n\n"
                ),
                8 => format!(
                    "\tif (U{x}* {y} = Cast<U{x}>(Get{y}()))\n\t{{\n\t\t{y}->Set{x}({number}.0f);\n\t}}\n"
                ),
                9 => format!("void F{x}::{y}(const FString& {x}Name, int32 Index)\n{{\n"),
                10 => format!("def {a}({b}, {c}=None):\n    \"\"\"{}\"\"\"\n", self.sentence()),
                11 => format!("{indent}self.{a} = {{\"{b}\": {c}[{number}], \"{c}\": '{a}'}}\n"),
                12 => format!("{indent}return [{a} for {a} in {b} if {a}.{c} > {number}]\n\n"),
                13 => format!("{indent}assert_eq!({a}({number}), \"{}\");\n", self.word()),
                14 => format!("//{}\n", "-".repeat(70)),
                _ => format!("{indent}{a}.{b}({c}, 0x{number:04X}, {x}::new());\n"),
            };
        }
        text
    }

    /// JSON records and log lines.
    pub(crate) fn json(&mut self, length: usize) -> String {
        let mut text = String::new();
        while text.len() < length {
            let (a, b) = (self.snake(), self.snake());
            let (id, small) = (self.random.next(), self.random.below(100_000));
            let (x, y) = (self.camel(), self.camel());
            text += &match self.random.below(6) {
                0 => format!(
                    "{{\"id\":\"{id:016x}\",\"{a}\":{small},\"path\":\"/Game/{x}/{y}.{y}\",\"ok\":true}}\n"
                ),
                1 => format!(
                    "  {{\n    \"{a}\": {{\n      \"{b}\": [{small}, {}.{small:05}, null],\n      \"name\": \"{} {}\"\n    }}\n  }},\n",
                    id % 90,
                    self.word(),
                    self.word()
                ),
                2 => format!(
                    "[2026.11.{:02}-10.{:02}.{:02}:{:03}][{:3}]Log{x}: Warning: {}\n",
                    id % 28 + 1,
                    id % 60,
                    small % 60,
                    id % 1000,
                    small % 1000,
                    self.sentence()
                ),
                3 => format!(
                    "-rw-r--r-- 1 build build {small:>8} Nov 20 10:{:02} {a}_{b}.uasset\n",
                    id % 60
                ),
                4 => format!(
                    "{{\"role\":\"tool\",\"tool_call_id\":\"call_{id:x}\",\"content\":\"{}\"}}\n",
                    self.sentence()
                ),
                _ => format!("{x}.cpp({small}): error C2065: '{y}': undeclared identifier\n"),
            };
        }
        text
    }

    /// Chinese and Japanese, a paragraph of each in turn.
    pub(crate) fn ideographs(&mut self, length: usize) -> String {
        let mut text = String::new();
        let mut words = [CHINESE, JAPANESE].into_iter().cycle();
        while text.len() < length {
            let words = words.next().unwrap_or(CHINESE);
            for _ in 0..2 + self.random.below(6) {
                for _ in 0..3 + self.random.below(9) {
                    let index = self.zipf(words.len());
                    text += words[index];
                    if self.random.below(12) == 0 {
                        text.push('、');
                    }
                    if self.random.below(25) == 0 {
                        text += self.stem();
                    }
                    // Characters as names and rare words have them.
                    if self.random.below(10) == 0 {
                        let code = 0x4e00 + self.zipf(0x5000) as u32;
                        text.extend(char::from_u32(code));
                    }
                }
                text += *self.random.pick(&["。", "。", "，", "！", "？", "：", "「", "」"]);
            }
            text.push('\n');
        }
        text
    }

    /// Strings of 20 to 200 characters of all kinds.
    pub(crate) fn short(&mut self, count: usize) -> Vec<String> {
        let whole = [self.prose(4_000_000), self.code(4_000_000), self.json(4_000_000)];
        (0..count)
            .map(|index| {
                let text = &whole[index % 3];
                let start = self.random.below(text.len() - 200);
                text[start..start + 20 + self.random.below(181)].to_owned()
            })
            .collect()
    }

    /// Characters of `ranges` at random.
    pub(crate) fn characters(&mut self, count: usize, ranges: &[(u32, u32)]) -> String {
        let mut pick = || {
            let (first, last) = *self.random.pick(ranges);
            char::from_u32(first + self.random.below((last - first + 1) as usize) as u32)
        };
        (0..count).filter_map(|_| pick()).collect()
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
