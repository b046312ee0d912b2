//! Every way in which an answer goes wrong.

use serde::{Deserialize, Serialize};

use super::ErrorKind;

/// One way in which the answer goes wrong.
///
/// Byte counts are of the body as the client reads it, without the framing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// An error instead of an answer, in the provider's own shape.
    Error {
        /// What kind.
        error: ErrorKind,
        /// The status, if it is not the usual one.
        #[serde(default)]
        status: Option<u16>,
        /// The message, if it is not the usual one.
        #[serde(default)]
        message: Option<String>,
        /// When the client may come again.
        #[serde(default)]
        retry_after: Option<RetryAfter>,
    },
    /// The request is said to be too long.
    Overflow {
        /// Whose words; the protocol's own if it is not given.
        #[serde(default)]
        wording: Option<OverflowWording>,
        /// The limit in tokens that the message names.
        limit: u64,
        /// The request's tokens that the message names.
        requested: u64,
    },
    /// A stream that begins, then tells an error in its own form.
    ErrorInStream {
        /// How many pieces come before it.
        after_pieces: usize,
        /// What kind.
        error: ErrorKind,
    },
    /// A stream that begins, then says that the request was too long.
    OverflowInStream {
        /// The limit in tokens that the message names.
        limit: u64,
        /// The request's tokens that the message names.
        requested: u64,
    },
    /// A status, a content type and a body of one's own.
    Raw {
        /// The status.
        status: u16,
        /// The content type.
        content_type: String,
        /// The body.
        body: String,
    },
    /// A page of HTML instead of an answer.
    Html {
        /// The status.
        status: u16,
    },
    /// Another address.
    Redirect {
        /// 301, 302, 303, 307 or 308.
        status: u16,
        /// Where to.
        location: String,
    },
    /// The framing of a chunk is garbage.
    MalformedChunk {
        /// How many bytes come before it.
        after: usize,
    },
    /// One event is not JSON.
    InvalidJson {
        /// How many events come before it.
        after_events: usize,
    },
    /// The connection is closed in the middle of the body.
    Cut {
        /// How many bytes come before that.
        after: usize,
    },
    /// The connection is reset in the middle of the body.
    Reset {
        /// How many bytes come before that.
        after: usize,
    },
    /// Each byte is sent separately, so that characters arrive in pieces.
    Dribble {
        /// Microseconds between two bytes.
        pause_us: u64,
    },
    /// The connection is closed without a single byte.
    EmptyReply,
    /// Status 200 and no body.
    EmptyBody,
    /// The stream is ended properly, but without its last events.
    NoEnd,
    /// The stream never ends.
    Endless {
        /// Microseconds between two pieces.
        pause_us: u64,
    },
    /// One event of very many bytes.
    HugeEvent {
        /// How many.
        bytes: u64,
    },
    /// The head of the answer comes late.
    SlowHeaders {
        /// How late.
        ms: u64,
    },
    /// The stream begins, then nothing comes for a while.
    Silence {
        /// How many events come before it.
        after_events: usize,
        /// For how long; the answer continues after it.
        ms: u64,
    },
    /// The content type is a lie; the body is right.
    ContentType {
        /// What the header says.
        content_type: String,
    },
    /// The body is compressed although nobody asked for it.
    Gzip,
    /// All calls have the same id.
    DuplicateToolIds,
    /// Every object has fields that no document names.
    UnknownFields,
    /// Comments or pings between all events, as proxies send them.
    KeepAlives,
}

/// When the client may come again, in one of the forms that servers use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryAfter {
    /// `Retry-After` in whole seconds.
    Seconds(u64),
    /// `Retry-After` as an HTTP date this many seconds from now.
    DateIn(u64),
    /// `retry-after-ms`.
    Millis(u64),
    /// Google's `RetryInfo` in the body, in milliseconds.
    RetryInfo(u64),
}

/// Who words the overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverflowWording {
    /// OpenAI Chat: code `context_length_exceeded` with both numbers.
    OpenaiChat,
    /// OpenAI Responses: the code and no numbers.
    Responses,
    /// Anthropic: the prompt by itself is too long.
    AnthropicPrompt,
    /// Anthropic: the prompt and `max_tokens` together are too long.
    AnthropicMaxTokens,
    /// Gemini.
    Gemini,
    /// Ollama with `truncate` off.
    Ollama,
    /// llama.cpp: type `exceed_context_size_error`.
    LlamaCpp,
    /// vLLM up to 0.15.
    Vllm,
    /// vLLM from 0.16.
    VllmPassed,
    /// OpenRouter.
    OpenRouter,
    /// LiteLLM's exception name in front of another's words.
    LiteLlm,
    /// A bare 413 from a proxy, not even JSON.
    Proxy413,
}

impl OverflowWording {
    /// All of them.
    pub const ALL: [OverflowWording; 12] = [
        OverflowWording::OpenaiChat,
        OverflowWording::Responses,
        OverflowWording::AnthropicPrompt,
        OverflowWording::AnthropicMaxTokens,
        OverflowWording::Gemini,
        OverflowWording::Ollama,
        OverflowWording::LlamaCpp,
        OverflowWording::Vllm,
        OverflowWording::VllmPassed,
        OverflowWording::OpenRouter,
        OverflowWording::LiteLlm,
        OverflowWording::Proxy413,
    ];
}

impl Fault {
    /// Makes an error in the provider's usual words.
    pub fn error(error: ErrorKind) -> Self {
        Fault::Error { error, status: None, message: None, retry_after: None }
    }

    /// Makes a rate limit that ends.
    pub fn rate_limited(retry_after: RetryAfter) -> Self {
        Fault::Error {
            error: ErrorKind::RateLimited,
            status: None,
            message: None,
            retry_after: Some(retry_after),
        }
    }
}
