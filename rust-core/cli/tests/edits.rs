//! `vibeue chat --edit`: what the user sees of edits, and undoing them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::json;
use support::{Answer as Printed, Workshop};
use vibeue_scripted_server::{Answer, Operation, Script, Server};

struct Chat {
    shop: Workshop,
    server: Server,
}

impl Chat {
    /// A project with a door, and a model that makes these calls one after
    /// the other.
    fn with<const N: usize>(calls: &[(&str, serde_json::Value); N]) -> Self {
        let mut answers: Vec<Answer> = Vec::new();
        for (at, (name, arguments)) in calls.iter().enumerate() {
            answers.push(Answer::call(&format!("c{at}"), name, &arguments.to_string()));
        }
        answers.push(Answer::text("Done."));
        let chat =
            Self { shop: Workshop::new(), server: Server::start(Script::steps(answers)).unwrap() };
        std::fs::create_dir_all(chat.shop.path("game/own")).unwrap();
        chat.shop.write("game/door.txt", "the door\nis blue\n");
        chat
    }

    fn type_in(&self, more: &[&str], lines: &str) -> Printed {
        let base = format!("{}/v1", self.server.url());
        let mut args = vec!["chat", "--base-url", &base, "--model", "m", "--tools", "game"];
        args.extend(more);
        Printed::typed(&mut self.shop.command(&args), lines)
    }

    fn door(&self) -> String {
        self.shop.read("game/door.txt")
    }

    /// The last request's results of tools.
    fn results(&self) -> Vec<String> {
        let exchanges = self.server.exchanges();
        let chat = exchanges.iter().rev().find(|it| it.operation == Operation::Chat).unwrap();
        let messages = chat.body["messages"].as_array().unwrap();
        let results = messages.iter().filter(|message| message["role"] == "tool");
        results.map(|message| message["content"].as_str().unwrap().to_owned()).collect()
    }
}

fn paint(colour: &str) -> (&'static str, serde_json::Value) {
    ("edit_file", json!({"path": "door.txt", "old_text": "blue", "new_text": colour}))
}

#[test]
fn an_edit_is_shown_as_a_diff_before_it_is_allowed_and_undone_by_a_command() {
    let chat = Chat::with(&[paint("red")]);
    let printed = chat.type_in(
        &["--edit", "--journal", "t.jsonl"],
        "paint it\ny\n/edits\n/undo-files\n/undo-files\n/edits\n/quit\n",
    );
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    for wanted in [
        "--- a/door.txt",
        "-is blue",
        "+is red",
        "1 door.txt",
        "restored door.txt",
        "undid the edits 1: 1 file",
        "1 (undone) door.txt",
    ] {
        assert!(printed.out.contains(wanted), "{wanted}: {}", printed.out);
    }
    let diff_then_done = printed.out.find("+is red") < printed.out.find("Done.");
    assert!(diff_then_done, "{}", printed.out);
    assert!(printed.err.contains("no edits that could be taken back"), "{}", printed.err);
    assert!(chat.results()[0].starts_with("edit door.txt: +1 -1 lines"), "{:?}", chat.results());
    assert_eq!(chat.door(), "the door\nis blue\n");
}

#[test]
fn a_denied_edit_changes_nothing_and_the_model_reads_why() {
    let chat = Chat::with(&[paint("red")]);
    let printed = chat.type_in(&["--edit", "--journal", "t.jsonl"], "paint it\nnot red\n/quit\n");
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert_eq!(chat.results(), ["denied by the user: not red"]);
    assert_eq!(chat.door(), "the door\nis blue\n");
}

#[test]
fn edits_of_an_earlier_run_are_undone_by_a_later_one() {
    let chat =
        Chat::with(&[paint("red"), ("edit_file", json!({"path": "a/b.txt", "content": "x"}))]);
    let options = ["--edit", "--journal", "t.jsonl", "--yes"];
    chat.type_in(&options, "paint it\n/quit\n");
    assert_eq!(chat.door(), "the door\nis red\n");
    assert_eq!(chat.shop.read("game/a/b.txt"), "x");
    let printed = chat.type_in(&options, "/undo-files 1\n/quit\n");
    assert!(printed.out.contains("removed a/b.txt"), "{}", printed.out);
    assert_eq!(chat.door(), "the door\nis blue\n");
    assert!(!chat.shop.path("game/a").exists());
}

#[test]
fn a_dry_run_shows_what_would_be_done_and_does_nothing() {
    let chat = Chat::with(&[paint("red")]);
    let printed =
        chat.type_in(&["--edit", "--journal", "t.jsonl", "--dry-run"], "paint it\n/quit\n");
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert!(printed.out.contains("dry run: edit door.txt"), "{}", printed.out);
    assert!(printed.out.contains("+is red"), "{}", printed.out);
    let result = chat.results().remove(0);
    assert!(result.contains("not done: dry run. It would do this: edit door.txt"), "{result}");
    assert_eq!(chat.door(), "the door\nis blue\n");
    assert!(!chat.shop.path("t.files").exists());
}

#[test]
fn a_dry_run_is_begun_in_the_middle_of_a_conversation_whatever_was_allowed() {
    let chat = Chat::with(&[paint("red")]);
    let typed = "/dry-run\npaint it\n/dry-run off\n/quit\n";
    let printed = chat.type_in(&["--edit", "--journal", "t.jsonl", "--yes"], typed);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    for told in [
        "the dry run is on: changes by tools are shown but not made",
        "dry run: edit door.txt",
        "the dry run is off",
    ] {
        assert!(printed.out.contains(told), "{told}: {}", printed.out);
    }
    let result = chat.results().remove(0);
    assert!(result.contains("not done: dry run. It would do this: edit door.txt"), "{result}");
    assert_eq!(chat.door(), "the door\nis blue\n");
}

#[test]
fn a_folder_given_without_edit_is_only_read_and_plan_mode_overrides_edits() {
    for options in [
        &["--journal", "t.jsonl", "--yes"][..],
        &["--edit", "--journal", "t.jsonl", "--plan", "--yes"],
    ] {
        let chat = Chat::with(&[paint("red")]);
        chat.type_in(options, "paint it\n/quit\n");
        let result = chat.results().remove(0);
        let wanted =
            if options.contains(&"--plan") { "plan mode is on" } else { "there is no tool" };
        assert!(result.contains(wanted), "{result}");
        assert_eq!(chat.door(), "the door\nis blue\n");
    }
}

#[test]
fn a_model_allowed_to_do_everything_reaches_neither_journal_nor_permissions() {
    let write = |path: &str| ("edit_file", json!({"path": path, "content": "{}"}));
    let guarded = |path: &str| ("edit_guarded_file", json!({"path": path, "content": "{}"}));
    let chat = Chat::with(&[
        write("t.jsonl"),
        guarded("t.jsonl"),
        write("t.jsonl.lock"),
        write("t.files/changes.jsonl"),
        write("own/permissions.json"),
        guarded("own/settings.toml"),
        write("../outside.txt"),
        write(".git/hooks/pre-commit"),
    ]);
    chat.shop.write("game/own/settings.toml", "");
    let options =
        ["--edit", "--journal", "game/t.jsonl", "--yes", "--config", "game/own/settings.toml"];
    let printed = chat.type_in(&options, "go\n/quit\n");
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let results = chat.results();
    assert_eq!(results.len(), 8);
    for (at, result) in results.iter().enumerate() {
        let wanted =
            if at == 6 { "no such place in the folder" } else { "no tool edits this file" };
        assert!(result.contains(wanted), "{at}: {result}");
    }
    assert!(!chat.shop.path("game/own/permissions.json").exists());
    assert!(!chat.shop.path("outside.txt").exists() && !chat.shop.path("game/.git").exists());
}
