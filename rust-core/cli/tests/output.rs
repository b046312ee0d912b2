//! Where the output goes, and in which form.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use std::io::Read as _;
use std::process::Stdio;

use serde_json::json;
use support::{Workshop, sample, talk, user};

#[test]
fn the_version_is_that_of_the_package() {
    let answer = Workshop::new().run(&["--version"]);
    assert_eq!(answer.out, concat!("vibeue ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_command_has_a_help_with_examples() {
    for command in ["count", "compact", "tune", "journal"] {
        let answer = Workshop::new().run(&[command, "--help"]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
        assert!(answer.out.contains("Examples:"), "{command}");
        assert!(answer.out.lines().all(|line| line.chars().count() <= 100), "{}", answer.out);
    }
}

#[test]
fn output_that_is_not_a_terminal_has_no_colours() {
    let answer = Workshop::new().run(&["compact", &sample("blueprint-door.json"), "-w", "16k"]);
    assert!(!answer.out.contains('\u{1b}') && !answer.err.contains('\u{1b}'));
}

#[test]
fn with_json_standard_output_holds_one_line_of_it() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    for command in ["count", "compact", "tune"] {
        let answer = workshop.run(&[command, "talk.json", "--json"]);
        assert_eq!(answer.out.matches('\n').count(), 1, "{command}");
        assert!(answer.out.ends_with("}\n") && answer.out.starts_with('{'), "{command}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "no file there has such a name")]
fn a_conversation_cannot_steer_the_terminal() {
    let workshop = Workshop::new();
    let mut messages = vec![user("never open Maps/\u{1b}]0;title\u{7}\u{1b}[2JTest.umap\u{9b}31m")];
    messages.extend(talk().as_array().unwrap().clone());
    workshop.write_json("talk\u{1b}[31m.json", &json!(messages));
    let answer = workshop
        .command(&["compact", "talk\u{1b}[31m.json", "-w", "4k"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    let out = String::from_utf8(answer.stdout).unwrap();
    assert!(out.contains("\u{1b}[1m"), "colours are forced");
    assert!(out.contains("title"), "the rule is in the summary: {out}");
    for steering in ["\u{1b}]", "\u{1b}[2J", "\u{7}", "\u{9b}"] {
        assert!(!out.contains(steering), "{steering:?}");
    }
}

#[test]
fn no_color_is_respected_where_colours_are_usual() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let run = |forced: bool| {
        let mut command = workshop.command(&["count", "talk.json"]);
        if forced {
            command.env("CLICOLOR_FORCE", "1");
        } else {
            command.env("NO_COLOR", "1");
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(run(true).contains('\u{1b}'));
    assert!(!run(false).contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let workshop = Workshop::new();
    let long: Vec<_> = (0..20_000).map(|n| user(&format!("message {n}"))).collect();
    workshop.write_json("talk.json", &json!(long));
    let mut command = workshop.command(&["compact", "talk.json", "-w", "1m", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = workshop.command(&["count", "talk.json", "--json"]).stdout(full).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.starts_with("vibeue: cannot write the output"), "{err}");
}
