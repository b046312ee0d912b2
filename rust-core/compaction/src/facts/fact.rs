//! One thing that must not be lost.

use serde::{Deserialize, Serialize};

use super::{FactKind, Origin};
use vibeue_conversation::MessageId;

/// A short literal string with what it is and where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is.
    pub kind: FactKind,
    /// The text, letter by letter as it is in the message (JSON escapes resolved),
    /// at most [`Fact::MAX_BYTES`] long.
    pub text: Box<str>,
    /// Its key in JSON (`reservation_id`), where it is a
    /// whole value: what the text alone does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<str>>,
    /// The best origin among those that said it.
    pub origin: Origin,
    /// The first message that holds it.
    pub first: MessageId,
    /// The last message that holds it.
    pub last: MessageId,
    /// In how many messages it was seen.
    pub messages: u32,
}

impl Fact {
    /// The longest text of a fact, in bytes: longer ones are cut, so that one
    /// fact never eats a ledger.
    pub const MAX_BYTES: usize = 240;

    /// Errors up to this length, in bytes, are codes: `C2065`, `LNK2019`.
    const CODE_BYTES: usize = 40;

    /// Tells whether the fact must survive: said by the user or in a call's
    /// arguments, kept by an earlier summary, seen in two messages or more, a
    /// rule, or the code of an error. The whole line of an error that was seen
    /// once is told by the digest of its tool round while it is open.
    pub fn is_vital(&self) -> bool {
        self.origin <= Origin::Summary
            || self.messages >= 2
            || self.kind == FactKind::Rule
            || (self.kind == FactKind::Error && self.text.len() <= Self::CODE_BYTES)
    }
}
