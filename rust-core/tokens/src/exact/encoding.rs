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
    /// `qwen2`: Qwen 2, 2.5 and 3. The models' own tokenizer first normalizes
    /// text to NFC; here it is counted unchanged.
    #[cfg(feature = "qwen2")]
    #[serde(rename = "qwen2")]
    Qwen2,
    /// `mistral_tekken`: Mistral NeMo and later models with the Tekken tokenizer.
    #[cfg(feature = "mistral_tekken")]
    #[serde(rename = "mistral_tekken")]
    MistralTekken,
    /// `kimi_k2`: Kimi K2.
    #[cfg(feature = "kimi_k2")]
    #[serde(rename = "kimi_k2")]
    KimiK2,
    /// `deepseek_v3`: DeepSeek V3, R1 and V4.
    #[cfg(feature = "deepseek_v3")]
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
        #[cfg(feature = "qwen2")]
        Self::Qwen2,
        #[cfg(feature = "mistral_tekken")]
        Self::MistralTekken,
        #[cfg(feature = "kimi_k2")]
        Self::KimiK2,
        #[cfg(feature = "deepseek_v3")]
        Self::DeepSeekV3,
        #[cfg(feature = "llama3")]
        Self::Llama3,
    ];

    /// The names of the encodings that this build leaves out: their features
    /// are off, and their models are estimated.
    pub const LEFT_OUT: &'static [&'static str] = &[
        #[cfg(not(feature = "qwen2"))]
        "qwen2",
        #[cfg(not(feature = "mistral_tekken"))]
        "mistral_tekken",
        #[cfg(not(feature = "kimi_k2"))]
        "kimi_k2",
        #[cfg(not(feature = "deepseek_v3"))]
        "deepseek_v3",
        #[cfg(not(feature = "llama3"))]
        "llama3",
    ];

    /// Its commonly used name, for example `o200k_base`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::O200kHarmony => "o200k_harmony",
            Self::Cl100kBase => "cl100k_base",
            #[cfg(feature = "qwen2")]
            Self::Qwen2 => "qwen2",
            #[cfg(feature = "mistral_tekken")]
            Self::MistralTekken => "mistral_tekken",
            #[cfg(feature = "kimi_k2")]
            Self::KimiK2 => "kimi_k2",
            #[cfg(feature = "deepseek_v3")]
            Self::DeepSeekV3 => "deepseek_v3",
            #[cfg(feature = "llama3")]
            Self::Llama3 => "llama3",
        }
    }

    /// The counter of this encoding.
    ///
    /// The first call loads the vocabulary, which takes some tens of
    /// milliseconds, or some hundreds for Llama 3, whose merges are
    /// reconstructed on loading. Calls from other threads wait for it.
    pub fn bpe(self) -> &'static Bpe {
        let Facts { slot, scheme, data } = self.facts();
        LOADED[slot].get_or_init(|| {
            let (vocabulary, whole) = match data {
                Data::Packed(asset) => (Vocabulary::unpack(asset), WholeTokens::default()),
                #[cfg(feature = "llama3")]
                Data::Llama3 => llama3::vocabulary(),
            };
            Bpe::new(scheme, slot, vocabulary, whole)
        })
    }

    /// The counter of this encoding if it is loaded; never waits.
    pub fn loaded(self) -> Option<&'static Bpe> {
        LOADED[self.facts().slot].get()
    }

    // Not `const`: the value of a constant is written into the crate's
    // metadata, which every dependent crate would have to read.
    fn facts(self) -> Facts {
        match self {
            Self::O200kBase | Self::O200kHarmony => {
                Facts::packed(0, Scheme::O200k, include_bytes!("../../assets/vocab/o200k_base.bpe"))
            }
            Self::Cl100kBase => Facts::packed(
                1,
                Scheme::Cl100k,
                include_bytes!("../../assets/vocab/cl100k_base.bpe"),
            ),
            #[cfg(feature = "qwen2")]
            Self::Qwen2 => {
                Facts::packed(2, Scheme::Qwen2, include_bytes!("../../assets/vocab/qwen2.bpe"))
            }
            #[cfg(feature = "mistral_tekken")]
            Self::MistralTekken => Facts::packed(
                3,
                Scheme::Tekken,
                include_bytes!("../../assets/vocab/mistral_tekken.bpe"),
            ),
            #[cfg(feature = "kimi_k2")]
            Self::KimiK2 => {
                Facts::packed(4, Scheme::Kimi, include_bytes!("../../assets/vocab/kimi_k2.bpe"))
            }
            #[cfg(feature = "deepseek_v3")]
            Self::DeepSeekV3 => Facts::packed(
                5,
                Scheme::DeepSeek,
                include_bytes!("../../assets/vocab/deepseek_v3.bpe"),
            ),
            #[cfg(feature = "llama3")]
            Self::Llama3 => Facts { slot: 6, scheme: Scheme::Llama3, data: Data::Llama3 },
        }
    }
}

/// The data of an encoding.
struct Facts {
    /// The index in [`LOADED`].
    slot: usize,
    scheme: Scheme,
    data: Data,
}

/// Where a vocabulary comes from.
enum Data {
    /// An asset that is compiled in.
    Packed(&'static [u8]),
    /// See [`llama3`].
    #[cfg(feature = "llama3")]
    Llama3,
}

impl Facts {
    fn packed(slot: usize, scheme: Scheme, asset: &'static [u8]) -> Self {
        Self { slot, scheme, data: Data::Packed(asset) }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The error for a name that is not one of an encoding that is counted exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEncoding {
    name: String,
}

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name } = self;
        let known: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        let known = known.join(", ");
        if Encoding::LEFT_OUT.contains(&name.as_str()) {
            write!(formatter, "the vocabulary {name} is not built in; {known} are")
        } else {
            write!(formatter, "there is no encoding {name:?}; known encodings: {known}")
        }
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
