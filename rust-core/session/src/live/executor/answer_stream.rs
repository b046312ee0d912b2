//! The words of an answer while they come.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::live::machine::Room;
use crate::live::{EventQueue, TurnId};
use vibeue_provider::Delta;

/// Takes the words of one answer from the task that receives them to the host,
/// and keeps them for the case that the answer is broken off.
///
/// Once closed nothing passes any more, so that no word can come behind the
/// end of its turn.
pub(super) struct AnswerStream {
    turn: TurnId,
    events: Arc<EventQueue>,
    /// Tells the executor that there is something to count.
    tell: Box<dyn Fn() + Send + Sync>,
    heard: Mutex<Heard>,
}

/// How often at most the machine is told that there is something to count: often
/// enough for a bar that lives.
const BEAT: Duration = Duration::from_millis(200);

#[derive(Debug)]
struct Heard {
    text: String,
    /// What may still be said in this turn.
    room: Room,
    /// More came than that: nothing passes any more.
    flooded: bool,
    /// How many bytes of the text were counted.
    counted: usize,
    /// Arguments of calls that were not counted yet.
    arguments: String,
    /// The machine was notified and has not come yet.
    told: bool,
    told_at: Option<Instant>,
    /// The host does not know yet that the request is out: its words wait.
    held: Option<Vec<(String, bool)>>,
    closed: bool,
}

impl AnswerStream {
    pub(super) fn new(
        turn: TurnId,
        room: Room,
        events: Arc<EventQueue>,
        tell: impl Fn() + Send + Sync + 'static,
    ) -> Arc<Self> {
        let heard = Heard {
            text: String::new(),
            room,
            flooded: false,
            counted: 0,
            arguments: String::new(),
            told: false,
            told_at: None,
            held: Some(Vec::new()),
            closed: false,
        };
        Arc::new(Self { turn, events, tell: Box::new(tell), heard: Mutex::new(heard) })
    }

    /// Passes a piece on.
    pub(super) fn take(&self, delta: Delta<'_>) {
        let (words, reasoning) = match delta {
            Delta::Text(words) => (words, false),
            Delta::Reasoning(words) => (words, true),
            Delta::Arguments { fragment, .. } => {
                // The host hears of calls when they are whole; the bar grows.
                let mut heard = self.lock();
                if !heard.closed && !heard.flooded {
                    let fragment = self.fitting(&mut heard, fragment);
                    heard.arguments.push_str(fragment);
                    self.tell_of(&mut heard);
                }
                return;
            }
            Delta::ToolCall { .. } | Delta::Usage(_) => return,
        };
        let mut heard = self.lock();
        if heard.closed || heard.flooded {
            return;
        }
        let words = self.fitting(&mut heard, words);
        if !reasoning {
            heard.text.push_str(words);
        }
        match &mut heard.held {
            Some(held) => held.push((words.to_owned(), reasoning)),
            None => self.events.push_delta(self.turn, words, reasoning),
        }
        if !reasoning {
            self.tell_of(&mut heard);
        }
    }

    /// The part of a piece for which there is room. Where there is more, that
    /// was the last one, and the machine is told at once.
    fn fitting<'a>(&self, heard: &mut Heard, piece: &'a str) -> &'a str {
        let taken = heard.room.take(piece);
        if taken.len() < piece.len() {
            heard.flooded = true;
            (self.tell)();
        }
        taken
    }

    /// Tells whether more came than may be said in a turn.
    pub(super) fn is_flooded(&self) -> bool {
        self.lock().flooded
    }

    fn tell_of(&self, heard: &mut Heard) {
        if heard.told {
            return;
        }
        let now = Instant::now();
        if heard.told_at.is_none_or(|at| now.duration_since(at) >= BEAT) {
            heard.told = true;
            heard.told_at = Some(now);
            (self.tell)();
        }
    }

    /// Takes what came since the last time: words, and arguments of calls.
    pub(super) fn take_uncounted(&self) -> (String, String) {
        let mut heard = self.lock();
        heard.told = false;
        let words = heard.text.get(heard.counted..).unwrap_or_default().to_owned();
        heard.counted = heard.text.len();
        (words, std::mem::take(&mut heard.arguments))
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

impl fmt::Debug for AnswerStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerStream").field("turn", &self.turn).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::live::SessionEvent;

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
        assert_eq!(stream.close(), "Yes");
        stream.take(Delta::Text(" and no"));
        let heard: Vec<SessionEvent> = std::iter::from_fn(|| events.try_next()).collect();
        assert_eq!(
            heard,
            [
                SessionEvent::ReasoningDelta { turn: TurnId(1), text: "hm".to_owned() },
                SessionEvent::TextDelta { turn: TurnId(1), text: "Yes".to_owned() },
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
        assert_eq!(stream.close(), "Größe 10 µm");
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
        assert_eq!(stream.close(), "Yes, ");
    }
}
