//! One message of a conversation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::joined::join;
use super::{Extra, Part, Protocol, Reasoning, SpeakerName, ToolCall, ToolResult};

/// The id of a message: unique within its conversation, never reused.
///
/// Displayed and written as `m17`, which is also how placeholders and summaries
/// name an archived message to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub u64);

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}", self.0)
    }
}

impl FromStr for MessageId {
    type Err = std::num::ParseIntError;

    /// Parses `m17` or `17`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.strip_prefix('m').unwrap_or(text).parse().map(Self)
    }
}

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The host's instructions (also OpenAI's `developer`).
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// Carries tool results and nothing else.
    Tool,
}

impl Role {
    /// The name as the wire formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
        }
    }
}

/// Tells one of our summaries from a message that somebody wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Written by its role.
    #[default]
    Normal,
    /// A summary that replaces condensed messages. It is sent in the user role,
    /// but no user wrote it.
    Summary,
}

/// How the content was written in the source, so that it is written back the
/// same way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentForm {
    /// Whatever suits the parts: a string for a single text, otherwise a list.
    #[default]
    Auto,
    /// The field was missing.
    Absent,
    /// `null`.
    Null,
    /// A list of blocks, even for a single text.
    Blocks,
}

/// One message: a role and an ordered list of parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Stable id.
    pub id: MessageId,
    /// Who speaks.
    pub role: Role,
    /// Summary or normal.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: MessageKind,
    /// Never pruned or summarized: kept byte for byte.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pinned: bool,
    /// How the content was written in the source.
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: ContentForm,
    /// The protocol through which a live model produced this message: its
    /// opaque blocks and unknown fields are sent back over that protocol only.
    /// `None` for messages from a user or a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Protocol>,
    /// The speaker's name, if the format has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SpeakerName>,
    /// Text, images, calls, results and opaque blocks, in order.
    pub parts: Vec<Part>,
    /// Unknown fields of the provider's message object.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
    /// What the model thought before it wrote this. It is kept for the user and
    /// never sent to a provider; programs that do not know of it skip it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Box<Reasoning>>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Message {
    /// Creates a message from parts, without any special fields.
    pub fn new(id: MessageId, role: Role, parts: Vec<Part>) -> Self {
        Self {
            id,
            role,
            kind: MessageKind::Normal,
            pinned: false,
            form: ContentForm::Auto,
            origin: None,
            name: None,
            parts,
            extra: Extra::new(),
            reasoning: None,
        }
    }

    /// Creates a message with one text.
    pub fn text(id: MessageId, role: Role, text: impl Into<String>) -> Self {
        Self::new(id, role, vec![Part::text(text)])
    }

    /// Creates a tool message with one text result.
    pub fn tool_result(
        id: MessageId,
        call_id: impl Into<Box<str>>,
        name: Option<&str>,
        text: impl Into<String>,
        is_error: bool,
    ) -> Self {
        let result = ToolResult {
            call_id: call_id.into(),
            name: name.map(Into::into),
            parts: vec![Part::text(text)],
            is_error,
            whole: None,
            ran_ms: None,
            extra: Extra::new(),
        };
        Self::new(id, Role::Tool, vec![Part::ToolResult(Box::new(result))])
    }

    /// The calls that this message makes, in order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call.as_ref()),
            _ => None,
        })
    }

    /// The results that this message carries, in order.
    pub fn tool_results(&self) -> impl Iterator<Item = &ToolResult> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolResult(result) => Some(result.as_ref()),
            _ => None,
        })
    }

    /// The text parts, in order; not the texts inside tool results.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// All text parts joined by line breaks.
    pub fn joined_text(&self) -> String {
        join(self.texts())
    }

    /// Returns whether a user wrote this: a user message with text or an image of its own, neither
    /// a summary nor merely a carrier of results.
    pub fn is_user_request(&self) -> bool {
        self.role == Role::User
            && self.kind == MessageKind::Normal
            && self.parts.iter().any(|part| match part {
                Part::Text { text, .. } => !text.trim().is_empty(),
                Part::Image(_) => true,
                _ => false,
            })
    }
}
