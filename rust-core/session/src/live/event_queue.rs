//! Events on their way from the session to its host.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::time::Duration;

use super::{SessionEvent, TurnId, Waker};
use crate::handover::{Letters, Mailbox};

/// How many events may be unread before those that the snapshot also covers are left out.
const CAPACITY: usize = 4_096;

/// The queue of events from the session to its host.
///
/// Writing never waits. Pieces of text are appended to the last unread piece, states and usages
/// replace the unread one, and if nobody reads for long, messages, words and warnings are left out
/// and counted; decisive events never are.
pub struct EventQueue(Mailbox<Events>);

/// The unread ones.
#[derive(Default)]
struct Events {
    events: VecDeque<SessionEvent>,
    missed: u64,
    /// How many events at the front are decisive: these are never left out.
    decisive: usize,
}

impl Events {
    /// Drops the oldest events that a host can do without if too many are unread.
    fn bound(&mut self) {
        while self.events.len() > CAPACITY {
            let rest = self.events.range(self.decisive..);
            let Some(at) = rest.into_iter().position(|event| !event.is_decisive()) else {
                self.decisive = self.events.len();
                return;
            };
            self.decisive += at;
            self.events.remove(self.decisive);
            self.missed += 1;
        }
    }

    fn push(&mut self, event: SessionEvent) {
        if matches!(event, SessionEvent::State { .. } | SessionEvent::Usage { .. }) {
            let same_kind = |other: &SessionEvent| {
                matches!(
                    (&event, other),
                    (SessionEvent::State { .. }, SessionEvent::State { .. })
                        | (SessionEvent::Usage { .. }, SessionEvent::Usage { .. })
                )
            };
            // Only the newest counts; an unread older one would be stale. It is near the end if
            // anybody reads at all.
            let near = self.events.len().saturating_sub(8);
            if let Some(at) = self.events.range(near..).rposition(same_kind) {
                self.events.remove(near + at);
            }
        }
        self.events.push_back(event);
        self.bound();
    }

    fn push_delta(&mut self, turn: TurnId, words: &str, reasoning: bool) {
        match self.events.back_mut() {
            Some(SessionEvent::TextDelta { turn: last, text }) if *last == turn && !reasoning => {
                text.push_str(words);
            }
            Some(SessionEvent::ReasoningDelta { turn: last, text })
                if *last == turn && reasoning =>
            {
                text.push_str(words);
            }
            _ => {
                let text = words.to_owned();
                self.events.push_back(if reasoning {
                    SessionEvent::ReasoningDelta { turn, text }
                } else {
                    SessionEvent::TextDelta { turn, text }
                });
                self.bound();
            }
        }
    }
}

impl Letters for Events {
    type Letter = SessionEvent;

    fn take(&mut self) -> Option<SessionEvent> {
        if self.missed > 0 {
            let missed = std::mem::take(&mut self.missed);
            return Some(SessionEvent::Lagged { missed });
        }
        self.decisive = self.decisive.saturating_sub(1);
        self.events.pop_front()
    }

    fn unread(&self) -> usize {
        self.events.len() + usize::from(self.missed > 0)
    }
}

impl EventQueue {
    pub(super) fn new(waker: Option<Waker>) -> Self {
        let bell = waker.map(|waker| -> crate::handover::Bell { Box::new(move || waker()) });
        Self(Mailbox::new(Events::default(), bell))
    }

    /// Takes the next event, if there is one. Costs one atomic load if there is none.
    pub fn try_next(&self) -> Option<SessionEvent> {
        self.0.try_next()
    }

    /// Takes the next event; waits for one at most this long. `None` if none came, or if the
    /// session has ended and all events were read.
    pub fn next_timeout(&self, wait: Duration) -> Option<SessionEvent> {
        self.0.next_timeout(wait)
    }

    /// Takes the next event; waits for it. `None` once the session has ended and all events were
    /// read.
    pub async fn next(&self) -> Option<SessionEvent> {
        poll_fn(|context| self.0.poll_next(context)).await
    }

    /// How many events are unread.
    pub fn unread(&self) -> usize {
        self.0.unread()
    }

    /// Adds an event.
    pub(super) fn push(&self, event: SessionEvent) {
        self.0.change(|events| events.push(event));
    }

    /// Adds words of an answer or of reasoning.
    pub(super) fn push_delta(&self, turn: TurnId, words: &str, reasoning: bool) {
        if !words.is_empty() {
            self.0.change(|events| events.push_delta(turn, words, reasoning));
        }
    }

    /// Closes the queue: waiting readers return once all events are read.
    pub(super) fn close(&self) {
        self.0.close(|events| events.events.push_back(SessionEvent::Closed));
    }
}

impl std::fmt::Debug for EventQueue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventQueue").field("unread", &self.unread()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::live::{SessionState, TurnEnd};

    fn warning(number: usize) -> SessionEvent {
        SessionEvent::Warning { turn: None, message: number.to_string() }
    }

    fn all(queue: &EventQueue) -> Vec<SessionEvent> {
        std::iter::from_fn(|| queue.try_next()).collect()
    }

    #[test]
    fn unread_words_grow_and_stay_apart_by_kind_and_turn() {
        let queue = EventQueue::new(None);
        let (one, two) = (TurnId(1), TurnId(2));
        for (turn, words, reasoning) in [
            (one, "Let", true),
            (one, " me", true),
            (one, "Yes", false),
            (one, ".", false),
            (two, "No", false),
            (two, "", false),
        ] {
            queue.push_delta(turn, words, reasoning);
        }
        assert_eq!(
            all(&queue),
            [
                SessionEvent::ReasoningDelta { turn: one, text: "Let me".to_owned() },
                SessionEvent::TextDelta { turn: one, text: "Yes.".to_owned() },
                SessionEvent::TextDelta { turn: two, text: "No".to_owned() },
            ]
        );
        assert_eq!(queue.unread(), 0);
    }

    #[test]
    fn of_unread_states_only_the_newest_is_kept() {
        let queue = EventQueue::new(None);
        for queued in 0..100 {
            let state = SessionState { queued, ..SessionState::default() };
            queue.push(SessionEvent::State { state });
        }
        let state = SessionState { queued: 99, ..SessionState::default() };
        assert_eq!(all(&queue), [SessionEvent::State { state }]);
    }

    #[test]
    fn a_host_that_does_not_read_misses_warnings_but_no_end() {
        let queue = EventQueue::new(None);
        let end = |turn| SessionEvent::TurnEnded { turn: TurnId(turn), end: TurnEnd::Completed };
        for turn in 0..10 {
            queue.push(end(turn));
            (0..1_000).for_each(|number| queue.push(warning(number)));
        }
        let events = all(&queue);
        assert_eq!(events[0], SessionEvent::Lagged { missed: 10_010 - CAPACITY as u64 });
        assert_eq!(events.len(), CAPACITY + 1);
        let ends: Vec<_> = events.iter().filter(|event| event.is_decisive()).cloned().collect();
        assert_eq!(ends, (0..10).map(end).collect::<Vec<_>>());
    }

    #[test]
    fn words_that_nobody_reads_are_bounded_and_ends_between_them_are_not() {
        let queue = EventQueue::new(None);
        let end = |turn| SessionEvent::TurnEnded { turn: TurnId(turn), end: TurnEnd::Completed };
        for turn in 0..20_000 {
            queue.push_delta(TurnId(turn), "Let me", true);
            queue.push_delta(TurnId(turn), "Yes", false);
            queue.push(end(turn));
        }
        let events = all(&queue);
        assert_eq!(events[0], SessionEvent::Lagged { missed: 40_000 });
        assert_eq!(events[1..], (0..20_000).map(end).collect::<Vec<_>>());
        queue.push_delta(TurnId(1), "again", false);
        assert_eq!(all(&queue).len(), 1);
    }

    #[test]
    fn a_blocked_reader_is_woken_and_the_end_releases_it() {
        let queue = Arc::new(EventQueue::new(None));
        let reader = std::thread::spawn({
            let queue = Arc::clone(&queue);
            move || {
                std::iter::from_fn(|| queue.next_timeout(Duration::from_secs(60)))
                    .collect::<Vec<_>>()
            }
        });
        queue.push(warning(1));
        queue.close();
        queue.push(warning(2));
        assert_eq!(reader.join().unwrap(), [warning(1), SessionEvent::Closed]);
        assert_eq!(queue.next_timeout(Duration::ZERO), None);
    }

    #[test]
    fn the_waker_is_called_once_for_a_run_of_events_and_may_panic() {
        let calls = Arc::new(AtomicUsize::new(0));
        let waker: Waker = Arc::new({
            let calls = Arc::clone(&calls);
            move || {
                calls.fetch_add(1, Ordering::Relaxed);
                panic!("a host's mistake");
            }
        });
        let queue = EventQueue::new(Some(waker));
        (0..3).for_each(|number| queue.push(warning(number)));
        assert_eq!(all(&queue).len(), 3);
        queue.push(warning(4));
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn an_async_reader_hears_what_comes_from_another_thread() {
        let queue = Arc::new(EventQueue::new(None));
        let writer = std::thread::spawn({
            let queue = Arc::clone(&queue);
            move || {
                (0..100).for_each(|number| queue.push(warning(number)));
                queue.close();
            }
        });
        let mut events = Vec::new();
        while let Some(event) = queue.next().await {
            events.push(event);
        }
        writer.join().unwrap();
        let expected = (0..100).map(warning).chain([SessionEvent::Closed]);
        assert_eq!(events, expected.collect::<Vec<_>>());
    }
}
