//! What the server remembers of a request.

use serde_json::Value;

use crate::operation::Operation;
use crate::wire::{Asked, Wire};

/// How an exchange ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It is still being answered.
    Underway,
    /// The whole answer went out.
    Whole,
    /// The script cut it short.
    Broken,
    /// The client closed the connection first.
    ClientGone,
}

/// One request and its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchange {
    /// The method.
    pub method: String,
    /// The target, with its query.
    pub target: String,
    /// Names in lower case, in their order, keys included.
    pub headers: Vec<(String, String)>,
    /// The body as it came.
    pub raw: Vec<u8>,
    /// The body as JSON; `null` if it is not JSON.
    pub body: Value,
    /// The protocol, if the address belongs to one.
    pub wire: Option<Wire>,
    /// What was wanted.
    pub operation: Operation,
    /// The request as the model would see it, if it was a conversation.
    pub asked: Option<Asked>,
    /// Tokens of the request as this server counts.
    pub tokens: u64,
    /// The status of the answer; 0 if there was none.
    pub status: u16,
    /// The provider's rule that the request broke, in the provider's words.
    pub violation: Option<String>,
    /// How it ended.
    pub ending: Ending,
}

impl Exchange {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
