//! Generates the vocabularies and the Unicode table of `vibeue_core::tokens::exact`.
//!
//! The ranks come from the data inside the crates `tiktoken-rs` (those of OpenAI)
//! and `tiktoken` (the others), the character
//! classes from `regex-syntax`, which is the table its regular expressions use:
//! so the counter and its reference agree on every code point.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use regex_syntax::hir::{Class, HirKind};
use tiktoken_rs::CoreBPE;

/// Whether the generator writes the assets or only compares them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Writes every asset.
    Write,
    /// Changes nothing and fails when an asset is stale.
    Check,
}

/// Runs the generator; the answer is what to print.
pub(crate) fn run(mode: Mode) -> Result<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tokens/assets/vocab");
    let load = |name: &str, built: Result<CoreBPE, _>| {
        built.map_err(|error| format!("tiktoken-rs did not load {name}: {error}"))
    };
    let o200k = ordinary_tokens(&load("o200k_base", tiktoken_rs::o200k_base())?);
    let harmony = ordinary_tokens(&load("o200k_harmony", tiktoken_rs::o200k_harmony())?);
    if o200k[..] != harmony[..o200k.len()] {
        return Err("o200k_harmony no longer has the ordinary tokens of o200k_base: it needs \
                    an asset of its own"
            .to_owned());
    }
    let cl100k = ordinary_tokens(&load("cl100k_base", tiktoken_rs::cl100k_base())?);
    let assets = [
        ("o200k_base.bpe", pack("o200k_base", &o200k)?),
        ("cl100k_base.bpe", pack("cl100k_base", &cl100k)?),
        ("qwen2.bpe", pack("qwen2", &open_tokens("qwen2", 0)?)?),
        ("mistral_tekken.bpe", pack("mistral_tekken", &open_tokens("mistral_v3", 1000)?)?),
        ("kimi_k2.bpe", pack("kimi_k2", &open_tokens("kimi_k2", 0)?)?),
        ("deepseek_v3.bpe", pack("deepseek_v3", &open_tokens("deepseek_v3", 3)?)?),
        ("classes.bin", character_classes()?),
    ];
    let mut report = Vec::new();
    for (name, bytes) in &assets {
        report.push(settle(mode, &folder.join(name), bytes)?);
    }
    Ok(report.join("\n"))
}

/// Writes or compares one asset.
fn settle(mode: Mode, path: &PathBuf, bytes: &[u8]) -> Result<String, String> {
    let shown = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if fs::read(path).is_ok_and(|committed| committed == bytes) {
        return Ok(format!("{shown}: {} bytes, up to date", bytes.len()));
    }
    match mode {
        Mode::Check => Err(format!("{shown} is stale: run `cargo xtask vocab` and commit it")),
        Mode::Write => {
            fs::write(path, bytes).map_err(|error| format!("cannot write {shown}: {error}"))?;
            Ok(format!("{shown}: {} bytes, written", bytes.len()))
        }
    }
}

/// The bytes of every ordinary token in the order of their ranks; specials
/// come after the first gap in the numbering.
fn ordinary_tokens(bpe: &CoreBPE) -> Vec<Vec<u8>> {
    (0..).map_while(|rank| bpe.decode_bytes(&[rank]).ok()).collect()
}

/// The bytes of the ordinary tokens of a vocabulary from the crate `tiktoken`, whose ids below
/// `first` are special tokens.
fn open_tokens(name: &str, first: u32) -> Result<Vec<Vec<u8>>, String> {
    let encoding = tiktoken::get_encoding(name)
        .ok_or_else(|| format!("the crate tiktoken has no vocabulary named {name}"))?;
    Ok((first..encoding.vocab_size() as u32).map(|rank| encoding.decode(&[rank])).collect())
}

/// Packs a vocabulary in the form that `Vocabulary::unpack` reads:
/// magic, token count, the byte of each of the first 256 tokens, then for every
/// other token its pair of parts, each in as many bits as the token's own id needs.
fn pack(name: &str, tokens: &[Vec<u8>]) -> Result<Vec<u8>, String> {
    let ranks: HashMap<&[u8], u32> =
        tokens.iter().zip(0u32..).map(|(bytes, rank)| (bytes.as_slice(), rank)).collect();
    if ranks.len() != tokens.len() {
        return Err(format!("{name}: two ranks have the same bytes"));
    }
    if tokens.len() < 256 || tokens[..256].iter().any(|bytes| bytes.len() != 1) {
        return Err(format!("{name}: the first 256 tokens are not the 256 single bytes"));
    }
    let mut pairs = Vec::with_capacity(tokens.len());
    for (bytes, rank) in tokens.iter().zip(0u32..).skip(256) {
        match final_merge(bytes, &ranks) {
            Some((left, right)) if left < rank && right < rank => pairs.push((rank, left, right)),
            Some(pair) => {
                return Err(format!("{name}: token {rank} is merged from the later {pair:?}"));
            }
            // The counter relies on it that every token is the result of its own
            // merges; a vocabulary without that would need a list of exceptions.
            None => return Err(format!("{name}: merging cannot reach token {rank}")),
        }
    }
    let mut packed = b"VBPE1".to_vec();
    packed.extend((tokens.len() as u32).to_le_bytes());
    packed.extend(tokens[..256].iter().map(|bytes| bytes[0]));
    let mut bits = BitWriter::default();
    for (rank, left, right) in pairs {
        let width = u32::BITS - rank.leading_zeros();
        bits.put(left, width);
        bits.put(right, width);
    }
    packed.extend(bits.finish());
    Ok(packed)
}

/// The two parts whose merge is the last one when the token's own bytes are
/// merged by rank, leftmost first; `None` when merging ends elsewhere.
fn final_merge(bytes: &[u8], ranks: &HashMap<&[u8], u32>) -> Option<(u32, u32)> {
    let mut ends: Vec<usize> = (0..=bytes.len()).collect();
    while ends.len() > 3 {
        let (_, index) = (0..ends.len() - 2)
            .filter_map(|i| ranks.get(&bytes[ends[i]..ends[i + 2]]).map(|rank| (*rank, i)))
            .min()?;
        ends.remove(index + 1);
    }
    Some((*ranks.get(&bytes[..ends[1]])?, *ranks.get(&bytes[ends[1]..])?))
}

/// Appends numbers bit by bit, lowest bit first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    filled: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, width: u32) {
        self.pending |= u64::from(value) << self.filled;
        self.filled += width;
        while self.filled >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.filled -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// The class bits of every code point as a two-stage table: one block number
/// per 128 code points, then the distinct blocks.
fn character_classes() -> Result<Vec<u8>, String> {
    // The bits must agree with `char_class.rs` of the core.
    let classes: [(u8, &str); 8] = [
        (1, r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"),
        (2, r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"),
        (4, r"\p{L}"),
        (8, r"\p{N}"),
        (16, r"\s"),
        (32, r"[\r\n]"),
        (64, r"\p{Han}"),
        (128, r"[\p{P}\p{S}]"),
    ];
    let mut table = vec![0u8; 0x11_0000];
    for (bit, pattern) in classes {
        let parsed = regex_syntax::parse(pattern).map_err(|error| error.to_string())?;
        let HirKind::Class(Class::Unicode(class)) = parsed.kind() else {
            return Err(format!("{pattern} is not a class of characters"));
        };
        for range in class.iter() {
            for classes in &mut table[range.start() as usize..=range.end() as usize] {
                *classes |= bit;
            }
        }
    }
    let mut blocks: Vec<&[u8]> = Vec::new();
    let mut packed = Vec::new();
    for block in table.chunks(128) {
        let index = blocks.iter().position(|known| *known == block).unwrap_or_else(|| {
            blocks.push(block);
            blocks.len() - 1
        });
        packed.push(u8::try_from(index).map_err(|_| "more than 256 distinct blocks".to_owned())?);
    }
    packed.extend(blocks.concat());
    Ok(packed)
}
