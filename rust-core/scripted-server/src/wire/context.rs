//! What rendering needs besides the answer.

use serde_json::{Map, Value};

use super::Asked;
use crate::script::{Answer, Usage};

/// What rendering needs besides the answer.
#[derive(Debug, Clone)]
pub(crate) struct Context<'a> {
    pub(crate) asked: &'a Asked,
    /// Counts up with every answer of this server; ids are made from it.
    pub(crate) number: u64,
    pub(crate) usage: Option<Usage>,
}

impl Context<'_> {
    pub(crate) fn model(&self) -> &str {
        &self.asked.model
    }

    /// The id of a call: its own, or one that no other answer has.
    pub(crate) fn call_id(&self, answer: &Answer, index: usize, prefix: &str) -> String {
        let own = answer.tool_calls.get(index).and_then(|call| call.id.clone());
        own.unwrap_or_else(|| format!("{prefix}{}x{index}", self.number))
    }
}

/// The signature that this server gives to a piece of reasoning, and by which it recognizes it.
pub(crate) fn signature(of: &str) -> String {
    // FNV-1a: stable over runs, and nothing here needs to be secret.
    let hash = of.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("c2ln{hash:016x}")
}

/// Reads arguments as an object, as protocols without text arguments need it.
pub(super) fn arguments_object(arguments: &str) -> Value {
    match serde_json::from_str(arguments) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ => Value::Object(Map::new()),
    }
}
