//! What differs between operating systems and must not differ for the program:
//! consoles, line breaks, paths, files that somebody reads. Runs on each.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use support::{Workshop, talk};
use vibeue_scripted_server::{Answer, Script, Server};

/// An address that nobody listens on.
const NOBODY: &str = "http://127.0.0.1:9/v1";

#[test]
fn a_settings_file_with_windows_line_breaks_is_read() {
    let shop = Workshop::new();
    shop.write("vibeue.toml", "threshold = 0.7\r\n\r\nrecent_messages_to_keep = 12\r\n");
    let answer = shop.run(&["settings", "--config", "vibeue.toml", "--json"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    assert!(answer.out.contains("0.7") && answer.out.contains("12"), "{}", answer.out);
}

#[test]
fn a_file_that_somebody_reads_is_replaced_as_a_whole_or_not_at_all() {
    let shop = Workshop::new();
    shop.write_json("talk.json", &talk());
    shop.write("out.json", "what was there before");
    let mut reader = File::open(shop.path("out.json")).unwrap();
    let args = ["compact", "talk.json", "--window", "3000", "--replace", "--out", "out.json"];
    let answer = shop.run(&args);
    let mut seen = String::new();
    reader.read_to_string(&mut seen).unwrap();
    assert_eq!(seen, "what was there before", "the reader keeps what it opened");
    match answer.code {
        Some(0) => assert!(shop.read_json("out.json").is_array()),
        _ => {
            assert_eq!(shop.read("out.json"), "what was there before");
            assert!(answer.err.contains("out.json"), "{}", answer.err);
        }
    }
    assert_eq!(shop.names(), ["out.json", "talk.json"], "no draft stays behind");
}

#[test]
fn files_far_down_in_folders_are_read_and_written() {
    let shop = Workshop::new();
    let mut folder = shop.path("");
    while folder.as_os_str().len() < 400 {
        folder.push("a folder with a long name, \u{fc}\u{4e2d}");
    }
    fs::create_dir_all(&folder).unwrap();
    let (from, to) = (folder.join("talk.json"), folder.join("short.json"));
    fs::write(&from, talk().to_string()).unwrap();
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    let answer = shop.run(&["compact", from, "--window", "3000", "--out", to]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{}", answer.out);
    assert!(fs::metadata(to).unwrap().len() > 0);
}

#[test]
fn lines_that_end_as_windows_ends_them_are_sent_without_that() {
    let server =
        Server::start(Script::steps([Answer::text("One."), Answer::text("Two.")])).unwrap();
    let shop = Workshop::new();
    let base = format!("{}/v1", server.url());
    let mut command =
        shop.command(&["chat", "--provider", "openai", "--base-url", &base, "--model", "m"]);
    command.env("VIBEUE_API_KEY", "sk-test-0123456789abcdef");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"first line\r\n/quit\r\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{err}");
    let last_words: Vec<String> = server
        .exchanges()
        .iter()
        .filter_map(|it| {
            it.body["messages"].as_array()?.last()?["content"].as_str().map(str::to_owned)
        })
        .collect();
    // `/quit` is a command, not a message.
    assert_eq!(last_words, ["first line"]);
}

#[test]
fn without_a_console_nothing_is_asked_and_nothing_is_coloured() {
    let shop = Workshop::new();
    // No key, no console: the program must not wait for somebody to type one.
    let mut command = shop.command(&["chat", "--provider", "anthropic", "-p", "Hello?"]);
    for name in ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_ne!(output.status.code(), Some(0));
    assert!(err.contains("ANTHROPIC_API_KEY"), "the error says what is missing: {err}");
    assert!(!err.contains('\u{1b}') && output.stdout.is_empty(), "{err}");

    let answer = shop.run(&["doctor", "--provider", "openai", "--base-url", NOBODY]);
    assert_ne!(answer.code, Some(0));
    assert!(!answer.out.contains('\u{1b}') && !answer.err.contains('\u{1b}'), "{answer:?}");
}
