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
//! What makes it fast, in the order of a text's way:
//!
//! * `window` finds the pieces of 64 bytes of ASCII at once, as bit masks, where
//!   `pretokenizer` does one piece at a time and any character;
//! * `memo` and `long_memo` remember the token counts of pieces by their bytes;
//! * `joints` cuts long runs of ideographs where no token can lie across;
//! * `merger` encodes what is left in linear time, with a `trie` of all tokens and
//!   the table of the `pairs` that merge.
//!
//! OpenAI's vocabularies are always there; each other one has a feature, and a
//! build without it has no such [`Encoding`].
//!
//! A vocabulary is stored as the two tokens that merge into each token, which is
//! small and is the table of pairs already; all else is made from it on loading.
//!
//! Two vocabularies need more. DeepSeek splits a text three times, which `staged`
//! does. Llama 3's is not stored here for its licence: `llama3` takes it from the
//! crate `tiktoken` (feature `llama3`), `ranked` finds out how it merges, and some
//! tokens are `whole_tokens`, which merging does not reach.

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
