//! `vibeue chat` in a terminal: keys, signals, and what is left of the terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/pty.rs"]
mod pty;
mod support;

use pty::Terminal;
use rustix::process::Signal;
use serde_json::{Value, json};
use support::Workshop;
use vibeue_scripted_server::{Answer, Operation, Script, Server};

struct Chat {
    shop: Workshop,
    server: Server,
}

impl Chat {
    fn with(script: Script) -> Self {
        Self { shop: Workshop::new(), server: Server::start(script).unwrap() }
    }

    fn open(&self, more: &[&str]) -> Terminal {
        let base = format!("{}/v1", self.server.url());
        let mut args = vec!["chat", "--base-url", &base, "--model", "scripted"];
        args.extend(more);
        let terminal = Terminal::start(self.shop.command(&args));
        terminal.wait_for_prompt(1);
        terminal
    }

    /// Texts of the messages in the last request, by their roles.
    fn last_request(&self) -> Vec<(String, String)> {
        let exchanges = self.server.exchanges();
        let chat = exchanges.iter().rev().find(|it| it.operation == Operation::Chat).unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let messages = chat.body["messages"].as_array().unwrap();
        messages.iter().map(|it| (text(&it["role"]), text(&it["content"]))).collect()
    }
}

/// An answer that continues until somebody ends it.
fn endless() -> Answer {
    let words: String = (0..20_000).map(|number| format!("word{number} ")).collect();
    Answer::text(words).slowly(20)
}

/// Calls that read a file each.
fn calls(number: usize) -> Answer {
    (0..number).fold(Answer::default(), |answer, at| {
        answer.and_call(&format!("c{at}"), "read_file", r#"{"path": "a.txt"}"#)
    })
}

#[test]
fn a_signal_in_an_answer_keeps_its_words_and_restores_the_terminal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let chat = Chat::with(Script::steps([endless()]));
        let mut terminal = chat.open(&["--journal", "t.jsonl"]);
        terminal.press("hello\r");
        terminal.wait_for("word10");
        terminal.signal(signal);
        assert_eq!(terminal.end().code(), Some(code), "{}", terminal.shown());
        assert_eq!(&terminal.modes(), terminal.before());
        let journal = chat.shop.read("t.jsonl");
        assert!(journal.contains("word0 word1 word2 "), "{journal}");
        assert!(journal.contains("[interrupted by the user]"), "{journal}");
    }
}

#[test]
fn a_signal_at_the_prompt_or_at_a_question_restores_the_terminal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let chat = Chat::with(Script::steps([Answer::text("Hello yourself."), calls(2)]));
        chat.shop.write("a.txt", "a\n");
        let options = ["--journal", "t.jsonl", "--tools", "."];
        let mut terminal = chat.open(&options);
        terminal.press("hello\r");
        terminal.wait_for_prompt(2);
        assert_ne!(&terminal.modes(), terminal.before(), "a line is being edited");
        terminal.signal(signal);
        assert_eq!(terminal.end().code(), Some(code), "{}", terminal.shown());
        assert_eq!(&terminal.modes(), terminal.before());

        let mut terminal = chat.open(&options);
        terminal.press("look\r");
        terminal.wait_for("allow read_file");
        terminal.signal(signal);
        assert_eq!(terminal.end().code(), Some(code), "{}", terminal.shown());
        assert_eq!(&terminal.modes(), terminal.before());
        let journal = chat.shop.read("t.jsonl");
        assert!(journal.contains("Hello yourself."), "{journal}");
        assert_eq!(journal.matches("cancelled by the user").count(), 2, "{journal}");
    }
}

#[test]
fn with_json_a_signal_still_ends_in_the_last_line() {
    let chat = Chat::with(Script::steps([endless()]));
    let base = format!("{}/v1", chat.server.url());
    let args = ["chat", "--base-url", &base, "--model", "m", "-p", "hello", "--json"];
    let mut terminal = Terminal::start(chat.shop.command(&args));
    terminal.wait_for("word10");
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.end().code(), Some(143), "{}", terminal.shown());
    terminal.wait_for("{\"event\":\"done\",\"state\":\"cancelled\"");
}

#[test]
fn a_key_that_is_not_utf_8_is_left_out_and_the_chat_goes_on() {
    let chat = Chat::with(Script::steps([Answer::text("With milk, then.")]));
    let mut terminal = chat.open(&[]);
    terminal.press(b"caf\xfc");
    terminal.wait_for("not UTF-8");
    terminal.wait_for_prompt(2);
    terminal.press(" au lait\r");
    terminal.wait_for("With milk, then.");
    terminal.wait_for_prompt(3);
    terminal.press("/quit\r");
    assert_eq!(terminal.end().code(), Some(0), "{}", terminal.shown());
    assert_eq!(chat.last_request(), [("user".to_owned(), "caf au lait".to_owned())]);
}

#[test]
fn always_at_the_first_of_several_questions_settles_the_others() {
    let chat = Chat::with(Script::steps([calls(5), Answer::text("All read.")]));
    chat.shop.write("a.txt", "the door is blue\n");
    let mut terminal = chat.open(&["--tools", "."]);
    terminal.press("look\r");
    terminal.wait_for("allow read_file");
    terminal.press("a\r");
    terminal.wait_for("All read.");
    assert_eq!(terminal.shown().matches("allow read_file").count(), 1, "{}", terminal.shown());
    let results = chat.last_request().into_iter().filter(|(role, _)| role == "tool");
    let results: Vec<String> = results.map(|(_, text)| text).collect();
    assert_eq!(results, vec!["1\tthe door is blue\n"; 5]);
}

#[test]
fn one_ctrl_c_ends_a_turn_with_fifty_questions() {
    let chat = Chat::with(Script::steps([calls(50), Answer::text("Never asked.")]));
    let mut terminal = chat.open(&["--tools", ".", "--journal", "t.jsonl"]);
    terminal.press("look\r");
    terminal.wait_for("allow read_file");
    terminal.press("\u{3}");
    terminal.wait_for("note:\u{1b}[0m cancelled");
    // There was a prompt before the question, and there is one again after it.
    terminal.wait_for_prompt(3);
    assert_eq!(terminal.shown().matches("allow read_file").count(), 1, "{}", terminal.shown());
    terminal.press("/quit\r");
    assert_eq!(terminal.end().code(), Some(0), "{}", terminal.shown());
    let journal = chat.shop.read("t.jsonl");
    assert_eq!(journal.matches("cancelled by the user").count(), 50);
}

#[test]
fn ctrl_c_ends_a_turn_while_a_tool_runs() {
    // Half a gibibyte of lines, only 4 MiB of which are on the disk, with a pattern that takes
    // minutes for them.
    let slow = json!({"pattern": "(?-u:[a-z ]{0,300}q){3}"}).to_string();
    let script = [Answer::call("c1", "search_files", &slow), Answer::text("Never asked.")];
    let chat = Chat::with(Script::steps(script));
    let line = "the door is blue and the hatch is green ".repeat(25) + "\n";
    chat.shop.write("a0.txt", line.repeat(4 * 1024 * 1024 / line.len()));
    for number in 1..128 {
        let link = chat.shop.path(&format!("a{number}.txt"));
        std::fs::hard_link(chat.shop.path("a0.txt"), link).unwrap();
    }
    let mut terminal = chat.open(&["--tools", ".", "--yes", "--journal", "t.jsonl"]);
    terminal.press("look\r");
    terminal.wait_for("running tools");
    terminal.signal(Signal::INT);
    terminal.wait_for("note:\u{1b}[0m cancelled");
    terminal.wait_for_prompt(2);
    terminal.press("/quit\r");
    assert_eq!(terminal.end().code(), Some(0), "{}", terminal.shown());
    let journal = chat.shop.read("t.jsonl");
    assert_eq!(journal.matches("cancelled by the user").count(), 1, "{journal}");
}
