//! What the tokens of a request are spent on.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Tokens of a request, or of one message, by what they are spent on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Text of system messages.
    pub system: u64,
    /// Tool definitions.
    pub tools: u64,
    /// Summaries of condensed messages.
    pub summary: u64,
    /// Text of user messages.
    pub user: u64,
    /// Text of assistant messages, including thinking blocks.
    pub assistant: u64,
    /// Names and arguments of tool calls.
    pub tool_calls: u64,
    /// Text of tool results.
    pub tool_results: u64,
    /// Images, wherever they are.
    pub images: u64,
    /// What the wire format adds per message, name and reply.
    pub overhead: u64,
}

impl Usage {
    /// All tokens together.
    pub fn total(&self) -> u64 {
        self.system
            + self.tools
            + self.summary
            + self.user
            + self.assistant
            + self.tool_calls
            + self.tool_results
            + self.images
            + self.overhead
    }
}

macro_rules! by_field {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:ident) => {
        impl $assign_trait for Usage {
            fn $assign(&mut self, other: Self) {
                self.system = self.system.$op(other.system);
                self.tools = self.tools.$op(other.tools);
                self.summary = self.summary.$op(other.summary);
                self.user = self.user.$op(other.user);
                self.assistant = self.assistant.$op(other.assistant);
                self.tool_calls = self.tool_calls.$op(other.tool_calls);
                self.tool_results = self.tool_results.$op(other.tool_results);
                self.images = self.images.$op(other.images);
                self.overhead = self.overhead.$op(other.overhead);
            }
        }

        impl $trait for Usage {
            type Output = Self;

            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }
    };
}

by_field!(Add, add, AddAssign, add_assign, saturating_add);
by_field!(Sub, sub, SubAssign, sub_assign, saturating_sub);
