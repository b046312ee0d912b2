//! A fact: one thing that must not be lost.

use serde::Serialize;

use super::{FactKind, Origin};
use vibeue_conversation::MessageId;

/// A short literal string, with its kind and where it came from, as a set keeps
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fact<'a> {
    /// Its kind.
    pub kind: FactKind,
    /// The text, exactly as it is in the message (JSON escapes resolved), at
    /// most [`Fact::MAX_BYTES`] long.
    pub text: &'a str,
    /// Its JSON key (`reservation_id`), if the text is the whole value of one:
    /// it says what the text alone does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'a str>,
    /// The best origin of all the places where it was seen.
    pub origin: Origin,
    /// The first message that holds it.
    pub first: MessageId,
    /// The last message that holds it.
    pub last: MessageId,
    /// How many messages it was seen in.
    pub messages: u32,
}

impl Fact<'_> {
    /// The longest text of a fact, in bytes. Longer texts are cut so that one
    /// fact cannot fill a ledger.
    pub const MAX_BYTES: usize = 240;

    /// Errors up to this length, in bytes, are codes: `C2065`, `LNK2019`.
    const CODE_BYTES: usize = 40;

    /// Returns whether the fact must survive: it was said by the user or in a call's arguments,
    /// kept by an earlier summary or seen in two messages or more, or is a rule or an error code.
    /// The whole line of an error that was seen only once is covered by the digest of its tool
    /// round while it is open.
    pub fn is_vital(&self) -> bool {
        self.origin <= Origin::Summary
            || self.messages >= 2
            || self.kind == FactKind::Rule
            || (self.kind == FactKind::Error && self.text.len() <= Self::CODE_BYTES)
    }
}
