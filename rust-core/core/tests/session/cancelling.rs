//! Cancelling at every place where something is waited for.

use std::time::Duration;

use vibeue_core::session::live::{SessionEvent, ToolAnswer};

use super::model_written::{notes, talkative, written};
use super::*;

/// A session that is full, so that the next turn waits for a summary that a
/// model writes, then for an answer with a call, then for another answer.
fn full() -> Talk {
    let mut provider = talkative();
    provider.capabilities.counts = true;
    let provider = Arc::new(provider);
    provider.add_summary(notes());
    let mut options = written(&provider);
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options);
    for turn in 0.. {
        if talk.session.snapshot().usage.percent() > 70.0 {
            break;
        }
        talk.ask(&words(1_000 + turn, 90));
    }
    talk.until_idle();
    let mut call = Answer::calls(&[("a", "look", "{}")]);
    call.pieces = vec!["Let ".to_owned(), "me see".to_owned()];
    provider.add(call);
    provider.add(Answer::text("Seen."));
    talk.drain();
    talk
}

/// Waits until the provider is parked; answers calls meanwhile. `false` when
/// the turn ended before.
fn parked(talk: &Talk) -> bool {
    loop {
        if let Ok(permit) = talk.provider.points.parked.try_acquire() {
            permit.forget();
            return true;
        }
        match talk.session.events().next_timeout(Duration::from_millis(1)) {
            Some(SessionEvent::ToolCall { call_id, .. }) => {
                talk.session.answer_tool(call_id, ToolAnswer::text("seen"));
            }
            Some(SessionEvent::TurnEnded { .. }) => return false,
            _ => {}
        }
    }
}

#[test]
fn wherever_it_is_cancelled_the_history_is_whole_and_the_next_turn_works() {
    let mut points = 0;
    for point in 0..200 {
        let talk = full();
        let before = talk.transcript();
        talk.provider.points.park_at(point);
        let turn = talk.session.submit_text(sized(7, 2_200));
        if !parked(&talk) {
            points = point;
            break;
        }
        let view = talk.session.snapshot().view.clone();
        talk.session.cancel();
        let events = talk.until_ended(turn);
        let ends =
            events.iter().filter(|event| matches!(event, SessionEvent::TurnEnded { .. })).count();
        assert_eq!(ends, 1);
        let begun = events
            .iter()
            .filter(|event| matches!(event, SessionEvent::SummarizationStarted { .. }))
            .count();
        talk.provider.points.never_park();
        talk.provider.clear();
        talk.session.cancel_summary();
        talk.until_idle();
        // What was said stays said, in order; nothing is there twice.
        let after = talk.transcript();
        assert_eq!(after[..before.len()], before[..], "at point {point}");
        let snapshot = talk.session.snapshot();
        if begun == 0 && snapshot.summaries.is_empty() {
            let same = view.iter().zip(snapshot.view.iter()).all(|(one, two)| one == two);
            assert!(same, "at point {point} the view only grew");
        }
        talk.drain();
        talk.ask("Go on");
        talk.until_idle();
        let request = talk.provider.last_request();
        assert_valid(&request);
        assert!(tokens(&request) <= 7_200, "at point {point}");
        let asked = request.messages.iter().filter(|it| said(it) == "Go on").count();
        assert_eq!(asked, 1, "at point {point}");
    }
    // The summary, both answers with their pieces.
    assert!(points >= 6, "{points}");
}
