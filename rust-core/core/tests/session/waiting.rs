//! Messages that wait after a turn: on disk, in order, never lost.

use std::path::Path;
use std::time::Duration;

use vibeue_core::conversation::Role;
use vibeue_core::session::Event;
use vibeue_core::session::journal::JournalReader;
use vibeue_core::session::live::{FailureClass, SessionEvent, SessionOptions, TurnEnd, TurnId};

use super::*;

fn journaled(provider: &Arc<Scripted>, journal: &Path) -> SessionOptions {
    let mut options = options(provider, 8_000);
    options.journal = Some(journal.to_owned());
    options
}

/// A session whose first turn does not end until the gate is opened.
struct Held {
    talk: Talk,
    gate: Arc<tokio::sync::Semaphore>,
    first: TurnId,
}

fn held(journal: &Path) -> Held {
    let gate = gate();
    let provider = Arc::new(Scripted::new([Answer::text("Let me see").gated(&gate)]));
    let talk = Talk::open(Arc::clone(&provider), journaled(&provider, journal));
    let first = talk.session.submit_text("one");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    Held { talk, gate, first }
}

fn again(journal: &Path) -> Talk {
    let provider = Arc::new(Scripted::new([]));
    Talk::open(Arc::clone(&provider), journaled(&provider, journal))
}

/// What the user said, in order.
fn asked(talk: &Talk) -> Vec<String> {
    let said = talk.transcript().into_iter().filter(|(role, _)| *role == Role::User);
    said.map(|(_, text)| text).collect()
}

#[test]
fn what_waits_is_on_disk_and_a_crash_leaves_it_unsent() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let Held { talk, .. } = held(&journal);
    let turns = ["two", "three", "four"].map(|text| talk.session.submit_text(text));
    talk.session.cancel_turn(turns[1]);
    talk.settle();
    let waiting = [(Some(turns[0]), "two".to_owned()), (Some(turns[2]), "four".to_owned())];
    assert_eq!(talk.waiting(), waiting);
    assert_eq!(talk.session.snapshot().state.queued, 2);
    // A copy of the file is what a crash would leave.
    let copy = folder.path().join("copy.jsonl");
    std::fs::copy(&journal, &copy).unwrap();

    let talk = again(&copy);
    assert_eq!(talk.waiting(), [(None, "two".to_owned()), (None, "four".to_owned())]);
    let snapshot = talk.session.snapshot();
    assert_eq!((snapshot.state.unsent, snapshot.state.is_idle()), (2, true));
    assert_eq!(asked(&talk), ["one"], "they are not part of the conversation yet");
    assert_eq!(talk.provider.requests().len(), 0, "nobody asked for them to be sent");
    assert_eq!(
        warnings(&talk.drain()),
        ["not sent before the conversation was closed: “two” and 1 more; it goes out with the \
          next message, or when you ask again"]
    );
    talk.ask("five");
    assert_eq!(asked(&talk), ["one", "two", "four", "five"]);
    assert_eq!(talk.waiting(), []);
    assert_eq!(talk.session.snapshot().state.unsent, 0);
    assert_eq!(said(&talk.provider.last_request()), ["one", "two", "four", "five"]);
    drop(talk);
    let talk = again(&copy);
    assert_eq!((talk.waiting(), asked(&talk).len()), (Vec::new(), 4), "and only once");
}

#[test]
fn what_an_earlier_session_left_can_be_withdrawn_or_sent_alone() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let Held { talk, .. } = held(&journal);
    for text in ["two", "three"] {
        talk.session.submit_text(text);
    }
    assert_eq!(talk.session.shutdown(Duration::from_secs(60)).unsent, 2);
    drop(talk);

    let talk = again(&journal);
    let first = talk.session.snapshot().waiting[0].message.submit;
    talk.session.withdraw(first);
    talk.session.withdraw(first);
    let events = talk.until(|event| matches!(event, SessionEvent::Error { .. }));
    assert_eq!(failures(&events)[0].class, FailureClass::Invalid);
    assert_eq!(talk.waiting(), [(None, "three".to_owned())]);
    drop(talk);

    let talk = again(&journal);
    assert_eq!(talk.waiting(), [(None, "three".to_owned())]);
    let turn = talk.session.retry();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert_eq!(asked(&talk), ["one", "three"]);
    let turn = talk.session.retry();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Failed, "there is nothing to answer");
}

#[test]
fn the_text_of_a_message_that_waited_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let Held { talk, gate, first } = held(&journal);
    let second = talk.session.submit_text("the second message");
    gate.add_permits(1);
    talk.until_ended(first);
    talk.until_ended(second);
    talk.session.shutdown(Duration::from_secs(60));
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.matches("the second message").count(), 1);
    let kinds: Vec<&str> = JournalReader::open(&journal)
        .unwrap()
        .filter_map(|entry| match entry.unwrap().event {
            Event::Message(message) => Some(message.role.as_str()),
            Event::Submit { .. } => Some("submit"),
            Event::Send { .. } => Some("send"),
            Event::Withdraw { .. } => Some("withdraw"),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["user", "submit", "assistant", "send", "assistant"]);
}

#[test]
fn what_cannot_be_written_is_refused_and_what_waits_is_not_lost_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let Held { talk, gate, first } = held(&journal);
    let second = talk.session.submit_text("two");
    talk.settle();
    // The journal disappears under the session: nothing can be written.
    let aside = folder.path().join("aside.jsonl");
    std::fs::rename(&journal, &aside).unwrap();
    let third = talk.session.submit_text("three");
    let events = talk.until_ended(third);
    assert_eq!(
        (end(&events), failures(&events)[0].class),
        (TurnEnd::Failed, FailureClass::Storage)
    );
    gate.add_permits(1);
    assert_eq!(failures(&talk.until_ended(first))[0].class, FailureClass::Storage);
    let events = talk.until_ended(second);
    let failure = &failures(&events)[0];
    assert_eq!((end(&events), failure.class), (TurnEnd::Failed, FailureClass::Storage));
    assert!(failure.hint.as_deref().unwrap().contains("stays unsent"), "{failure:?}");
    assert_eq!(talk.waiting(), [(None, "two".to_owned())]);
    std::fs::rename(&aside, &journal).unwrap();
    talk.ask("four");
    assert_eq!(asked(&talk), ["one", "two", "four"]);
    drop(talk);
    let talk = again(&journal);
    assert_eq!(
        (talk.waiting(), asked(&talk)),
        (Vec::new(), ["one", "two", "four"].map(str::to_owned).to_vec())
    );
}

#[test]
fn a_waiting_message_without_words_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let Held { talk, .. } = held(&folder.path().join("talk.jsonl"));
    let turn = talk.session.submit_text(" ");
    let events = talk.until_ended(turn);
    assert_eq!(
        (end(&events), failures(&events)[0].class),
        (TurnEnd::Failed, FailureClass::Invalid)
    );
    assert_eq!(talk.waiting(), []);
}

#[test]
fn ten_thousand_messages_at_once_are_taken_up_to_a_limit_and_refused_beyond() {
    let gate = gate();
    let provider = Arc::new(Scripted::new([Answer::text("first").gated(&gate)]));
    let mut options = options(&provider, 100_000);
    options.bounds.queued_turns = 50;
    let talk = Talk::open(Arc::clone(&provider), options);
    let first = talk.session.submit_text("message 0");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    let turns: Vec<TurnId> =
        (1..=10_000).map(|number| talk.session.submit_text(format!("message {number}"))).collect();
    // Nobody reads meanwhile: each refusal is still reported.
    talk.settle();
    assert_eq!(talk.waiting().len(), 50);
    gate.add_permits(1);
    let mut events = talk.until_ended(first);
    events.extend(talk.until_ended(turns[49]));
    talk.until_reported();
    events.extend(talk.drain());
    let refused: Vec<TurnId> = events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::Error { turn, failure } if failure.class == FailureClass::Busy => *turn,
            _ => None,
        })
        .collect();
    assert_eq!(refused, turns[50..]);
    let failed: Vec<TurnId> = events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::TurnEnded { turn, end: TurnEnd::Failed } => Some(*turn),
            _ => None,
        })
        .collect();
    assert_eq!(failed, refused);
    let expected: Vec<String> = (0..=50).map(|number| format!("message {number}")).collect();
    assert_eq!(asked(&talk), expected);
}

#[test]
fn stopping_cuts_the_answer_off_and_holds_what_waits_until_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let Held { talk, first, .. } = held(&journal);
    let turns = ["two", "three"].map(|text| talk.session.submit_text(text));
    talk.session.stop();
    let events = talk.until_ended(first);
    talk.settle();
    assert_eq!(talk.waiting(), [(None, "two".to_owned()), (None, "three".to_owned())]);
    let snapshot = talk.session.snapshot();
    assert_eq!((snapshot.state.unsent, snapshot.state.is_idle()), (2, true));
    assert_eq!(talk.provider.requests().len(), 1, "nothing is sent by itself");
    let ended = |turn| {
        events.iter().any(|it| {
            matches!(it, SessionEvent::TurnEnded { turn: of, end: TurnEnd::Cancelled } if *of == turn)
        })
    };
    assert!([first, turns[0], turns[1]].into_iter().all(ended), "each has its end: {events:?}");
    let turn = talk.session.retry();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert_eq!(asked(&talk), ["one", "two", "three"]);
}

#[test]
fn a_message_that_waits_is_moved_and_sent_before_the_answer_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let Held { talk, first, .. } = held(&journal);
    let turns = ["two", "three", "four"].map(|text| talk.session.submit_text(text));
    talk.settle();
    let submit = |text: &str| {
        let waits = talk.session.snapshot().waiting.to_vec();
        let said = |it: &&vibeue_core::session::live::Waiting| {
            vibeue_core::session::writing::own_words(&it.message.parts) == text
        };
        waits.iter().find(said).unwrap().message.submit
    };
    talk.session.move_waiting(submit("four"), true);
    talk.session.move_waiting(submit("two"), true);
    talk.settle();
    let texts =
        |talk: &Talk| -> Vec<String> { talk.waiting().into_iter().map(|(_, text)| text).collect() };
    assert_eq!(texts(&talk), ["two", "four", "three"]);
    talk.session.send_now(submit("four"));
    assert_eq!(end(&talk.until_ended(first)), TurnEnd::Cancelled);
    talk.until_ended(turns[1]);
    assert_eq!(asked(&talk), ["one", "four", "two", "three"]);
    talk.session.send_now(9_999);
    let events = talk.until(|event| matches!(event, SessionEvent::Error { .. }));
    assert_eq!(failures(&events)[0].class, FailureClass::Invalid);
}
