//! What the tests of all wires share.

use serde_json::Value;

use crate::http::{AnswerReader, Progress, Sink};
use crate::{Delta, ProviderError, Reply};
use vibeue_conversation::{Extra, Part, ToolCall};

/// What plays a stream to a builder.
pub(crate) trait Play: AnswerReader + Sized {
    /// Plays the events of a stream and returns what was delivered, except
    /// usage, and the result.
    fn play(mut self, events: Vec<Value>) -> (Vec<String>, Result<Reply, ProviderError>) {
        let mut seen = Vec::new();
        let mut note = |delta: Delta<'_>| {
            if !matches!(delta, Delta::Usage(_)) {
                seen.push(format!("{delta:?}"));
            }
        };
        let mut sink = Sink::new(&mut note);
        let mut outcome = Ok(());
        for event in events {
            match self.event(None, event, &mut sink) {
                Ok(Progress::More) => {}
                Ok(Progress::Done) => break,
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        let reply = outcome.and_then(|()| self.finish(&mut sink));
        (seen, reply)
    }
}

impl<B: AnswerReader> Play for B {}

/// A call as part of a message.
pub(crate) fn call(id: &str, name: &str, arguments: &str) -> Part {
    Part::ToolCall(Box::new(ToolCall {
        id: id.into(),
        name: name.into(),
        arguments: arguments.to_owned(),
        extra: Extra::new(),
    }))
}
