//! What a model says, free of any protocol.

use serde::{Deserialize, Serialize};

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Answer {
    /// The reasoning, in the pieces in which it is streamed.
    pub reasoning: Vec<String>,
    /// The text, in the pieces in which it is streamed.
    pub text: Vec<String>,
    /// The calls, all of them in this one answer.
    pub tool_calls: Vec<Call>,
    /// What it cost; counted by the server if it is not given.
    pub usage: Option<Usage>,
    /// The server tells no usage at all.
    pub without_usage: bool,
    /// Why it stopped; by the presence of calls if it is not given.
    pub stop: Option<Stop>,
    /// Milliseconds before the first byte of the answer.
    pub first_delay_ms: u64,
    /// Milliseconds before each piece.
    pub piece_delay_ms: u64,
}

/// One call of a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Call {
    /// The id; made by the server if it is not given.
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// The arguments, JSON text.
    pub arguments: String,
}

/// Tokens of one exchange.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// All tokens of the request, those from the cache included.
    pub input: u64,
    /// Tokens of the request that came from the cache.
    pub cached: u64,
    /// All tokens of the answer, reasoning included.
    pub output: u64,
    /// Tokens of reasoning.
    pub reasoning: u64,
}

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It had said everything.
    End,
    /// It waits for results.
    ToolCalls,
    /// The limit on the answer was reached.
    Length,
    /// The window was full.
    ContextFull,
    /// It declined.
    Refusal,
    /// The server pauses a long turn.
    Pause,
}

impl Answer {
    /// Makes an answer of a text, streamed word by word.
    pub fn text(text: impl AsRef<str>) -> Self {
        Self { text: pieces(text.as_ref()), ..Self::default() }
    }

    /// Makes an answer that is one call.
    pub fn call(id: &str, name: &str, arguments: &str) -> Self {
        Self::default().and_call(id, name, arguments)
    }

    /// Reasons before it answers.
    #[must_use]
    pub fn reasoning(mut self, text: impl AsRef<str>) -> Self {
        self.reasoning = pieces(text.as_ref());
        self
    }

    /// Calls a tool as well; an empty id leaves it to the server.
    #[must_use]
    pub fn and_call(mut self, id: &str, name: &str, arguments: &str) -> Self {
        self.tool_calls.push(Call {
            id: (!id.is_empty()).then(|| id.to_owned()),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        });
        self
    }

    /// Says why it stopped.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Says what it cost.
    #[must_use]
    pub fn usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// Waits before every piece.
    #[must_use]
    pub fn slowly(mut self, piece_delay_ms: u64) -> Self {
        self.piece_delay_ms = piece_delay_ms;
        self
    }

    /// The whole text.
    pub fn whole_text(&self) -> String {
        self.text.concat()
    }

    /// The whole reasoning.
    pub fn whole_reasoning(&self) -> String {
        self.reasoning.concat()
    }

    /// Why it stops.
    pub fn stop_reason(&self) -> Stop {
        self.stop.unwrap_or(if self.tool_calls.is_empty() { Stop::End } else { Stop::ToolCalls })
    }
}

/// Cuts a text after each run of blanks.
fn pieces(text: &str) -> Vec<String> {
    text.split_inclusive([' ', '\n']).map(str::to_owned).collect()
}
