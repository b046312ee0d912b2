//! The reference implementation for every encoding.

use std::sync::LazyLock;

use fancy_regex::Regex;
use tiktoken_rs::CoreBPE;
use vibeue_core::tokens::exact::Encoding;

/// What an encoding's own tokenizer does.
pub(crate) struct Reference {
    bpe: &'static CoreBPE,
    /// The expressions with which a text is split before the engine gets it, each applied to every
    /// part that the previous one left.
    splits: &'static [Regex],
}

impl Reference {
    /// The tokens of a text, in which nothing is special.
    pub(crate) fn encode_ordinary(&self, text: &str) -> Vec<u32> {
        let mut parts = vec![text];
        for split in self.splits {
            parts = parts.into_iter().flat_map(|part| isolated(split, part)).collect();
        }
        parts.into_iter().flat_map(|part| self.bpe.encode_ordinary(part)).collect()
    }

    /// The bytes of one token.
    pub(crate) fn decode(&self, token: u32) -> Option<Vec<u8>> {
        self.bpe.decode_bytes(&[token]).ok()
    }
}

/// The matches of an expression in a text and what lies between them.
fn isolated<'a>(split: &Regex, text: &'a str) -> Vec<&'a str> {
    let (mut parts, mut end) = (Vec::new(), 0);
    for found in split.find_iter(text) {
        let found = found.expect("the text is no longer than the engine bears");
        parts.push(&text[end..found.start()]);
        parts.push(found.as_str());
        end = found.end();
    }
    parts.push(&text[end..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Every encoding with its reference.
pub(crate) fn references() -> Vec<(Encoding, Reference)> {
    Encoding::ALL.iter().map(|&encoding| (encoding, reference(encoding))).collect()
}

fn reference(encoding: Encoding) -> Reference {
    let (bpe, splits): (_, &[Regex]) = match encoding {
        Encoding::O200kBase => (tiktoken_rs::o200k_base_singleton(), &[]),
        Encoding::O200kHarmony => (tiktoken_rs::o200k_harmony_singleton(), &[]),
        Encoding::Cl100kBase => (tiktoken_rs::cl100k_base_singleton(), &[]),
        Encoding::Qwen2 => (&*QWEN2, &[]),
        Encoding::MistralTekken => (&*TEKKEN, &[]),
        Encoding::KimiK2 => (&*KIMI, &[]),
        Encoding::DeepSeekV3 => (&*DEEPSEEK, &*DEEPSEEK_SPLITS),
        Encoding::Llama3 => (&*LLAMA3, &[]),
        other => panic!("{other} has no reference here"),
    };
    Reference { bpe, splits }
}

/// Every token of an encoding that is a string.
pub(crate) fn vocabulary(encoding: Encoding, reference: &Reference) -> Vec<String> {
    let first = match encoding {
        Encoding::MistralTekken => 1000,
        Encoding::DeepSeekV3 => 3,
        _ => 0,
    };
    let tokens = (first..).map_while(|rank| reference.decode(rank));
    tokens.filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
}

static QWEN2: LazyLock<CoreBPE> = LazyLock::new(|| {
    build(
        "qwen2",
        0,
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    )
});

static TEKKEN: LazyLock<CoreBPE> = LazyLock::new(|| {
    build(
        "mistral_v3",
        1000,
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    )
});

static KIMI: LazyLock<CoreBPE> = LazyLock::new(|| {
    build(
        "kimi_k2",
        0,
        r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    )
});

/// Llama 3's published pattern. The engine looks whole pieces up first, as Llama
/// 3's own tokenizer does.
static LLAMA3: LazyLock<CoreBPE> = LazyLock::new(|| {
    build(
        "llama3",
        0,
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    )
});

/// Every piece is a part that the splits left.
static DEEPSEEK: LazyLock<CoreBPE> = LazyLock::new(|| build("deepseek_v3", 3, r"[\s\S]+"));

/// The three splits of DeepSeek V3's published configuration.
static DEEPSEEK_SPLITS: LazyLock<[Regex; 3]> = LazyLock::new(|| {
    [
        r"\p{N}{1,3}",
        r"[一-龥\u3040-ゟ゠-ヿ]+",
        r##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"##,
    ]
    .map(|pattern| Regex::new(pattern).expect("the pattern is valid"))
});

/// The reference's engine with another vocabulary and its published pattern.
fn build(name: &str, first: u32, pattern: &str) -> CoreBPE {
    let encoding = tiktoken::get_encoding(name).expect("the feature of this vocabulary is on");
    let ranks = (first..encoding.vocab_size() as u32).map(|rank| (encoding.decode(&[rank]), rank));
    let specials = [("<|none|>".to_owned(), u32::MAX)];
    CoreBPE::new(ranks.collect(), specials.into_iter().collect(), pattern)
        .expect("the pattern is valid")
}
