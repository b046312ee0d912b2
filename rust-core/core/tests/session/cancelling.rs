//! Breaking off at every place where something is waited for.

use std::time::Duration;

use vibeue_core::conversation::MessageKind;
use vibeue_core::session::live::{SessionEvent, SessionOptions, SummaryEnd, ToolAnswer, TurnEnd};
use vibeue_core::tokens::Counter;

use super::model_written::{notes, talkative, written};
use super::*;

/// A model whose tokens are estimated, so that the server is asked to count.
const ESTIMATED: &str = "claude-sonnet-4-5";

/// A session that is about to be full, and the words that fill it.
///
/// The turn to come waits for what the server knows of another model, for its
/// count of the request, for a summary that a model writes, for an answer with
/// calls of the host's tool and of our own, and for another answer.
struct Full {
    talk: Talk,
    words: String,
    /// What the journal was opened with.
    options: SessionOptions,
    _folder: tempfile::TempDir,
}

fn full() -> Full {
    let folder = tempfile::tempdir().unwrap();
    let mut provider = talkative();
    provider.capabilities.counts = true;
    provider.count = Some(Box::new(|request| Ok(Some(tokens(request)))));
    let provider = Arc::new(provider);
    provider.add_summary(notes());
    let mut options = written(&provider);
    options.tools = vec![tool("look")];
    options.journal = Some(folder.path().join("talk.jsonl"));
    // What is parked forever is not waited for as long.
    options.bounds.describe_wait = Duration::from_secs(2);
    let talk = Talk::open(Arc::clone(&provider), options.clone());
    for turn in 0.. {
        if talk.session.snapshot().usage.percent() > 55.0 {
            break;
        }
        talk.ask(&words(1_000 + turn, 90));
    }
    talk.until_idle();
    let mut call = Answer::calls(&[("a", "look", "{}"), ("r", "recall", "{\"query\": \"mesh\"}")]);
    call.pieces = vec!["Let ".to_owned(), "me see".to_owned()];
    provider.add(call);
    provider.add(Answer::text("Seen."));
    talk.drain();
    // A little more than fits, by the estimate.
    let counter = Counter::for_model(ESTIMATED);
    let mut request = provider.last_request();
    request.model = ESTIMATED.to_owned();
    request.messages = talk.session.snapshot().view.iter().cloned().collect();
    let left = 7_300 - tokens(&request);
    let mut text = String::new();
    while counter.text(&text).tokens < left {
        text.push_str(&words(text.len() as u64, 10));
    }
    Full { talk, words: text, options, _folder: folder }
}

/// Begins the turn with another model, which the server is asked about first.
fn begin(full: &Full) -> vibeue_core::session::live::TurnId {
    let mut choice = model(8_000);
    choice.model = ESTIMATED.to_owned();
    full.talk.session.switch_model(choice, None);
    full.talk.session.submit_text(full.words.clone())
}

/// Waits until the provider is parked; answers calls meanwhile. `false` when
/// the turn ended before.
fn parked(talk: &Talk, heard: &mut Vec<SessionEvent>) -> bool {
    loop {
        if let Ok(permit) = talk.provider.points.parked.try_acquire() {
            permit.forget();
            return true;
        }
        let event = talk.session.events().next_timeout(Duration::from_millis(1));
        heard.extend(event.clone());
        match event {
            Some(SessionEvent::ToolCall { call_id, .. }) => {
                talk.session.answer_tool(call_id, ToolAnswer::text("seen"));
            }
            Some(SessionEvent::TurnEnded { .. }) => return false,
            _ => {}
        }
    }
}

/// How the waiting is broken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breaks {
    Turn,
    Summary,
    Shutdown,
    Drop,
}

/// Breaks off at every point and checks what is left. Returns how many points
/// there are.
#[expect(clippy::too_many_lines, reason = "one story for each way to break off")]
fn break_everywhere(breaks: Breaks) -> usize {
    for point in 0..200 {
        let full = full();
        let talk = &full.talk;
        let before = talk.transcript();
        talk.provider.points.park_at(point);
        let turn = begin(&full);
        let mut heard = Vec::new();
        if !parked(talk, &mut heard) {
            assert!(talk.provider.counted() > 0, "the server was asked to count");
            // The switch may begin it, if the server answers before the message is there; then the
            // calls' results make another one due.
            assert!((1..=2).contains(&talk.provider.summary_requests().len()));
            let last = talk.provider.last_request();
            assert!(last.messages.iter().any(|it| it.kind == MessageKind::Summary));
            let results = last.messages.iter().flat_map(|it| it.tool_results());
            assert_eq!(results.count(), 2, "the host's tool and our own");
            return point;
        }
        let view = talk.session.snapshot().view.clone();
        let mut turn_cancelled = None;
        match breaks {
            Breaks::Turn => talk.session.cancel(),
            Breaks::Summary => talk.session.cancel_summary(),
            Breaks::Shutdown => {
                let report = talk.session.shutdown(Duration::from_secs(60));
                assert!(report.complete && !report.unsynced, "at point {point}: {report:?}");
                turn_cancelled = Some(report.turn_cancelled);
            }
            Breaks::Drop => {}
        }
        if breaks == Breaks::Summary {
            // Elsewhere nothing is interrupted; it continues then.
            talk.settle();
            talk.provider.points.never_park();
            if talk.session.snapshot().state.turn.is_some() {
                talk.session.cancel();
            }
        }
        let shared = talk.session.shared_events();
        let Full { talk, options, _folder, .. } = full;
        let provider = Arc::clone(&talk.provider);
        let talk = if breaks == Breaks::Drop {
            drop(talk);
            None
        } else {
            Some(talk)
        };
        if breaks == Breaks::Turn || breaks == Breaks::Summary {
            heard.extend(talk.as_ref().unwrap().until_ended(turn));
        }
        provider.points.never_park();
        provider.clear();
        let talk = match talk {
            Some(talk) if matches!(breaks, Breaks::Turn | Breaks::Summary) => {
                talk.session.cancel_summary();
                talk.until_reported();
                talk
            }
            other => {
                drop(other);
                Talk::open(Arc::clone(&provider), options)
            }
        };
        heard.extend(std::iter::from_fn(|| shared.try_next()));
        let count = |wanted: &dyn Fn(&SessionEvent) -> bool| {
            heard.iter().filter(|event| wanted(event)).count()
        };
        let ends = count(&|it| matches!(it, SessionEvent::TurnEnded { .. }));
        assert_eq!(ends, 1, "{breaks:?} at point {point}");
        // At the first the turn may not have begun; at the last it may have ended before, if the
        // server is asked to count once more.
        if let Some(told) = turn_cancelled.filter(|_| point > 0) {
            let cancelled = TurnEnd::Cancelled;
            let was =
                count(&|it| matches!(it, SessionEvent::TurnEnded { end, .. } if *end == cancelled));
            assert_eq!(told, was == 1, "at point {point}");
        }
        let begun = count(&|it| matches!(it, SessionEvent::SummarizationStarted { .. }));
        let done = completions(&heard);
        assert_eq!(done.len(), begun, "{breaks:?} at point {point}: each run has one end");
        // What was said stays, in order; nothing is there twice.
        let after = talk.transcript();
        assert_eq!(after[..before.len()], before[..], "{breaks:?} at point {point}");
        if done.iter().all(|run| run.outcome != SummaryEnd::Applied) {
            let now = talk.session.snapshot().view.clone();
            let same = view.iter().zip(now.iter()).all(|(one, two)| one == two);
            assert!(same && now.len() >= view.len(), "{breaks:?} at point {point}: it only grew");
        }
        talk.drain();
        talk.ask("Go on");
        talk.until_idle();
        let request = talk.provider.last_request();
        assert_valid(&request);
        assert!(tokens(&request) <= 7_200, "{breaks:?} at point {point}");
        let asked = request.messages.iter().filter(|it| message_words(it) == "Go on").count();
        assert_eq!(asked, 1, "{breaks:?} at point {point}");
    }
    panic!("the turn has more points than that");
}

/// What the server knows, its count, the summary with its piece, the first
/// answer with two pieces, the second with one. A count that came too late is
/// asked for once more.
const POINTS: usize = 9;

#[test]
fn wherever_the_turn_is_cancelled_the_history_is_whole_and_the_next_turn_works() {
    assert!(break_everywhere(Breaks::Turn) >= POINTS);
}

#[test]
fn wherever_the_summary_is_cancelled_the_history_is_whole_and_the_next_turn_works() {
    assert!(break_everywhere(Breaks::Summary) >= POINTS);
}

#[test]
fn wherever_the_session_is_shut_down_its_journal_goes_on() {
    assert!(break_everywhere(Breaks::Shutdown) >= POINTS);
}

#[test]
fn wherever_the_session_is_dropped_its_journal_goes_on() {
    assert!(break_everywhere(Breaks::Drop) >= POINTS);
}
