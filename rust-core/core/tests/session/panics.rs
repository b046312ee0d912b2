//! Bugs in the middle of the session's own work.
//!
//! The clock is asked whenever something is written: one that panics is a bug
//! at each of those places.

use std::sync::atomic::{AtomicI64, Ordering};

use vibeue_core::conversation::Message;
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::session::journal::ReadHistory;
use vibeue_core::session::live::{
    Clock, FailureClass, Session, SessionEvent, ToolAnswer, TurnEnd, TurnId,
};

use super::*;

/// A clock that panics when it is asked for the time this often.
#[derive(Debug)]
struct Faulty(AtomicI64);

impl Clock for Faulty {
    fn now(&self) -> u64 {
        assert!(self.0.fetch_sub(1, Ordering::SeqCst) != 0, "the clock says so");
        1_795_212_000_000
    }
}

/// The clock of a session that is opened without a fault.
fn clock() -> Arc<Faulty> {
    Arc::new(Faulty(AtomicI64::new(-1)))
}

#[test]
#[expect(clippy::too_many_lines, reason = "one story for each place")]
fn wherever_it_fails_inside_the_turn_ends_by_name_and_the_next_one_works() {
    let mut reached = 0;
    for fault in 0..100 {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("talk.jsonl");
        let provider = Arc::new(Scripted::new([]).rule(|_| Answer::text(&words(3, 60))));
        let clock = clock();
        let mut options = options(&provider, 4_000);
        options.clock = Arc::clone(&clock) as _;
        options.journal = Some(journal.clone());
        options.tools = vec![tool("look")];
        let talk = Talk::open(Arc::clone(&provider), options);
        for turn in 0..8 {
            talk.ask(&words(turn, 60));
        }
        talk.until_reported();
        talk.drain();
        provider.add(Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")]));
        provider.add(Answer::text("Seen."));
        clock.0.store(fault, Ordering::SeqCst);
        // A summary, a turn with two calls, and one that waits after it.
        talk.session.summarize(None);
        let turn = talk.session.submit_text("Look");
        let behind = talk.session.submit_text("And then?");
        let mut events = Vec::new();
        let mut open = vec![turn, behind];
        while !open.is_empty() {
            match talk.session.events().next_timeout(std::time::Duration::from_secs(120)) {
                Some(event) => events.push(event),
                None => panic!("fault {fault}: it hangs: {events:#?}"),
            }
            match events.last() {
                Some(SessionEvent::ToolCall { call_id, .. }) => {
                    talk.session.answer_tool(call_id.clone(), ToolAnswer::text("seen"));
                }
                Some(SessionEvent::TurnEnded { turn, .. }) => open.retain(|it| it != turn),
                _ => {}
            }
        }
        talk.until_idle();
        let left = clock.0.swap(-1, Ordering::SeqCst);
        talk.settle();
        events.extend(talk.drain());
        let count = |wanted: &dyn Fn(&SessionEvent) -> bool| {
            events.iter().filter(|event| wanted(event)).count()
        };
        for turn in [turn, behind] {
            let ends = count(
                &|event| matches!(event, SessionEvent::TurnEnded { turn: it, .. } if *it == turn),
            );
            assert_eq!(ends, 1, "fault {fault}: {turn} of {events:#?}");
        }
        assert_eq!(
            count(&|event| matches!(event, SessionEvent::SummarizationStarted { .. })),
            count(&|event| matches!(event, SessionEvent::SummarizationComplete { .. })),
            "fault {fault}: {events:#?}"
        );
        let told = failures(&events);
        if left >= 0 {
            assert_eq!(told, [], "without a fault");
            reached = fault;
            break;
        }
        assert!(
            told.iter().any(|it| {
                it.class == FailureClass::Internal
                    && it.message.contains("the clock says so")
                    && it.hint.is_some()
            }) || completions(&events).iter().any(|it| !it.success),
            "fault {fault}: {told:#?}"
        );
        // It continues, and the history is whole.
        talk.ask("Go on");
        assert_valid(&provider.last_request());
        talk.until_idle();
        let snapshot = talk.session.snapshot();
        let whole: Vec<Message> = snapshot.transcript.iter().map(|it| Message::clone(it)).collect();
        check_pairs(&whole).unwrap();
        assert_eq!(snapshot.usage.used, recounted(&snapshot));
        drop(talk);
        let history = ReadHistory::read(&journal).unwrap().history;
        let view: Vec<_> = snapshot.view.iter().cloned().collect();
        assert_eq!(history.view(), view, "fault {fault}");
        assert_eq!(history.originals().count(), snapshot.transcript.len());
    }
    assert!(reached >= 8, "every place was tried: {reached}");
}

/// The clock is asked when the title is given: its panic ends the running turn, so that the one
/// after it begins and has its message written. The title must wait for that: both would be written
/// as the same event.
#[test]
fn a_title_given_while_the_clock_fails_is_written_behind_what_the_next_turn_begins_with() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let gate = gate();
    let provider = Arc::new(Scripted::new([Answer::text("Let me see").gated(&gate)]));
    let clock = clock();
    let mut options = options(&provider, 4_000);
    options.clock = Arc::clone(&clock) as _;
    options.journal = Some(journal.clone());
    let talk = Talk::open(Arc::clone(&provider), options);
    let first = talk.session.submit_text("one");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    let second = talk.session.submit_text("two");
    // What the first turn does from here on, it does after the gate.
    talk.settle();
    clock.0.store(0, Ordering::SeqCst);
    talk.session.rename("Doors");
    let events = talk.until_ended(second);
    let ends: Vec<(TurnId, TurnEnd)> = events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::TurnEnded { turn, end } => Some((*turn, *end)),
            _ => None,
        })
        .collect();
    assert_eq!(ends, [(first, TurnEnd::Failed), (second, TurnEnd::Completed)], "{events:#?}");
    let classes: Vec<FailureClass> = failures(&events).into_iter().map(|it| it.class).collect();
    assert_eq!(classes, [FailureClass::Internal]);
    talk.until_idle();
    let snapshot = talk.session.snapshot();
    assert_eq!(snapshot.title.as_deref(), Some("Doors"));
    let view: Vec<_> = snapshot.view.iter().cloned().collect();
    drop(talk);
    let history = ReadHistory::read(&journal).unwrap().history;
    assert_eq!((history.title(), history.view()), (Some("Doors"), &view[..]));
}

#[test]
fn a_fault_while_closing_still_ends_everything() {
    for fault in 0..4 {
        let gate = gate();
        let provider = Arc::new(Scripted::new([Answer::text("Let me see").gated(&gate)]));
        let clock = clock();
        let mut options = options(&provider, 4_000);
        options.clock = Arc::clone(&clock) as _;
        let talk = Talk::open(Arc::clone(&provider), options);
        let turns = [talk.session.submit_text("one"), talk.session.submit_text("two")];
        talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
        talk.settle();
        clock.0.store(fault, Ordering::SeqCst);
        assert!(talk.session.shutdown(std::time::Duration::from_secs(60)).complete);
        let events = talk.drain();
        for turn in turns {
            let ends = events.iter().filter(|event| {
                matches!(event, SessionEvent::TurnEnded { turn: it, end: TurnEnd::Cancelled | TurnEnd::Failed } if *it == turn)
            });
            assert_eq!(ends.count(), 1, "fault {fault}: {turn} of {events:#?}");
        }
        assert_eq!(events.last(), Some(&SessionEvent::Closed));
    }
}

#[test]
fn a_fault_while_opening_is_an_error_and_leaves_nobody_waiting() {
    for fault in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let provider = Arc::new(Scripted::new([]));
        let mut options = options(&provider, 4_000);
        options.journal = Some(folder.path().join("talk.jsonl"));
        options.system_prompt = Some("You help.".to_owned());
        options.clock = Arc::new(Faulty(AtomicI64::new(fault)));
        let opening = Session::begin(options.clone()).unwrap();
        let events = opening.commands().unwrap().shared_events();
        assert_eq!(opening.wait().unwrap_err().kind(), vibeue_core::ErrorKind::Internal);
        let until = std::time::Duration::from_secs(120);
        assert_eq!(events.next_timeout(until), Some(SessionEvent::Closed));
        // The same conversation opens without the fault.
        options.clock = clock();
        let talk = Talk::open(Arc::clone(&provider), options);
        talk.ask("Look");
    }
}
