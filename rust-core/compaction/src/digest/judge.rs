//! Remembers whether the tool rounds of one message failed.

use hashbrown::HashMap;

#[cfg(doc)]
use super::arguments::Arguments;
use super::verdict;
use crate::facts::ErrorLines;
use vibeue_conversation::{ToolCall, ToolResult};

/// Tells whether the tool rounds of one message failed, reading each result
/// once although the artifact trail and the list of operations both ask.
#[derive(Default)]
pub(crate) struct Judge<'a> {
    /// By the result's address: the call that it was judged with, and how it
    /// went.
    known: HashMap<*const ToolResult, (CallAddress, Judgement)>,
    /// No line of any result reports an error.
    pub(crate) quiet: bool,
    message: std::marker::PhantomData<&'a ToolResult>,
}

/// How a tool round went.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    /// The call did not do what it should.
    pub(crate) failed: bool,
    /// The error lines of one that failed, where they were read.
    pub(crate) errors: Option<ErrorLines>,
    /// What the call works on (see [`Arguments::target`]), where it was read;
    /// empty when nothing says it.
    pub(crate) target: Option<Box<str>>,
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

    /// Notes how a round went.
    pub(crate) fn remember(
        &mut self,
        call: CallAddress,
        result: &'a ToolResult,
        judgement: Judgement,
    ) {
        self.known.insert(std::ptr::from_ref(result), (call, judgement));
    }

    /// Tells how a round went, from memory where the call is the same.
    pub(crate) fn judge(&mut self, call: Option<&ToolCall>, result: &'a ToolResult) -> Judgement {
        match self.known.remove(&std::ptr::from_ref(result)) {
            Some((address, judgement)) if call.map(CallAddress::of) == Some(address) => judgement,
            _ => Judgement { failed: verdict(call, result, self.quiet), ..Judgement::default() },
        }
    }
}
