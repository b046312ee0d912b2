//! What a conversation costs: counting, estimating, models, budgets.
//!
//! A [`Counter`] knows one model's tokenizer. For OpenAI's encodings and those
//! of Llama 3, Qwen, Mistral, DeepSeek and Kimi it counts with the vocabulary
//! itself ([`exact`]). For models whose vocabulary is not public or not
//! included it estimates, and says how far off the estimate may be. A [`Tally`]
//! keeps the counts of a whole conversation, so that asking for the total does
//! not count anything again, and a [`Calibration`] learns from what the server
//! reports.
#![deny(unsafe_code)]

pub mod exact;
pub mod models;

mod budget;
mod calibration;
mod count;
mod counter;
mod estimate;
mod experience;
mod fingerprint;
mod grouped;
mod growing_text;
mod image;
mod opaque;
mod overhead;
mod piece;
mod reply_lengths;
mod server_usage;
mod small_usage;
mod tally;
mod text_counter;
mod tokenizer;
mod tool_schema;
mod usage;

pub use budget::Budget;
pub use calibration::{Calibration, Observation};
pub use count::Count;
pub use counter::Counter;
pub use experience::Experience;
pub use grouped::{counted, grouped};
pub use image::{ImageFormula, ImageSize};
pub use reply_lengths::ReplyLengths;
pub use server_usage::ServerUsage;
pub use tally::Tally;
pub use tokenizer::{Estimator, TokenizerKind};
pub use usage::{Usage, portion};
