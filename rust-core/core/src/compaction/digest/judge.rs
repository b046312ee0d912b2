//! Remembers whether the tool rounds of one message failed.

use hashbrown::HashMap;

use super::verdict;
use crate::compaction::facts::ErrorLines;
use crate::conversation::{ToolCall, ToolResult};

/// Tells whether the tool rounds of one message failed, reading each result
/// once although the artifact trail and the list of operations both ask.
#[derive(Default)]
pub(crate) struct Judge<'a> {
    /// By the result's address: the call that it was judged with and, if that
    /// failed, the result's error lines.
    known: HashMap<*const ToolResult, (CallAddress, Option<ErrorLines>)>,
    /// No line of any result reports an error.
    pub(crate) quiet: bool,
    message: std::marker::PhantomData<&'a ToolResult>,
}

/// Where a call lies in memory: the same call again without a copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallAddress(usize);

impl CallAddress {
    pub(crate) fn of(call: &ToolCall) -> Self {
        Self(std::ptr::from_ref(call).addr())
    }
}

impl<'a> Judge<'a> {
    /// Judges a message of which it is known that no line of a result reports
    /// an error.
    pub(crate) fn of_quiet() -> Self {
        Self { quiet: true, ..Self::default() }
    }

    /// Notes how a round went: the error lines of one that failed.
    pub(crate) fn remember(
        &mut self,
        call: CallAddress,
        result: &'a ToolResult,
        errors: Option<ErrorLines>,
    ) {
        self.known.insert(std::ptr::from_ref(result), (call, errors));
    }

    /// Tells whether a round failed, from memory where the call is the same;
    /// then also gives away the error lines.
    pub(crate) fn judge(
        &mut self,
        call: Option<&ToolCall>,
        result: &'a ToolResult,
    ) -> (bool, Option<ErrorLines>) {
        match self.known.remove(&std::ptr::from_ref(result)) {
            Some((address, errors)) if call.map(CallAddress::of) == Some(address) => {
                (errors.is_some(), errors)
            }
            _ => (verdict(call, result, self.quiet), None),
        }
    }
}
