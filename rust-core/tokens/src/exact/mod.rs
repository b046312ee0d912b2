//! Counts tokens exactly as the models' own tokenizers do.
//!
//! A text goes through two steps. The *pretokenizer* cuts it into pieces by the
//! rules of the encoding's regular expression; *byte pair encoding* then turns
//! each piece into tokens. Totals equal those of `tiktoken`'s
//! `encode_ordinary(text).len()` for every valid string: text that looks like a
//! special token is ordinary text here.
//!
//! ```
//! use vibeue_tokens::exact::Encoding;
//!
//! let bpe = Encoding::O200kBase.bpe();
//! assert_eq!(bpe.count("hello world"), 2);
//! ```
//!
//! What makes it fast, in the order in which a text is processed:
//!
//! * `window` finds the pieces in 64 bytes of ASCII at once, as bit masks;
//!   `pretokenizer` handles any character, one piece at a time;
//! * `memo` and `long_memo` remember the token counts of pieces by their bytes;
//! * `joints` cuts long runs of ideographs where no token can cross;
//! * `merger` encodes what is left in linear time, with a `trie` of all tokens and
//!   the table of the `pairs` that merge.
//!
//! OpenAI's vocabularies are always included; each of the others has a feature,
//! and a build without it lacks that [`Encoding`].
//!
//! A vocabulary is stored as the two tokens that merge into each token. That is
//! compact and already is the table of pairs; everything else is computed from
//! it on loading.
//!
//! Two vocabularies need more. DeepSeek splits a text three times, which
//! `staged` does. Llama 3's is not stored here because of its licence: `llama3`
//! takes it from the crate `tiktoken` (feature `llama3`), `ranked` reconstructs
//! how it merges, and some tokens are `whole_tokens`, which merging never
//! produces.

mod appender;
#[allow(unsafe_code, reason = "calls an instruction set that it asked for")]
mod ascii_masks;
mod bpe;
mod char_class;
mod cut;
mod encoding;
mod joints;
#[cfg(feature = "llama3")]
mod llama3;
mod long_memo;
mod memo;
mod merger;
mod pairs;
mod pattern;
mod pretokenizer;
#[cfg(feature = "llama3")]
mod ranked;
mod runs;
mod staged;
mod trie;
mod vocabulary;
mod whole_tokens;
mod window;

pub use appender::Appender;
pub use bpe::Bpe;
pub use encoding::{Encoding, UnknownEncoding};
