//! The reference implementation for every encoding.

use std::sync::LazyLock;

use tiktoken_rs::CoreBPE;
use vibeue_core::tokens::exact::Encoding;

/// Every encoding with its reference.
pub(crate) fn references() -> Vec<(Encoding, &'static CoreBPE)> {
    Encoding::ALL
        .iter()
        .map(|&encoding| match encoding {
            Encoding::O200kBase => (encoding, tiktoken_rs::o200k_base_singleton()),
            Encoding::O200kHarmony => (encoding, tiktoken_rs::o200k_harmony_singleton()),
            Encoding::Cl100kBase => (encoding, tiktoken_rs::cl100k_base_singleton()),
            Encoding::Qwen2 => (encoding, &*QWEN2),
            Encoding::MistralTekken => (encoding, &*TEKKEN),
            Encoding::KimiK2 => (encoding, &*KIMI),
            other => panic!("{other} has no reference here"),
        })
        .collect()
}

/// Every token of an encoding that is a string.
pub(crate) fn vocabulary(encoding: Encoding, reference: &CoreBPE) -> Vec<String> {
    let first = if encoding == Encoding::MistralTekken { 1000 } else { 0 };
    let tokens = (first..).map_while(|rank| reference.decode_bytes(&[rank]).ok());
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

/// The reference's engine with another vocabulary and its published pattern.
fn build(name: &str, first: u32, pattern: &str) -> CoreBPE {
    let encoding = tiktoken::get_encoding(name).expect("the feature of this vocabulary is on");
    let ranks = (first..encoding.vocab_size() as u32).map(|rank| (encoding.decode(&[rank]), rank));
    let specials = [("<|none|>".to_owned(), u32::MAX)];
    CoreBPE::new(ranks.collect(), specials.into_iter().collect(), pattern)
        .expect("the pattern is valid")
}
