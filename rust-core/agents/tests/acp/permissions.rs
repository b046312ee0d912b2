//! What agents ask, and what they get.

use std::fs;

use std::path::{MAIN_SEPARATOR, Path};
use std::sync::{Arc, Mutex};

use libtest_mimic::Trial;
use serde_json::json;
use vibeue_core::session::live::TurnEnd;
use vibeue_core::tools::project::CheckOut;
use vibeue_core::tools::{Allowance, Approval, CallEnd, PreviewKind};

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
        trial("a change deep in a long file is shown as what it is", long),
        trial("a file that decides what runs is asked for apart and others not at all", guarded),
        trial("a read-only file is named as locked or checked out before it is written", locked),
        trial("what was written for an agent is taken back byte for byte", taken_back),
        trial("what usually holds secrets is not read for an agent", secrets),
        trial("without rules for edits nothing is written", no_rules),
    ]
}

const EDIT: &str = "agent_asks_to_edit";
const WRITE: &str = "agent_asks_to_write";
const WRITE_GUARDED: &str = "agent_asks_to_write_guarded";

fn asked() {
    let host = Host::new("plain");
    let turn = host.turn("edit /p/a.txt after");
    assert_eq!((turn.end, turn.text.as_str()), (Some(TurnEnd::Completed), "edit: allow_once"));
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
    assert_eq!((turn.end, turn.text.as_str()), (Some(TurnEnd::Completed), "edit: reject_once"));
    assert_eq!(turn.calls, [(EDIT.to_owned(), CallEnd::Denied)]);
    host.goes_on();
}

fn conversation() {
    let host = Host::new("plain");
    let always = |_: &str| Does::Answers(Approval::AllowConversation);
    let turn = host.turn_with("edit /a x", always, |_| false);
    // The agent is only ever allowed this one call: longer permissions are decided here.
    assert_eq!((turn.text.as_str(), turn.asked.len()), ("edit: allow_once", 1));
    let turn = host.turn_with("edit /a x", always, |_| false);
    assert_eq!((turn.text.as_str(), turn.asked.len()), ("edit: allow_once", 0));
}

fn plan() {
    let host = Host::with("plain", |_| {}, |options| options.policy.plan = true);
    let turn = host.turn("edit /a x");
    assert_eq!((turn.text.as_str(), turn.asked.len()), ("edit: reject_once", 0));
    assert_eq!(turn.calls, [(EDIT.to_owned(), CallEnd::Refused)]);
    host.goes_on();
}

fn cancelled() {
    let host = Host::new("plain");
    let turn = host.turn_with("edit /a x", |_| Does::Cancels, |_| false);
    assert_eq!(turn.end, Some(TurnEnd::Cancelled), "{turn:?}");
    host.goes_on();
    let turn = host.turn("memory");
    assert_eq!(turn.text, "loaded: false; servers: ; heard: edit /a x|hello again|memory");
}

fn together() {
    let host = Host::new("plain");
    let turn = host.turn("edits");
    assert_eq!(turn.text, "edits: allow_once, allow_once", "{turn:?}");
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
    assert_eq!(turn.text, "late: allow_once", "{turn:?}");
    assert_eq!(turn.asked.len(), 1);
    assert_eq!(turn.results.last().map(String::as_str), Some("42 lines"));
    host.goes_on();
}

fn always() {
    let host = Host::new("plain");
    assert_eq!(host.turn("always /a x").text, "edit: allow_always");
    assert_eq!(host.denied("always /a x").text, "edit: reject_always");
}

fn writes() {
    let host = Host::new("plain");
    let file = host.root().join("a.txt");
    let words = format!("write {} some text", file.display());
    let turn = host.denied(&words);
    assert_eq!(turn.text, "writing: -32603 denied by the user");
    assert_eq!(turn.calls, [(WRITE.to_owned(), CallEnd::Denied)]);
    assert!(!file.exists());
    let turn = host.turn(&words);
    assert_eq!((turn.text.as_str(), turn.asked.len()), ("writing: well", 1));
    assert_eq!(turn.asked[0].1["text"], "some text");
    let told = "create a.txt: 1 lines, 9 bytes";
    assert_eq!((turn.previews[0].title.as_str(), turn.previews[0].kind), (told, PreviewKind::Diff));
    assert!(turn.previews[0].text.contains("--- /dev/null\n+++ b/a.txt\n"), "{turn:?}");
    assert!(turn.results[0].starts_with(told), "{turn:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "some text");
    let turn = host.turn(&format!("read {}", file.display()));
    assert_eq!((turn.text.as_str(), turn.asked.len()), ("reading: some text", 0));
    // The file is compared, and content that is already there is not asked for.
    let turn = host.turn(&format!("write {} another text", file.display()));
    let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-some text\n\\ No newline at end of file\n\
                +another text\n\\ No newline at end of file\n";
    assert_eq!(turn.previews[0].text, diff);
    let turn = host.turn(&format!("write {} another text", file.display()));
    assert_eq!((turn.text.as_str(), turn.asked.len()), ("writing: well", 0));
    let long = "x".repeat(5_000);
    let turn = host.turn(&format!("write {} {long}", file.display()));
    let shown = turn.asked[0].1["text"].as_str().unwrap();
    assert!(shown.ends_with("x… [1000 more characters are not shown]"), "{shown}");
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
    assert_eq!(turn.text, format!("writing: -32602 {shown}: no such place in the folder"));
    let turn = host.turn(&format!("read {shown}"));
    assert_eq!(turn.text, format!("reading: -32002 {shown}: no such file in the folder"));
    // Not joined: after a canonical path of Windows that would leave the `..` out.
    let up = format!("{}{MAIN_SEPARATOR}..{MAIN_SEPARATOR}a.txt", host.root().display());
    for (words, code) in [("write", -32602), ("read", -32002)] {
        let turn = host.turn(&format!("{words} {up} x"));
        let why = format!("{code} {up} is not an absolute path without ..");
        assert!(turn.text.ends_with(&why), "{turn:?}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&away, host.root().join("link")).unwrap();
        let link = host.root().join("link/secret.txt");
        let turn = host.turn(&format!("write {} changed", link.display()));
        assert!(turn.text.ends_with(": no such place in the folder"), "{turn:?}");
        let turn = host.turn(&format!("read {}", link.display()));
        assert!(turn.text.ends_with(": no such file in the folder"), "{turn:?}");
    }
    assert_eq!(turn.asked, []);
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
    host.goes_on();
}

fn once() {
    let host = Host::new("plain");
    let file = host.root().join("a.txt");
    let words = format!("edit_write {} after", file.display());
    let names = |asked: &[(String, serde_json::Value)]| {
        asked.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    // The agent says that it holds this.
    fs::write(&file, "before\n").unwrap();
    let turn = host.turn(&words);
    assert_eq!(turn.text, "writing: welledit: allow_once");
    assert_eq!(names(&turn.asked), [EDIT]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "after");
    // What was shown is not what would happen.
    fs::write(&file, "somebody else's\n").unwrap();
    let turn = host.turn(&words);
    assert_eq!(names(&turn.asked), [EDIT, WRITE]);
    assert!(turn.previews[1].text.contains("-somebody else's\n+after\n"), "{turn:?}");
    // Nor is that enough for a file that decides what runs, or in plan mode.
    let other = host.root().join(".mcp.json");
    fs::write(&other, "before\n").unwrap();
    let turn = host.turn(&format!("edit_write {} after", other.display()));
    assert_eq!(names(&turn.asked), [EDIT, WRITE_GUARDED]);
    fs::write(&file, "before\n").unwrap();
    host.agent.set_plan_mode(true);
    assert_eq!(names(&host.turn(&words).asked), [EDIT, WRITE]);
    host.agent.set_plan_mode(false);
    fs::remove_file(&file).unwrap();
    let turn = host.denied(&words);
    assert_eq!(turn.text, "edit: reject_once");
    assert!(!file.exists());
    host.goes_on();
}

fn long() {
    let host = Host::new("plain");
    let turn = host.turn("edit_long /p/a.txt x");
    let differs = "-line 700 of the file\n+line CHANGED of the file\n";
    assert_eq!(turn.previews[0].kind, PreviewKind::Diff);
    assert!(turn.previews[0].text.contains(differs), "{:?}", turn.previews);
    let row = turn.asked[0].1["changes"][0]["diff"].as_str().unwrap();
    assert!(row.contains(differs), "{row}");
    host.goes_on();
}

fn guarded() {
    let host = Host::new("plain");
    let always = |_: &str| Does::Answers(Approval::AllowConversation);
    let write = |path: &str, text: &str| {
        let words = format!("write {} {text}", host.root().join(path).display());
        let turn = host.turn_with(&words, always, |_| false);
        let asked: Vec<String> = turn.asked.iter().map(|(name, _)| name.clone()).collect();
        (asked.join(" "), turn.text)
    };
    let well = |asked: &str| (asked.to_owned(), "writing: well".to_owned());
    assert_eq!(write("a.txt", "one"), well(WRITE));
    assert_eq!(write("b.txt", "two"), well(""));
    fs::create_dir_all(host.root().join("Config")).unwrap();
    fs::create_dir_all(host.root().join(".git/hooks")).unwrap();
    assert_eq!(write(".mcp.json", "{}"), well(WRITE_GUARDED));
    for path in [".git/hooks/pre-commit", "talks/today.jsonl"] {
        let (asked, said) = write(path, "x");
        assert_eq!(asked, "");
        assert!(said.contains("not changed: no tool edits this file"), "{said}");
        assert!(!host.root().join(path).exists());
    }
    let denied = host
        .denied(&format!("write {} [x]", host.root().join("Config/DefaultEngine.ini").display()));
    // Only the tool for these was allowed for the conversation.
    assert_eq!((denied.text.as_str(), denied.asked.len()), ("writing: well", 0));
    let other = Host::new("plain");
    other
        .turn_with(&format!("write {} x", other.root().join("a.txt").display()), always, |_| false);
    let ini = other.root().join("Config/DefaultEngine.ini");
    let denied = other.denied(&format!("write {} [x]", ini.display()));
    assert_eq!(denied.calls, [(WRITE_GUARDED.to_owned(), CallEnd::Denied)]);
    assert!(!ini.exists());
    host.goes_on();
}

/// Source control that makes files writable.
#[derive(Debug, Default)]
struct Control {
    asked: Mutex<Vec<String>>,
}

impl CheckOut for Control {
    fn is_on(&self) -> bool {
        true
    }

    fn check_out(&self, file: &Path, _: &Allowance) -> Result<(), String> {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        self.asked.lock().unwrap().push(name);
        set_read_only(file, false);
        Ok(())
    }
}

fn set_read_only(file: &Path, read_only: bool) {
    let mut permissions = fs::metadata(file).unwrap().permissions();
    #[allow(clippy::permissions_set_readonly_false, reason = "a file of a test's own")]
    permissions.set_readonly(read_only);
    fs::set_permissions(file, permissions).unwrap();
}

fn locked() {
    let host = Host::new("plain");
    let file = host.root().join("a.txt");
    fs::write(&file, "before\n").unwrap();
    set_read_only(&file, true);
    let words = format!("write {} after", file.display());
    let turn = host.turn(&words);
    assert!(turn.previews[0].would_fail && turn.previews[0].text.contains("it is locked"));
    assert!(turn.text.contains("not changed: it is locked"), "{turn:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "before\n");
    host.goes_on();

    let control = Arc::new(Control::default());
    let by = Some(Arc::clone(&control) as Arc<dyn CheckOut>);
    let host = Host::checking_out("plain", by, |_| {}, |_| {});
    let file = host.root().join("a.txt");
    fs::write(&file, "before\n").unwrap();
    set_read_only(&file, true);
    // Also if the same was allowed as a change: it takes its time.
    let turn = host.turn(&format!("edit_write {} after", file.display()));
    assert!(turn.text.starts_with("writing: well"), "{turn:?}");
    assert!(turn.previews[1].title.ends_with("it will be checked out first"), "{turn:?}");
    assert_eq!(*control.asked.lock().unwrap(), ["a.txt"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "after");
    host.goes_on();
}

fn taken_back() {
    let host = Host::new("plain");
    let before = b"\xef\xbb\xbfone\r\ntwo\r\n";
    let (file, new) = (host.root().join("a.txt"), host.root().join("new/deep/b.txt"));
    fs::write(&file, before).unwrap();
    host.turn(&format!("write {} one", file.display()));
    fs::write(host.root().join("c.txt"), "before\n").unwrap();
    host.turn(&format!("write {} new", new.display()));
    host.turn(&format!("edit_write {} after", host.root().join("c.txt").display()));
    let files = host.agent.files();
    let sets = files.changes().unwrap();
    let names: Vec<_> = sets.iter().map(|set| set.files().join(" ")).collect();
    assert_eq!(names, ["a.txt", "new/deep/b.txt", "c.txt"]);
    assert!(sets.iter().all(|set| set.turn > 0) && sets[0].turn < sets[2].turn, "{sets:?}");
    for _ in 0..3 {
        assert_eq!(files.restore(None).unwrap().left, []);
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_to_string(host.root().join("c.txt")).unwrap(), "before\n");
    assert!(!host.root().join("new").exists());
}

fn secrets() {
    let host = Host::new("plain");
    let file = host.root().join(".env");
    fs::write(&file, "KEY=sesame").unwrap();
    let turn = host.turn(&format!("read {}", file.display()));
    assert!(turn.text.contains("usually holds secrets"), "{turn:?}");
    assert!(!turn.text.contains("sesame"), "{turn:?}");
    host.goes_on();
}

fn no_rules() {
    let host = Host::with("plain", |config| config.edits = None, |_| {});
    let file = host.root().join("a.txt");
    let turn = host.turn(&format!("write {} x", file.display()));
    assert_eq!(turn.text, "writing: -32602 no files are written here");
    assert_eq!((turn.asked.len(), file.exists()), (0, false));
}
