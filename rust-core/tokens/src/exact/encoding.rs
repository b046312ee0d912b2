//! The encodings that are counted exactly.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::bpe::{Bpe, Scheme};
#[cfg(feature = "llama3")]
use super::llama3;
use super::vocabulary::{VOCABULARIES, Vocabulary};
use super::whole_tokens::WholeTokens;

/// An encoding whose tokens are counted exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Encoding {
    /// `o200k_base`: GPT-4o, GPT-4.1, GPT-5 and the `o` series.
    #[serde(rename = "o200k_base")]
    O200kBase,
    /// `o200k_harmony`: gpt-oss. Differs from `o200k_base` in special tokens only.
    #[serde(rename = "o200k_harmony")]
    O200kHarmony,
    /// `cl100k_base`: GPT-4, GPT-3.5 and the embedding models.
    #[serde(rename = "cl100k_base")]
    Cl100kBase,
    /// `qwen2`: Qwen 2, 2.5 and 3. The models' own tokenizer brings text into
    /// Unicode's form NFC first; here it is counted as it is.
    #[serde(rename = "qwen2")]
    Qwen2,
    /// `mistral_tekken`: Mistral NeMo and later models with the Tekken tokenizer.
    #[serde(rename = "mistral_tekken")]
    MistralTekken,
    /// `kimi_k2`: Kimi K2.
    #[serde(rename = "kimi_k2")]
    KimiK2,
    /// `deepseek_v3`: DeepSeek V3, R1 and V4.
    #[serde(rename = "deepseek_v3")]
    DeepSeekV3,
    /// `llama3`: Llama 3, 3.1, 3.2 and 3.3. Llama 4 has another vocabulary.
    #[cfg(feature = "llama3")]
    #[serde(rename = "llama3")]
    Llama3,
}

static LOADED: [OnceLock<Bpe>; VOCABULARIES] = [const { OnceLock::new() }; VOCABULARIES];

impl Encoding {
    /// All encodings.
    pub const ALL: &'static [Self] = &[
        Self::O200kBase,
        Self::O200kHarmony,
        Self::Cl100kBase,
        Self::Qwen2,
        Self::MistralTekken,
        Self::KimiK2,
        Self::DeepSeekV3,
        #[cfg(feature = "llama3")]
        Self::Llama3,
    ];

    /// The name that the field uses, for example `o200k_base`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::O200kHarmony => "o200k_harmony",
            Self::Cl100kBase => "cl100k_base",
            Self::Qwen2 => "qwen2",
            Self::MistralTekken => "mistral_tekken",
            Self::KimiK2 => "kimi_k2",
            Self::DeepSeekV3 => "deepseek_v3",
            #[cfg(feature = "llama3")]
            Self::Llama3 => "llama3",
        }
    }

    /// The counter of this encoding.
    ///
    /// The first call loads the vocabulary, which takes some tens of milliseconds,
    /// and some hundreds for Llama 3, whose merges are found out then. Calls from
    /// other threads wait for it.
    pub fn bpe(self) -> &'static Bpe {
        let slot = self.slot();
        LOADED[slot].get_or_init(|| {
            let (scheme, asset): (_, &[u8]) = match self {
                Self::O200kBase | Self::O200kHarmony => {
                    (Scheme::O200k, include_bytes!("../../assets/vocab/o200k_base.bpe"))
                }
                Self::Cl100kBase => {
                    (Scheme::Cl100k, include_bytes!("../../assets/vocab/cl100k_base.bpe"))
                }
                Self::Qwen2 => (Scheme::Qwen2, include_bytes!("../../assets/vocab/qwen2.bpe")),
                Self::MistralTekken => {
                    (Scheme::Tekken, include_bytes!("../../assets/vocab/mistral_tekken.bpe"))
                }
                Self::KimiK2 => (Scheme::Kimi, include_bytes!("../../assets/vocab/kimi_k2.bpe")),
                Self::DeepSeekV3 => {
                    (Scheme::DeepSeek, include_bytes!("../../assets/vocab/deepseek_v3.bpe"))
                }
                #[cfg(feature = "llama3")]
                Self::Llama3 => {
                    let (vocabulary, whole) = llama3::vocabulary();
                    return Bpe::new(Scheme::Llama3, slot, vocabulary, whole);
                }
            };
            Bpe::new(scheme, slot, Vocabulary::unpack(asset), WholeTokens::default())
        })
    }

    /// The counter of this encoding if it is loaded; never waits.
    pub fn loaded(self) -> Option<&'static Bpe> {
        LOADED[self.slot()].get()
    }

    const fn slot(self) -> usize {
        match self {
            Self::O200kBase | Self::O200kHarmony => 0,
            Self::Cl100kBase => 1,
            Self::Qwen2 => 2,
            Self::MistralTekken => 3,
            Self::KimiK2 => 4,
            Self::DeepSeekV3 => 5,
            #[cfg(feature = "llama3")]
            Self::Llama3 => 6,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Occurs when a name is not that of an exact encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEncoding {
    name: String,
}

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        write!(formatter, "no encoding is named {:?}; known are {}", self.name, known.join(", "))
    }
}

impl std::error::Error for UnknownEncoding {}

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().copied().find(|encoding| encoding.name() == name);
        found.ok_or_else(|| UnknownEncoding { name: name.to_owned() })
    }
}
