//! What no command does to the files of a conversation, whatever its arguments.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

use support::{Answer, Workshop, talk};
use vibeue_core::session::journal::{JournaledHistory, ReadHistory, SyncPolicy};
use vibeue_scripted_server::{Answer as Reply, Rule, Script, Server, Step};

/// A folder with `talk.json` and the journal `talk.jsonl` made from it.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    workshop.json(&["journal", "talk.jsonl", "import", "talk.json"]);
    workshop
}

fn refused(answer: &Answer, said: &str) {
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{answer:?}");
    assert!(answer.err.contains(said), "{said}: {}", answer.err);
}

/// The names by which a journal can be reached, including links if the system has any.
fn names_of_the_journal(workshop: &Workshop) -> Vec<&'static str> {
    std::fs::hard_link(workshop.path("talk.jsonl"), workshop.path("hard")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("talk.jsonl", workshop.path("link")).unwrap();
    let mut names = vec!["talk.jsonl", "./talk.jsonl", "hard"];
    names.extend(cfg!(unix).then_some("link"));
    names
}

/// A chat with a server that answers everything alike.
struct Chat {
    _server: Server,
    child: Child,
    out: BufReader<ChildStdout>,
}

const ANSWER: &str = "Done with that.";

impl Chat {
    fn begin(workshop: &Workshop, journal: &str) -> Self {
        let rule = Rule { step: Step::from(Reply::text(ANSWER)), ..Rule::default() };
        let server = Server::start(Script { rules: vec![rule], ..Script::default() }).unwrap();
        let mut command = workshop.chat(&server.url(), &["--journal", journal]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { _server: server, child, out }
    }

    fn type_in(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads on up to a line that contains something.
    fn until(&mut self, wanted: &str) {
        let mut read = String::new();
        while !read.lines().last().unwrap_or_default().contains(wanted) {
            assert_ne!(self.out.read_line(&mut read).unwrap(), 0, "{wanted} did not come: {read}");
        }
    }

    /// Ends the input; returns the exit code and what was on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let ended = self.child.wait_with_output().unwrap();
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    }
}

/// Everything that was said, in the order of a journal.
fn texts(journal: &Path) -> Vec<String> {
    let read = ReadHistory::read(journal).unwrap();
    read.history.originals().map(|message| message.joined_text()).collect()
}

#[test]
fn no_command_writes_anything_else_over_a_journal() {
    let workshop = workshop();
    let journal = workshop.read("talk.jsonl");
    for name in names_of_the_journal(&workshop) {
        let commands: [&[&str]; 5] = [
            &["journal", "talk.jsonl", "export", "--out", name],
            &["journal", "talk.jsonl", "export", "--force", "--out", name],
            &["compact", "talk.json", "-w", "4k", "--out", name],
            &["compact", "talk.json", "-w", "1m", "--out", name],
            &["tune", "talk.json", "--html", name],
        ];
        for command in commands {
            refused(&workshop.run(command), "this is a journal");
            assert_eq!(workshop.read("talk.jsonl"), journal, "{command:?}");
        }
    }
    workshop.json(&["journal", "other.jsonl", "import", "talk.json"]);
    let args = ["compact", "other.jsonl", "-w", "4k", "--out", "talk.jsonl"];
    refused(&workshop.run(&args), "this is a journal");
    assert_eq!(workshop.read("talk.jsonl"), journal);
    let left: Vec<String> =
        workshop.names().into_iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn an_export_replaces_a_file_only_with_force() {
    let workshop = workshop();
    workshop.write("out.json", "mine");
    let export = ["journal", "talk.jsonl", "export", "--out", "out.json"];
    refused(&workshop.run(&export), "the file already exists (--force replaces it)");
    assert_eq!(workshop.read("out.json"), "mine");
    assert_eq!(workshop.run(&[&export[..], &["--force"]].concat()).code, Some(0));
    assert_eq!(workshop.read_json("out.json")["messages"], talk());
}

#[test]
fn what_a_command_makes_of_a_conversation_replaces_another_file_only_when_told_to() {
    let workshop = workshop();
    let commands: [&[&str]; 4] = [
        &["compact", "talk.json", "-w", "4k", "--out", "mine"],
        // Nothing is condensed, and the bytes are copied.
        &["compact", "talk.json", "-w", "1m", "--out", "mine"],
        &["compact", "talk.jsonl", "-w", "4k", "--out", "mine"],
        &["tune", "talk.json", "-w", "4k", "--presets", "--html", "mine"],
    ];
    for command in commands {
        workshop.write("mine", "mine");
        let names = workshop.names();
        refused(&workshop.run(command), "mine: the file already exists (--replace replaces it)");
        assert_eq!((workshop.read("mine").as_str(), workshop.names()), ("mine", names));
        let told = workshop.run(&[command, &["--replace"]].concat());
        assert_eq!(told.code, Some(0), "{told:?}");
        assert_ne!(workshop.read("mine"), "mine", "{command:?}");
        std::fs::remove_file(workshop.path("mine")).unwrap();
        let alone = workshop.run(command);
        assert_eq!(alone.code, Some(0), "{alone:?}");
        std::fs::remove_file(workshop.path("mine")).unwrap();
    }
    // Whatever its name, the input is the same file.
    std::fs::hard_link(workshop.path("talk.json"), workshop.path("same.json")).unwrap();
    assert_eq!(
        workshop.run(&["compact", "talk.json", "-w", "4k", "--out", "same.json"]).code,
        Some(0)
    );
    assert_ne!(workshop.read_json("same.json"), talk());
}

#[test]
fn an_export_in_a_chat_replaces_no_journal_and_files_only_when_told_to() {
    let workshop = workshop();
    workshop.write("mine.json", "mine");
    let names = names_of_the_journal(&workshop);
    let mut chat = Chat::begin(&workshop, "talk.jsonl");
    for name in &names {
        chat.type_in(&format!("/export {name}"));
        chat.type_in(&format!("/export --force {name}"));
    }
    chat.type_in("/export mine.json");
    chat.type_in("/export new.json");
    chat.until("written to new.json");
    assert_eq!(workshop.read("mine.json"), "mine");
    chat.type_in("/export --force mine.json");
    chat.until("written to mine.json");
    chat.type_in("Hello");
    chat.until(ANSWER);
    let (code, err) = chat.end();
    assert_eq!(code, Some(0), "{err}");
    // Windows knows a hard link of an open journal only by its content.
    let by_content = if cfg!(windows) { 2 } else { 0 };
    assert_eq!(err.matches("this is a journal").count(), by_content, "{err}");
    let busy = err.matches("another program is writing this file").count();
    assert_eq!(busy, 2 * names.len() - by_content, "{err}");
    assert!(err.contains("the file already exists (/export --force FILE replaces it)"), "{err}");
    let exported = workshop.read_json("mine.json");
    assert_eq!(exported["messages"].as_array().unwrap().len(), 60);
    let texts = texts(&workshop.path("talk.jsonl"));
    assert_eq!(texts[60..], ["Hello", ANSWER]);
}

#[test]
fn a_journal_that_is_open_elsewhere_is_compacted_and_undone_by_nobody_else() {
    let workshop = workshop();
    let mut names = names_of_the_journal(&workshop);
    if !cfg!(unix) {
        names.retain(|name| *name != "hard");
    }
    let open =
        JournaledHistory::open(&workshop.path("talk.jsonl"), SyncPolicy::Never).unwrap().journal;
    let before = workshop.read("talk.jsonl");
    for name in names {
        for window in ["4k", "1m"] {
            let args = ["compact", "talk.jsonl", "-w", window, "--out", name];
            refused(&workshop.run(&args), "another program is writing this file");
            let args = ["compact", name, "-w", window, "--out", "talk.jsonl"];
            refused(&workshop.run(&args), "another program is writing this file");
        }
        refused(&workshop.run(&["journal", name, "undo"]), "another program is writing this file");
    }
    assert_eq!(workshop.read("talk.jsonl"), before);
    drop(open);
    let args = ["compact", "talk.jsonl", "-w", "4k", "--out", "talk.jsonl"];
    assert_eq!(workshop.run(&args).code, Some(0));
    assert!(workshop.read("talk.jsonl").starts_with(&before));
}

#[test]
fn a_chat_whose_journal_was_exchanged_says_so_before_it_takes_the_next_message() {
    let workshop = workshop();
    let path = workshop.path("talk.jsonl");
    let mut chat = Chat::begin(&workshop, "talk.jsonl");
    chat.type_in("First");
    chat.until(ANSWER);
    // The answer to a command says that the turn is over and written.
    chat.type_in("/model");
    chat.until("scripted");
    // What a synchronized folder or an editor does: the same bytes, another file.
    std::fs::copy(&path, workshop.path("copy")).unwrap();
    std::fs::rename(&path, workshop.path("kept")).unwrap();
    std::fs::rename(workshop.path("copy"), &path).unwrap();
    chat.type_in("Second");
    chat.type_in("/model");
    chat.until("scripted");
    let held = texts(&path);
    assert_eq!(held[60..], ["First", ANSWER], "nothing acknowledged is lost");
    assert_eq!(texts(&workshop.path("kept")), held);

    std::fs::rename(workshop.path("kept"), &path).unwrap();
    chat.type_in("Third");
    chat.until(ANSWER);
    let (code, err) = chat.end();
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("another file has replaced the journal"), "{err}");
    assert!(err.contains("put the journal back, or export the conversation"), "{err}");
    assert_eq!(texts(&path)[60..], ["First", ANSWER, "Third", ANSWER]);
}

#[test]
fn a_chat_whose_journal_was_removed_says_so_before_it_takes_the_next_message() {
    let workshop = workshop();
    let path = workshop.path("talk.jsonl");
    let mut chat = Chat::begin(&workshop, "talk.jsonl");
    chat.type_in("/model");
    chat.until("scripted");
    std::fs::remove_file(&path).unwrap();
    chat.type_in("First");
    let (_, err) = chat.end();
    assert!(err.contains("the journal can no longer be found"), "{err}");
    assert!(!path.exists());
}

#[test]
fn no_lock_stays_behind_and_one_that_did_keeps_nobody_out() {
    let workshop = workshop();
    for name in ["talk.jsonl.lock", "out.json.lock", "short.jsonl.lock", "new.jsonl.lock"] {
        workshop.write(name, "");
    }
    let commands: [&[&str]; 7] = [
        &["compact", "talk.jsonl", "-w", "4k", "--out", "talk.jsonl"],
        &["compact", "talk.jsonl", "-w", "4k", "--out", "short.jsonl"],
        &["journal", "talk.jsonl", "undo"],
        &["journal", "talk.jsonl", "export", "--out", "out.json"],
        &["journal", "new.jsonl", "import", "talk.json"],
        &["journal", "new.jsonl", "--salvage", "saved.jsonl"],
        &["journal", "talk.jsonl", "list"],
    ];
    for command in commands {
        let answer = workshop.run(command);
        assert_eq!(answer.code, Some(0), "{command:?}: {answer:?}");
    }
    let mut chat = Chat::begin(&workshop, "talk.jsonl");
    chat.type_in("Hello");
    chat.until(ANSWER);
    assert_eq!(chat.end().0, Some(0));
    assert_eq!(
        workshop.names(),
        ["new.jsonl", "out.json", "saved.jsonl", "short.jsonl", "talk.json", "talk.jsonl"]
    );
}

#[test]
fn a_file_of_somebody_else_with_the_name_of_a_lock_is_left_alone() {
    let workshop = workshop();
    workshop.write("Cargo.lock", "version = 4");
    let answer = workshop.run(&["journal", "Cargo", "import", "talk.json"]);
    refused(&answer, "this file has the name of a VibeUE lock but is not one");
    assert_eq!(workshop.read("Cargo.lock"), "version = 4");
    assert_eq!(workshop.names(), ["Cargo.lock", "talk.json", "talk.jsonl"]);
}

#[cfg(unix)]
mod on_unix {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::Command;

    use serde_json::Value;

    use super::*;

    fn mode(workshop: &Workshop, name: &str) -> u32 {
        fs::metadata(workshop.path(name)).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_of_a_journal_is_as_private_as_it() {
        let workshop = workshop();
        assert_eq!(mode(&workshop, "talk.jsonl"), 0o600);
        workshop.write("open.json", "old");
        fs::set_permissions(workshop.path("open.json"), fs::Permissions::from_mode(0o644)).unwrap();
        let commands: [&[&str]; 6] = [
            &["journal", "talk.jsonl", "export", "--out", "out.json"],
            &["journal", "talk.jsonl", "export", "--out", "open.json", "--force"],
            &["compact", "talk.jsonl", "-w", "4k", "--out", "short.jsonl"],
            &["compact", "talk.jsonl", "-w", "1m", "--out", "same.jsonl"],
            &["journal", "talk.jsonl", "--salvage", "saved.jsonl"],
            &["journal", "imported.jsonl", "import", "talk.json"],
        ];
        for command in commands {
            assert_eq!(workshop.run(command).code, Some(0), "{command:?}");
        }
        let mut chat = Chat::begin(&workshop, "talk.jsonl");
        chat.type_in("/export said.json");
        chat.until("written to said.json");
        assert_eq!(chat.end().0, Some(0));
        let made = [
            "out.json",
            "open.json",
            "short.jsonl",
            "same.jsonl",
            "saved.jsonl",
            "imported.jsonl",
            "said.json",
        ];
        for name in made {
            assert_eq!(mode(&workshop, name), 0o600, "{name}");
        }
    }

    #[test]
    fn a_chat_keeps_its_conversation_in_an_ordinary_file_or_says_what_is_in_the_way() {
        let workshop = workshop();
        assert!(Command::new("mkfifo").arg(workshop.path("pipe")).status().unwrap().success());
        symlink("nowhere", workshop.path("dangling")).unwrap();
        fs::create_dir(workshop.path("folder")).unwrap();
        let ways = [
            ("/dev/zero", "/dev/zero: this is a device, not a file"),
            ("pipe", "pipe: this is a pipe (FIFO), not a file"),
            ("dangling", "dangling: this is a dangling link"),
            ("folder", "folder: this is a directory"),
            ("talk.json", "talk.json:1: this is not a VibeUE journal"),
        ];
        let names = workshop.names();
        for (journal, said) in ways {
            let mut chat = Chat::begin(&workshop, journal);
            let _ = writeln!(chat.child.stdin.as_mut().unwrap(), "Hello");
            let (code, err) = chat.end();
            assert_eq!(code, Some(2), "{journal}: {err}");
            assert!(err.contains(said), "{journal}: {err}");
            refused(&workshop.run(&["journal", journal]), said);
            refused(&workshop.run(&["journal", journal, "undo"]), said);
        }
        assert_eq!(workshop.names(), names);
    }

    #[test]
    fn a_device_that_never_ends_is_given_up_soon() {
        let workshop = workshop();
        for device in ["/dev/zero", "/dev/urandom"] {
            for command in ["count", "compact"] {
                let answer = workshop.run(&[command, device]);
                let said = format!("{device}: this is an endless device, not a file");
                refused(&answer, &said);
            }
        }
        refused(&workshop.run(&["compact", "/dev/null", "--window", "3000"]), "the file is empty");
    }

    #[test]
    fn a_draft_that_somebody_laid_out_as_a_link_is_not_written_through() {
        let workshop = workshop();
        workshop.write("victim", "somebody's");
        for name in ["new.jsonl", "out.json"] {
            symlink("victim", workshop.path(&format!(".{name}.vibeue-new"))).unwrap();
        }
        assert_eq!(workshop.run(&["journal", "new.jsonl", "import", "talk.json"]).code, Some(0));
        let export = ["journal", "talk.jsonl", "export", "--out", "out.json"];
        assert_eq!(workshop.run(&export).code, Some(0));
        assert_eq!(workshop.read("victim"), "somebody's");
        for name in ["new.jsonl", "out.json"] {
            assert!(!workshop.path(name).symlink_metadata().unwrap().is_symlink(), "{name}");
        }
        let messages: Value = workshop.read_json("out.json")["messages"].clone();
        assert_eq!(messages, talk());
    }
}
