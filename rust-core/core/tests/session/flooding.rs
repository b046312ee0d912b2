//! Models and servers that do not stop writing: what they may fill the journal
//! with in one turn is bounded.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use vibeue_core::conversation::{Part, Role};
use vibeue_core::provider::{Reply, StopReason};
use vibeue_core::session::journal::ReadHistory;
use vibeue_core::session::live::{FailureClass, SessionEvent, ToolAnswer, TurnEnd};

use super::*;

const MIB: u64 = 1024 * 1024;

/// A conversation with a journal that takes at most this number of bytes a turn.
fn talk(provider: Scripted, most: Option<u64>) -> (TempDir, PathBuf, Talk) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let provider = Arc::new(provider);
    let mut options = options(&provider, 16_000);
    options.journal = Some(path.clone());
    options.tools = vec![tool("look")];
    if let Some(most) = most {
        options.bounds.turn_bytes = most;
    }
    (folder, path, Talk::open(provider, options))
}

fn length(path: &Path) -> u64 {
    path.metadata().unwrap().len()
}

/// What was reported about the flood, once.
fn assert_reported(events: &[SessionEvent], most: u64) {
    assert_eq!(end(events), TurnEnd::Failed);
    let failures = failures(events);
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].class, FailureClass::Protocol);
    assert_eq!(
        failures[0].message,
        format!(
            "the model did not stop: one turn may take at most {most} bytes; \
             the answer was cut there"
        )
    );
}

#[test]
fn a_server_that_floods_fills_the_journal_by_no_more_than_the_bound() {
    let flood = vec!["All work and no play. ".repeat(50_000); 64];
    assert!(flood.iter().map(|piece| piece.len() as u64).sum::<u64>() > 67 * MIB);
    let answer = Answer { pieces: flood, ..Answer::text("") };
    let (_folder, path, talk) = talk(Scripted::new([answer]), None);
    let before = length(&path);
    assert_reported(&talk.say("Go"), 8 * MIB);
    let grown = length(&path) - before;
    assert!((7 * MIB..8 * MIB + 10_000).contains(&grown), "{grown}");

    let shown = talk.session.snapshot().transcript.iter().last().unwrap().joined_text();
    assert!(shown.ends_with("\n\n[interrupted by an error]"), "what was cut is marked");
    let kept = ReadHistory::read(&path).unwrap();
    // Not the view: a summary in the background may have cut it by now.
    let last = kept.history.originals().last().unwrap();
    assert!(last.joined_text() == shown, "the journal holds what is shown");
    // And it continues.
    talk.provider.add(Answer::text("Fine."));
    assert_eq!(end(&talk.ask("Shorter, please")), TurnEnd::Completed);
}

#[test]
fn text_that_grows_in_the_journal_is_measured_as_it_is_written() {
    let flood = vec!["\u{1}".repeat(1_000); 100];
    let answer = Answer { pieces: flood, ..Answer::text("") };
    let (_folder, path, talk) = talk(Scripted::new([answer]), Some(20_000));
    let before = length(&path);
    assert_reported(&talk.say("Go"), 20_000);
    let grown = length(&path) - before;
    assert!((18_000..24_000).contains(&grown), "{grown}");
}

#[test]
fn an_answer_that_comes_at_once_is_cut_at_the_same_bound() {
    let text = "word ".repeat(100_000);
    let answer = Answer::of(Ok(Reply::new(vec![Part::text(text.as_str())], StopReason::End)));
    let (_folder, path, talk) = talk(Scripted::new([answer]), Some(20_000));
    let before = length(&path);
    assert_reported(&talk.say("Go"), 20_000);
    let grown = length(&path) - before;
    assert!((18_000..24_000).contains(&grown), "{grown}");
    // A block that nobody can read is not cut but left out.
    let block = Part::Opaque { block: Box::new(text.into()) };
    talk.provider.add(Answer::of(Ok(Reply::new(vec![block], StopReason::Pause))));
    let before = length(&path);
    assert_reported(&talk.say("Again"), 20_000);
    assert!(length(&path) - before < 2_000);
}

/// A turn of three calls, with its events from the last call on.
fn three_calls(talk: &Talk) -> Vec<SessionEvent> {
    let turn = talk.session.submit_text("Go");
    for _ in 0..3 {
        let events = talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
        let Some(SessionEvent::ToolCall { call_id, .. }) = events.last() else { unreachable!() };
        talk.session.answer_tool(call_id.clone(), ToolAnswer::text("Seen."));
    }
    talk.until_ended(turn)
}

#[test]
fn what_is_thought_in_many_rounds_fills_the_same_bound() {
    let rounds =
        (0..5).map(|_| Answer::calls(&[("a", "look", "{}")]).thinking(&"So it is. ".repeat(600)));
    let (_folder, path, talk) = talk(Scripted::new(rounds), Some(20_000));
    let before = length(&path);
    assert_reported(&three_calls(&talk), 20_000);
    let grown = length(&path) - before;
    assert!((18_000..24_000).contains(&grown), "{grown}");
}

#[test]
fn calls_of_many_rounds_fill_one_bound() {
    let arguments = format!("{{\"path\":\"{}\"}}", "x".repeat(6_000));
    let rounds = (0..5).map(|_| Answer::calls(&[("a", "look", &arguments)]));
    let (_folder, path, talk) = talk(Scripted::new(rounds), Some(20_000));
    let before = length(&path);
    assert_reported(&three_calls(&talk), 20_000);
    assert!(length(&path) - before < 24_000);
    // The calls that were taken have their results: the next request is whole.
    talk.provider.clear();
    talk.provider.add(Answer::text("Fine."));
    talk.ask("Go on");
    assert_valid(&talk.provider.last_request());
    let roles: Vec<Role> = talk.transcript().into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles.iter().filter(|role| **role == Role::Tool).count(), 3);
}
