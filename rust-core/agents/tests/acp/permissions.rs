//! What agents ask, and what they get.

use std::fs;

use libtest_mimic::Trial;
use serde_json::json;
use vibeue_core::session::live::TurnEnd;
use vibeue_core::tools::{Approval, CallEnd};

use crate::host::{Does, Host};
use crate::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("a person allows once or denies, and sees what will change", asked),
        trial("what is allowed for the conversation is not asked again", conversation),
        trial("plan mode refuses what the agent asks", plan),
        trial("a question of a cancelled turn is answered as cancelled", cancelled),
        trial("questions that wait for each other are all asked", together),
        trial("a tool that asks after it was shown is asked for", late),
        trial("a choice for always is taken only where there is no other", always),
        trial("a file is written when a person allows it and not otherwise", writes),
        trial("nothing outside of the project is read or written", outside),
        trial("a text that was allowed as a change is written without a second question", once),
    ]
}

const EDIT: &str = "agent_asks_to_edit";
const WRITE: &str = "agent_asks_to_write";

fn asked() {
    let host = Host::new("plain");
    let turn = host.turn("edit /p/a.txt after");
    assert_eq!((turn.end, turn.said.as_str()), (Some(TurnEnd::Completed), "edit: allow_once"));
    let (name, mut shown) = turn.asked[0].clone();
    shown.as_object_mut().unwrap().remove("call");
    assert_eq!(
        (name.as_str(), shown),
        (
            EDIT,
            json!({
                "title": "Edit it",
                "changes": [{"path": "/p/a.txt", "before": "before\n", "after": "after"}],
                "choices": ["allow_always", "allow_once", "reject_once", "reject_always"],
            })
        )
    );
    assert_eq!(turn.calls, [(EDIT.to_owned(), CallEnd::Done)]);
    assert_eq!(turn.results, ["changed /p/a.txt"]);
    let turn = host.denied("edit /p/a.txt after");
    assert_eq!((turn.end, turn.said.as_str()), (Some(TurnEnd::Completed), "edit: reject_once"));
    assert_eq!(turn.calls, [(EDIT.to_owned(), CallEnd::Denied)]);
    host.goes_on();
}

fn conversation() {
    let host = Host::new("plain");
    let always = |_: &str| Does::Says(Approval::AllowConversation);
    let turn = host.turn_with("edit /a x", always, |_| false);
    // The agent is never told more than this once: who may do more is decided
    // here.
    assert_eq!((turn.said.as_str(), turn.asked.len()), ("edit: allow_once", 1));
    let turn = host.turn_with("edit /a x", always, |_| false);
    assert_eq!((turn.said.as_str(), turn.asked.len()), ("edit: allow_once", 0));
}

fn plan() {
    let host = Host::with("plain", |_| {}, |options| options.policy.plan = true);
    let turn = host.turn("edit /a x");
    assert_eq!((turn.said.as_str(), turn.asked.len()), ("edit: reject_once", 0));
    assert_eq!(turn.calls, [(EDIT.to_owned(), CallEnd::Refused)]);
    host.goes_on();
}

fn cancelled() {
    let host = Host::new("plain");
    let turn = host.turn_with("edit /a x", |_| Does::Cancels, |_| false);
    assert_eq!(turn.end, Some(TurnEnd::Cancelled), "{turn:?}");
    host.goes_on();
    let turn = host.turn("memory");
    assert_eq!(turn.said, "loaded: false; servers: ; heard: edit /a x|hello again|memory");
}

fn together() {
    let host = Host::new("plain");
    let turn = host.turn("edits");
    assert_eq!(turn.said, "edits: allow_once, allow_once", "{turn:?}");
    assert_eq!(turn.asked.len(), 2);
    assert_eq!(turn.end, Some(TurnEnd::Completed));
    for text in ["e1", "e2"] {
        assert!(turn.results.iter().any(|result| result == text), "{turn:?}");
    }
    host.goes_on();
}

fn late() {
    let host = Host::new("plain");
    let turn = host.turn("late_ask");
    assert_eq!(turn.said, "late: allow_once", "{turn:?}");
    assert_eq!(turn.asked.len(), 1);
    assert_eq!(turn.results.last().map(String::as_str), Some("42 lines"));
    host.goes_on();
}

fn always() {
    let host = Host::new("plain");
    assert_eq!(host.turn("always /a x").said, "edit: allow_always");
    assert_eq!(host.denied("always /a x").said, "edit: reject_always");
}

fn writes() {
    let host = Host::new("plain");
    let file = host.root().join("a.txt");
    let words = format!("write {} some text", file.display());
    let turn = host.denied(&words);
    assert_eq!(turn.said, "writing: -32603 denied by the user");
    assert_eq!(turn.calls, [(WRITE.to_owned(), CallEnd::Denied)]);
    assert!(!file.exists());
    let turn = host.turn(&words);
    assert_eq!((turn.said.as_str(), turn.asked.len()), ("writing: well", 1));
    assert_eq!(turn.asked[0].1["text"], "some text");
    assert_eq!(fs::read_to_string(&file).unwrap(), "some text");
    let turn = host.turn(&format!("read {}", file.display()));
    assert_eq!((turn.said.as_str(), turn.asked.len()), ("reading: some text", 0));
    host.goes_on();
}

fn outside() {
    let host = Host::new("plain");
    let away = tempfile::tempdir().unwrap();
    let away = away.path().canonicalize().unwrap();
    let secret = away.join("secret.txt");
    fs::write(&secret, "secret").unwrap();
    let shown = secret.display();
    let turn = host.turn(&format!("write {shown} changed"));
    assert_eq!(turn.said, format!("writing: -32602 {shown} is outside of the project"));
    let turn = host.turn(&format!("read {shown}"));
    assert_eq!(turn.said, format!("reading: -32002 {shown} is outside of the project"));
    assert_eq!(turn.asked, []);
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
    host.goes_on();
}

fn once() {
    let host = Host::new("plain");
    let file = host.root().join("a.txt");
    let turn = host.turn(&format!("edit_write {} after", file.display()));
    assert_eq!(turn.said, "writing: welledit: allow_once");
    assert_eq!(turn.asked.len(), 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), "after");
    fs::remove_file(&file).unwrap();
    let turn = host.denied(&format!("edit_write {} after", file.display()));
    assert_eq!(turn.said, "edit: reject_once");
    assert!(!file.exists());
    host.goes_on();
}
