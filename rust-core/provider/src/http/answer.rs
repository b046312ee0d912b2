//! How a wire module assembles an answer, piece by piece.

use serde_json::Value;

use crate::{Delta, DeltaSink, ProviderError, Reply};
use vibeue_tokens::ServerUsage;

/// How a stream is split into pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events.
    Sse,
    /// One JSON value per line.
    Lines,
}

/// Whether more of an answer is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// More may come.
    More,
    /// The answer is complete; what follows is not read.
    Done,
}

/// Assembles a reply. One is created for each attempt.
pub trait AnswerReader: Send {
    /// Processes one event of a stream: its name, if it has one, and its JSON.
    /// End marks such as `[DONE]` are not passed on.
    ///
    /// # Errors
    /// Errors that the server reports inside the stream; see
    /// [`classify_value`](super::classify_value).
    fn event(
        &mut self,
        name: Option<&str>,
        data: Value,
        sink: &mut Sink<'_>,
    ) -> Result<Progress, ProviderError>;

    /// Processes an answer that arrived as one JSON value, because the request
    /// asked for that or because the server does not stream.
    ///
    /// # Errors
    /// Errors that the server reports in it.
    fn whole(&mut self, body: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError>;

    /// Returns whether the answer is complete if the stream ends here; if not, its end is an error.
    fn is_complete(&self) -> bool;

    /// Returns the reply. Called once everything has arrived.
    ///
    /// # Errors
    /// If what arrived is not a reply.
    fn finish(&mut self, sink: &mut Sink<'_>) -> Result<Reply, ProviderError>;
}

/// Delivers pieces and remembers whether it did.
///
/// A usage that arrives before anything else is held back until a piece
/// follows: a request that fails right after its first event can then still be
/// repeated.
pub struct Sink<'a> {
    inner: DeltaSink<'a>,
    delivered: bool,
    usage: Option<ServerUsage>,
}

impl<'a> Sink<'a> {
    /// Creates a sink that delivers to the caller's.
    pub fn new(inner: DeltaSink<'a>) -> Self {
        Self { inner, delivered: false, usage: None }
    }

    /// Delivers one piece. Empty texts are not delivered.
    pub fn send(&mut self, delta: Delta<'_>) {
        match delta {
            Delta::Usage(usage) if !self.delivered => {
                self.usage = Some(usage);
                return;
            }
            Delta::Text("") | Delta::Reasoning("") | Delta::Arguments { fragment: "", .. } => {
                return;
            }
            _ => {}
        }
        self.delivered = true;
        self.flush();
        (self.inner)(delta);
    }

    /// Returns whether a piece was delivered.
    pub fn delivered(&self) -> bool {
        self.delivered
    }

    /// Delivers a usage that was held back.
    pub(super) fn flush(&mut self) {
        if let Some(usage) = self.usage.take() {
            (self.inner)(Delta::Usage(usage));
        }
    }

    /// Discards what a failed attempt left behind.
    pub(super) fn reset(&mut self) {
        self.usage = None;
    }
}

impl std::fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sink").field("delivered", &self.delivered).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usage_waits_for_the_first_piece_and_empty_pieces_are_none() {
        let mut seen = Vec::new();
        let mut note = |delta: Delta<'_>| seen.push(format!("{delta:?}"));
        let mut sink = Sink::new(&mut note);
        sink.send(Delta::Usage(ServerUsage::default()));
        sink.send(Delta::Text(""));
        assert!(!sink.delivered());
        sink.send(Delta::Text("a"));
        assert!(sink.delivered());
        assert_eq!(seen.len(), 2);
        assert!(seen[0].starts_with("Usage") && seen[1].starts_with("Text"), "{seen:?}");
    }
}
