//! Remembers whether the tool rounds of one message failed.

use std::collections::HashMap;

use super::verdict;
use crate::conversation::{ToolCall, ToolResult};

/// Tells whether the tool rounds of one message failed, reading each result
/// once although the artifact trail and the list of operations both ask.
#[derive(Default)]
pub(crate) struct Judge<'a> {
    /// By the result's address: the call that it was judged with, the outcome.
    known: HashMap<*const ToolResult, (ToolCall, bool)>,
    message: std::marker::PhantomData<&'a ToolResult>,
}

impl<'a> Judge<'a> {
    /// Notes how a round went.
    pub(crate) fn remember(&mut self, call: ToolCall, result: &'a ToolResult, failed: bool) {
        self.known.insert(std::ptr::from_ref(result), (call, failed));
    }

    /// Tells whether a round failed, from memory where the call is the same.
    pub(crate) fn failed(&self, call: Option<&ToolCall>, result: &'a ToolResult) -> bool {
        match self.known.get(&std::ptr::from_ref(result)) {
            Some((known, failed)) if call == Some(known) => *failed,
            _ => verdict(call, result, 0).0,
        }
    }
}
