//! Reads and writes conversations as the providers' JSON.
//!
//! [`read()`] finds out from its content which [`Format`] a file has, repairs
//! what a provider would refuse and reports that in [`Transcript::repairs`];
//! [`write()`] writes a conversation in any of the formats. A conversation that
//! is read and written again in its own format means the same to the provider:
//! unknown fields, the order of blocks and the digits of a call's arguments are
//! kept.
//!
//! ```
//! use vibeue_conversation::transcript::{ReadOptions, read};
//!
//! let text = r#"[{"role":"user","content":"Where is the lamp?"}]"#;
//! let transcript = read(text.as_bytes(), &ReadOptions::default())?;
//! assert_eq!(transcript.conversation.messages[0].joined_text(), "Where is the lamp?");
//! assert_eq!(transcript.to_text()?, text);
//! # Ok::<(), vibeue_conversation::Error>(())
//! ```

pub mod anthropic;
mod document;
mod encoding;
mod family;
mod family_mark;
mod format;
mod layout;
pub mod openai;
mod outside_strings;
mod place;
mod raw;
mod read;
mod reader;
mod repair;
mod repairing;
mod settled;
mod shape;
pub mod tree;
mod unsettled;
mod write;

pub use encoding::text_of;
pub use format::Format;
pub use layout::Layout;
pub use read::{ReadOptions, Transcript, detect, read};
pub use repair::Repair;
pub use repairing::repair;
pub use settled::{SETTLED_TOKENS, settle};
pub use write::write;
