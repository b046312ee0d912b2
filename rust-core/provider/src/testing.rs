//! What the tests of all wires share.

use serde_json::Value;

use crate::http::{AnswerReader, Progress, Sink};
use crate::{Delta, ProviderError, Reply};

/// Plays the events of a stream to a builder and returns what was delivered,
/// usage aside, and what came out.
pub(crate) fn play(
    mut builder: impl AnswerReader,
    events: Vec<Value>,
) -> (Vec<String>, Result<Reply, ProviderError>) {
    let mut seen = Vec::new();
    let mut note = |delta: Delta<'_>| {
        if !matches!(delta, Delta::Usage(_)) {
            seen.push(format!("{delta:?}"));
        }
    };
    let mut sink = Sink::new(&mut note);
    let mut outcome = Ok(());
    for event in events {
        match builder.event(None, event, &mut sink) {
            Ok(Progress::More) => {}
            Ok(Progress::Done) => break,
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
    }
    let reply = outcome.and_then(|()| builder.finish(&mut sink));
    (seen, reply)
}
