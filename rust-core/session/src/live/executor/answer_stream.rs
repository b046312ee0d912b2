//! The words of an answer as they arrive.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::thought::Thought;
use crate::live::machine::{Arrived, Room};
use crate::live::{EventQueue, SessionEvent, TurnId};
use vibeue_provider::Delta;

/// Passes the words of one answer from the task that receives them to the host, and keeps them in
/// case the answer is interrupted.
///
/// Once closed nothing passes any more, so that no word can arrive after the end of its turn.
pub(super) struct AnswerStream {
    turn: TurnId,
    events: Arc<EventQueue>,
    /// Tells the executor that there is something to count.
    notify: Box<dyn Fn() + Send + Sync>,
    received: Mutex<Received>,
}

/// How often at most the machine is notified that there is something to count: often enough for a
/// token bar that moves smoothly.
const BEAT: Duration = Duration::from_millis(200);

#[derive(Debug)]
struct Received {
    text: String,
    /// What the model thinks before and between.
    thought: Thought,
    /// What may still be written in this turn.
    room: Room,
    /// Whether more arrived than that: then nothing passes any more.
    flooded: bool,
    /// How many bytes of the text were counted.
    counted: usize,
    /// Arguments of calls that have not been counted yet.
    arguments: String,
    /// Whether the machine was notified and has not reacted yet.
    notified: bool,
    notified_at: Option<Instant>,
    /// Words that are held back until the host knows that the request was sent.
    held: Option<Vec<(String, bool)>>,
    closed: bool,
}

impl AnswerStream {
    pub(super) fn new(
        turn: TurnId,
        room: Room,
        events: Arc<EventQueue>,
        notify: impl Fn() + Send + Sync + 'static,
    ) -> Arc<Self> {
        let received = Received {
            text: String::new(),
            thought: Thought::default(),
            room,
            flooded: false,
            counted: 0,
            arguments: String::new(),
            notified: false,
            notified_at: None,
            held: Some(Vec::new()),
            closed: false,
        };
        Arc::new(Self { turn, events, notify: Box::new(notify), received: Mutex::new(received) })
    }

    /// Passes a piece on.
    pub(super) fn take(&self, delta: Delta<'_>) {
        let (words, reasoning) = match delta {
            Delta::Text(words) => (words, false),
            Delta::Reasoning(words) => (words, true),
            Delta::Arguments { fragment, .. } => {
                // The host gets calls only when they are complete, but the token bar grows.
                let mut received = self.lock();
                if !received.closed && !received.flooded {
                    received.thought.finish();
                    let fragment = self.fitting(&mut received, fragment);
                    received.arguments.push_str(fragment);
                    self.notify_of(&mut received);
                }
                return;
            }
            Delta::Warning(words) => {
                let received = self.lock();
                if !received.closed {
                    let (turn, message) = (Some(self.turn), words.to_owned());
                    self.events.push(SessionEvent::Warning { turn, message });
                }
                return;
            }
            Delta::ToolCall { .. } => return self.lock().thought.finish(),
            Delta::Usage(_) => return,
        };
        let mut received = self.lock();
        if received.closed || received.flooded {
            return;
        }
        let words = self.fitting(&mut received, words);
        if reasoning {
            received.thought.add(words);
        } else {
            received.thought.finish();
            received.text.push_str(words);
        }
        match &mut received.held {
            Some(held) => held.push((words.to_owned(), reasoning)),
            None => self.events.push_delta(self.turn, words, reasoning),
        }
        if !reasoning {
            self.notify_of(&mut received);
        }
    }

    /// The part of a piece for which there is room. If there is more, this is the last one, and the
    /// machine is notified at once.
    fn fitting<'a>(&self, received: &mut Received, piece: &'a str) -> &'a str {
        let taken = received.room.take(piece);
        if taken.len() < piece.len() {
            received.flooded = true;
            (self.notify)();
        }
        taken
    }

    /// Returns whether more arrived than may be written in a turn.
    pub(super) fn is_flooded(&self) -> bool {
        self.lock().flooded
    }

    fn notify_of(&self, received: &mut Received) {
        if received.notified {
            return;
        }
        let now = Instant::now();
        if received.notified_at.is_none_or(|at| now.duration_since(at) >= BEAT) {
            received.notified = true;
            received.notified_at = Some(now);
            (self.notify)();
        }
    }

    /// Takes what arrived since the last call: words, and arguments of calls.
    pub(super) fn take_uncounted(&self) -> (String, String) {
        let mut received = self.lock();
        received.notified = false;
        let words = received.text.get(received.counted..).unwrap_or_default().to_owned();
        received.counted = received.text.len();
        (words, std::mem::take(&mut received.arguments))
    }

    /// Lets through the words that have arrived, and all later ones.
    pub(super) fn release(&self) {
        let mut received = self.lock();
        self.let_through(&mut received);
    }

    fn let_through(&self, received: &mut Received) {
        for (words, reasoning) in received.held.take().into_iter().flatten() {
            self.events.push_delta(self.turn, &words, reasoning);
        }
    }

    /// Lets nothing pass from now on, and returns what has passed.
    pub(super) fn close(&self) -> Arrived {
        let mut received = self.lock();
        self.let_through(&mut received);
        received.closed = true;
        Arrived { words: std::mem::take(&mut received.text), reasoning: received.thought.take() }
    }

    fn lock(&self) -> MutexGuard<'_, Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for AnswerStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerStream").field("turn", &self.turn).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn nothing_passes_once_it_is_closed() {
        let events = Arc::new(EventQueue::new(None));
        let room = Room::new(1_000);
        let stream = AnswerStream::new(TurnId(1), room, Arc::clone(&events), || {});
        stream.take(Delta::Reasoning("hm"));
        assert_eq!(events.try_next(), None, "the host has not heard of the request yet");
        stream.release();
        stream.take(Delta::Text("Yes"));
        stream.take(Delta::ToolCall { index: 0, id: "a", name: "look" });
        stream.take(Delta::Warning("this costs"));
        let arrived = stream.close();
        let thought = arrived.reasoning.map(|it| (it.text, it.took_ms.is_some()));
        assert_eq!((arrived.words.as_str(), thought), ("Yes", Some(("hm".to_owned(), true))));
        stream.take(Delta::Reasoning("hm"));
        stream.take(Delta::Text(" and no"));
        stream.take(Delta::Warning("too late"));
        let heard: Vec<SessionEvent> = std::iter::from_fn(|| events.try_next()).collect();
        assert_eq!(
            heard,
            [
                SessionEvent::ReasoningDelta { turn: TurnId(1), text: "hm".to_owned() },
                SessionEvent::TextDelta { turn: TurnId(1), text: "Yes".to_owned() },
                SessionEvent::Warning { turn: Some(TurnId(1)), message: "this costs".to_owned() },
            ]
        );
    }

    #[test]
    fn the_machine_is_told_once_until_it_comes() {
        let told = Arc::new(AtomicUsize::new(0));
        let events = Arc::new(EventQueue::new(None));
        let stream = AnswerStream::new(TurnId(1), Room::new(1_000), events, {
            let told = Arc::clone(&told);
            move || {
                told.fetch_add(1, Ordering::SeqCst);
            }
        });
        stream.take(Delta::Reasoning("hm"));
        assert_eq!(told.load(Ordering::SeqCst), 0, "reasoning does not travel");
        stream.take(Delta::Text("Größe "));
        stream.take(Delta::Text("10"));
        stream.take(Delta::Arguments { index: 0, fragment: "{}" });
        assert_eq!(told.load(Ordering::SeqCst), 1);
        assert_eq!(stream.take_uncounted(), ("Größe 10".to_owned(), "{}".to_owned()));
        stream.take(Delta::Text(" µm"));
        assert_eq!(stream.take_uncounted(), (" µm".to_owned(), String::new()));
        assert_eq!(stream.close().words, "Größe 10 µm");
    }

    #[test]
    fn nothing_passes_behind_what_a_turn_may_say() {
        let told = Arc::new(AtomicUsize::new(0));
        let events = Arc::new(EventQueue::new(None));
        let stream = AnswerStream::new(TurnId(1), Room::new(10), events, {
            let told = Arc::clone(&told);
            move || {
                told.fetch_add(1, Ordering::SeqCst);
            }
        });
        stream.take(Delta::Reasoning("hm hm"));
        assert!(!stream.is_flooded());
        stream.take(Delta::Text("Yes, and more"));
        assert!(stream.is_flooded());
        assert!(told.load(Ordering::SeqCst) > 0);
        stream.take(Delta::Text("!"));
        stream.take(Delta::Arguments { index: 0, fragment: "{}" });
        assert_eq!(stream.take_uncounted(), ("Yes, ".to_owned(), String::new()));
        let arrived = stream.close();
        assert_eq!(arrived.words, "Yes, ");
        assert_eq!(arrived.reasoning.map(|it| it.text), Some("hm hm".to_owned()));
    }
}
