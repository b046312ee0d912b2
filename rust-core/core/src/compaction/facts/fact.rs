//! One thing that must not be lost.

use serde::{Deserialize, Serialize};

use super::{FactKind, Origin};
use crate::conversation::MessageId;

/// A short literal string with what it is and where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is.
    pub kind: FactKind,
    /// The text, literally as it stood in the message (JSON escapes resolved),
    /// at most [`Fact::MAX_BYTES`] long.
    pub text: Box<str>,
    /// The key under which it stands in JSON (`reservation_id`), where it is a
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

    /// Tells whether the fact must survive: said by the user or in a call's
    /// arguments, kept by an earlier summary, seen in two messages or more, or a rule or an error.
    pub fn is_vital(&self) -> bool {
        self.origin <= Origin::Summary
            || self.messages >= 2
            || matches!(self.kind, FactKind::Rule | FactKind::Error)
    }
}
