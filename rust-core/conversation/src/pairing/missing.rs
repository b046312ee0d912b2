//! Results that do not exist, and what replaces them.

use super::NO_RESULT;
use crate::{Part, ToolResult};

/// The common beginning of the texts of [`cut_off`] and [`never_began`].
const CUT_OFF: &str = "(no result: the program ended while ";
const NEVER_BEGAN: &str = "(not run: the program ended before ";

/// Why a call has no result of its tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The conversation was interrupted; more is not known.
    Interrupted,
    /// The program ended while the tool ran.
    CutOff,
    /// The program ended before the tool began.
    NeverBegan,
}

impl Missing {
    /// Reads it from a result; `None` of one that a tool gave.
    pub fn of(result: &ToolResult) -> Option<Self> {
        let [Part::Text { text, .. }] = &*result.parts else { return None };
        match &**text {
            _ if !result.is_error => None,
            NO_RESULT => Some(Self::Interrupted),
            text if text.starts_with(CUT_OFF) => Some(Self::CutOff),
            text if text.starts_with(NEVER_BEGAN) => Some(Self::NeverBegan),
            _ => None,
        }
    }
}

/// The answer to a call during which the program ended: by its tool, or not.
pub fn cut_off(tool: &str) -> String {
    format!("{CUT_OFF}{tool} ran; what it did until then is not known)")
}

/// The answer to a call that was made and had not begun when the program ended.
pub fn never_began(tool: &str) -> String {
    format!("{NEVER_BEGAN}{tool} began)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, MessageId};

    fn read(text: &str, is_error: bool) -> Option<Missing> {
        let message = Message::tool_result(MessageId(1), "a", Some("look"), text, is_error);
        message.tool_results().next().and_then(Missing::of)
    }

    #[test]
    fn what_stands_for_a_result_is_told_from_what_a_tool_said() {
        assert_eq!(read(NO_RESULT, true), Some(Missing::Interrupted));
        assert_eq!(read(&cut_off("look"), true), Some(Missing::CutOff));
        assert_eq!(read(&never_began("look"), true), Some(Missing::NeverBegan));
        assert_eq!(read(&cut_off("look"), false), None);
        assert_eq!(read("it failed", true), None);
        assert_eq!(read("", true), None);
    }
}
