//! A journal that is replaced or removed while a conversation is open.

use std::fs;

use vibeue_core::conversation::Role;
use vibeue_core::session::journal::ReadHistory;
use vibeue_core::session::live::{FailureClass, SessionEvent, TurnEnd};

use super::*;

/// The error about a journal that was replaced by another file.
const TAKEN: &str = "another file has replaced the journal; nothing was written to it";

fn stored(events: &[SessionEvent]) -> Vec<String> {
    let failures = failures(events);
    assert!(failures.iter().all(|it| it.class == FailureClass::Storage), "{failures:?}");
    assert!(failures.iter().all(|it| it.hint.is_some()), "{failures:?}");
    failures.into_iter().map(|failure| failure.message).collect()
}

#[test]
fn an_answer_that_comes_after_the_journal_was_exchanged_is_told_as_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let gate = gate();
    let provider = Arc::new(Scripted::new([
        Answer::text("The first."),
        Answer::text("The second.").gated(&gate),
    ]));
    let mut options = options(&provider, 16_000);
    options.journal = Some(path.clone());
    let talk = Talk::open(Arc::clone(&provider), options);
    talk.ask("One?");
    let turn = talk.session.submit_text("Two?");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    let (kept, copy) = (folder.path().join("kept"), folder.path().join("copy"));
    fs::copy(&path, &copy).unwrap();
    fs::rename(&path, &kept).unwrap();
    fs::rename(&copy, &path).unwrap();
    let before = fs::read(&path).unwrap();
    gate.add_permits(1);

    let events = talk.until_ended(turn);
    assert_eq!(end(&events), TurnEnd::Failed);
    let taken = vec![format!("{}: {TAKEN}", path.display())];
    assert_eq!(stored(&events), taken);
    let events = talk.say("Three?");
    assert_eq!((end(&events), stored(&events)), (TurnEnd::Failed, taken));
    assert_eq!((fs::read(&path).unwrap(), fs::read(&kept).unwrap()), (before.clone(), before));

    // Once the file is back, the conversation continues and has everything that was acknowledged.
    fs::rename(&kept, &path).unwrap();
    talk.provider.add(Answer::text("The fourth."));
    talk.ask("Four?");
    let held = ReadHistory::read(&path).unwrap().history;
    let said: Vec<(Role, String)> =
        held.view().iter().map(|it| (it.role, it.joined_text())).collect();
    assert_eq!(said, talk.transcript());
    let texts: Vec<&str> = said.iter().map(|it| it.1.as_str()).collect();
    assert_eq!(texts, ["One?", "The first.", "Two?", "Four?", "The fourth."]);
}
