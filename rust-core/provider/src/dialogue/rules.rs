//! What differs between the protocols when a dialogue is put in order.

use serde_json::Value;

use vibeue_conversation::{ImageSource, Protocol};

/// What differs between the protocols.
pub(crate) struct Rules {
    /// The protocol that is written.
    pub(crate) protocol: Protocol,
    /// Tells whether a block without known origin is one of this protocol.
    pub(crate) owns: fn(&Value) -> bool,
    /// Tells whether an image's `source` of unknown origin is one of this
    /// protocol.
    pub(crate) owns_source: fn(&Value) -> bool,
    /// Tells whether a character may be in a call's id.
    pub(crate) id_char: fn(char) -> bool,
    /// The most characters of a call's id.
    pub(crate) id_length: usize,
    /// Tells whether a character may be in a tool's name.
    pub(crate) name_char: fn(char) -> bool,
    /// The most characters of a tool's name.
    pub(crate) name_length: usize,
}

impl Rules {
    /// Tells whether a block may be sent: it came through this protocol, or
    /// nobody knows where it came from and it looks like one of this
    /// protocol.
    pub(crate) fn accept(&self, origin: Option<Protocol>, block: &Value) -> bool {
        match origin {
            Some(origin) => origin == self.protocol,
            None => (self.owns)(block),
        }
    }

    /// Tells whether an image can be sent.
    pub(crate) fn accept_image(&self, origin: Option<Protocol>, source: &ImageSource) -> bool {
        match (source, origin) {
            (ImageSource::Provider { .. }, Some(origin)) => origin == self.protocol,
            (ImageSource::Provider { source }, None) => (self.owns_source)(source),
            _ => true,
        }
    }
}

/// Tells whether a character is a letter or digit of ASCII, `_` or `-`: what
/// every provider accepts in ids and names.
pub(crate) fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
