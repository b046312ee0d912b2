//! How the protocols differ when a dialogue is put in order.

use serde_json::Value;

use vibeue_conversation::{ImageSource, Protocol};

/// How a protocol differs from the others.
pub(crate) struct Rules {
    /// The protocol that is being written.
    pub(crate) protocol: Protocol,
    /// Returns whether a block of unknown origin belongs to this protocol.
    pub(crate) owns: fn(&Value) -> bool,
    /// Returns whether an image's `source` of unknown origin belongs to this protocol.
    pub(crate) owns_source: fn(&Value) -> bool,
    /// Returns whether a call's id may contain a character.
    pub(crate) id_char: fn(char) -> bool,
    /// The maximum number of characters of a call's id.
    pub(crate) id_length: usize,
    /// Returns whether a tool's name may contain a character.
    pub(crate) name_char: fn(char) -> bool,
    /// The maximum number of characters of a tool's name.
    pub(crate) name_length: usize,
}

impl Rules {
    /// Returns whether a block may be sent: it came through this protocol, or its origin is unknown
    /// and it looks like one of this protocol's.
    pub(crate) fn accept(&self, origin: Option<Protocol>, block: &Value) -> bool {
        match origin {
            Some(origin) => origin == self.protocol,
            None => (self.owns)(block),
        }
    }

    /// Returns whether an image can be sent.
    pub(crate) fn accept_image(&self, origin: Option<Protocol>, source: &ImageSource) -> bool {
        match (source, origin) {
            (ImageSource::Provider { .. }, Some(origin)) => origin == self.protocol,
            (ImageSource::Provider { source }, None) => (self.owns_source)(source),
            _ => true,
        }
    }
}

/// Returns whether a character is an ASCII letter or digit, `_` or `-`: every provider accepts
/// these in ids and names.
pub(crate) fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
