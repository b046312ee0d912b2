//! What all wire modules share: one HTTP client per endpoint, with its limits,
//! streams, retries and errors.
//!
//! A wire module creates a [`Call`] for its [`Endpoint`] and passes it to
//! [`HttpClient::exchange`] with an [`AnswerReader`], which receives the events
//! of the stream as JSON (or the whole answer, if the server does not stream)
//! and assembles the [`Reply`](super::Reply). Everything else happens here:
//! sending, retrying while nothing was delivered, splitting bytes into events,
//! time and size limits, classifying and redacting errors.

mod answer;
mod body;
mod call;
mod classify;
mod client;
mod endpoint;
mod error_body;
mod error_signs;
mod html_page;
mod limits;
mod line_decoder;
mod overflow;
mod printable;
mod redact;
mod response;
mod retry;
mod retry_after;
mod sse;
mod stream;
mod tls;
mod tls_fault;
mod transport;

pub use answer::{AnswerReader, Framing, Progress, Sink};
pub use call::Call;
pub(crate) use classify::shortened;
pub use classify::{classify, classify_value, request_id};
pub use client::HttpClient;
pub use endpoint::{Endpoint, KeyHeader};
pub(crate) use endpoint::{check_key, read_header};
pub use error_body::ErrorBody;
pub use limits::Limits;
pub use line_decoder::LineDecoder;
pub use overflow::Overflow;
pub(crate) use printable::steers;
pub use redact::Redactor;
pub use retry::wait_before_retry;
pub use retry_after::retry_after;
pub use sse::{SseDecoder, SseEvent, TooLarge};
