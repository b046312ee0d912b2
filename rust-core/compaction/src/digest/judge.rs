//! Remembers whether the tool rounds of one message failed.

use hashbrown::HashMap;

#[cfg(doc)]
use super::arguments::Arguments;
use super::verdict;
use crate::facts::ErrorLines;
use vibeue_conversation::{ToolCall, ToolResult};

/// Determines whether the tool rounds of one message failed. Each result is read once, although
/// both the artifact trail and the list of operations ask.
#[derive(Default)]
pub(crate) struct Judge<'a> {
    /// By the address of the result: the call it was judged with, and the
    /// verdict.
    known: HashMap<*const ToolResult, (CallAddress, Judgement)>,
    /// Set when no line of any result reports an error.
    pub(crate) quiet: bool,
    message: std::marker::PhantomData<&'a ToolResult>,
}

/// How a tool round went.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    /// The call did not do what it should have done.
    pub(crate) failed: bool,
    /// The error lines of a failed round, if they were read.
    pub(crate) errors: Option<ErrorLines>,
    /// What the call works on (see [`Arguments::target`]), if it was read; empty if the arguments
    /// do not say.
    pub(crate) target: Option<Box<str>>,
}

/// Where a call lies in memory: recognizes the same call again without copying
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallAddress(usize);

impl CallAddress {
    pub(crate) fn of(call: &ToolCall) -> Self {
        Self(std::ptr::from_ref(call).addr())
    }
}

impl<'a> Judge<'a> {
    /// Judges a message in which no line of any result reports an error.
    pub(crate) fn of_quiet() -> Self {
        Self { quiet: true, ..Self::default() }
    }

    /// Remembers how a round went.
    pub(crate) fn remember(
        &mut self,
        call: CallAddress,
        result: &'a ToolResult,
        judgement: Judgement,
    ) {
        self.known.insert(std::ptr::from_ref(result), (call, judgement));
    }

    /// Tells how a round went, from memory if it was judged with the same call.
    pub(crate) fn judge(&mut self, call: Option<&ToolCall>, result: &'a ToolResult) -> Judgement {
        match self.known.remove(&std::ptr::from_ref(result)) {
            Some((address, judgement)) if call.map(CallAddress::of) == Some(address) => judgement,
            _ => Judgement { failed: verdict(call, result, self.quiet), ..Judgement::default() },
        }
    }
}
