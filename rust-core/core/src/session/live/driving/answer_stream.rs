//! The words of an answer while they come.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::provider::Delta;
use crate::session::live::{EventQueue, TurnId};

/// Takes the words of one answer from the task that hears them to the host,
/// and keeps them for the case that the answer is broken off.
///
/// Once closed nothing passes any more, so that no word can come behind the
/// end of its turn.
#[derive(Debug)]
pub(super) struct AnswerStream {
    turn: TurnId,
    events: Arc<EventQueue>,
    heard: Mutex<Heard>,
}

#[derive(Debug, Default)]
struct Heard {
    text: String,
    /// The host has not heard yet that the request is out: its words wait.
    held: Option<Vec<(String, bool)>>,
    closed: bool,
}

impl AnswerStream {
    pub(super) fn new(turn: TurnId, events: Arc<EventQueue>) -> Arc<Self> {
        let heard = Heard { held: Some(Vec::new()), ..Heard::default() };
        Arc::new(Self { turn, events, heard: Mutex::new(heard) })
    }

    /// Passes a piece on.
    pub(super) fn hear(&self, delta: Delta<'_>) {
        let (words, reasoning) = match delta {
            Delta::Text(words) => (words, false),
            Delta::Reasoning(words) => (words, true),
            // Calls count when they are whole.
            Delta::ToolCall { .. } | Delta::Arguments { .. } | Delta::Usage(_) => return,
        };
        let mut heard = self.lock();
        if heard.closed {
            return;
        }
        if !reasoning {
            heard.text.push_str(words);
        }
        match &mut heard.held {
            Some(held) => held.push((words.to_owned(), reasoning)),
            None => self.events.push_delta(self.turn, words, reasoning),
        }
    }

    /// Lets the words through that came so far, and all that come.
    pub(super) fn release(&self) {
        let mut heard = self.lock();
        self.let_through(&mut heard);
    }

    fn let_through(&self, heard: &mut Heard) {
        for (words, reasoning) in heard.held.take().into_iter().flatten() {
            self.events.push_delta(self.turn, &words, reasoning);
        }
    }

    /// Lets nothing pass from now on, and returns the words so far.
    pub(super) fn close(&self) -> String {
        let mut heard = self.lock();
        self.let_through(&mut heard);
        heard.closed = true;
        std::mem::take(&mut heard.text)
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::live::SessionEvent;

    #[test]
    fn nothing_passes_once_it_is_closed() {
        let events = Arc::new(EventQueue::new(None));
        let stream = AnswerStream::new(TurnId(1), Arc::clone(&events));
        stream.hear(Delta::Reasoning("hm"));
        assert_eq!(events.try_next(), None, "the host has not heard of the request yet");
        stream.release();
        stream.hear(Delta::Text("Yes"));
        stream.hear(Delta::ToolCall { index: 0, id: "a", name: "look" });
        assert_eq!(stream.close(), "Yes");
        stream.hear(Delta::Text(" and no"));
        let heard: Vec<SessionEvent> = std::iter::from_fn(|| events.try_next()).collect();
        assert_eq!(
            heard,
            [
                SessionEvent::ReasoningDelta { turn: TurnId(1), text: "hm".to_owned() },
                SessionEvent::TextDelta { turn: TurnId(1), text: "Yes".to_owned() },
            ]
        );
    }
}
