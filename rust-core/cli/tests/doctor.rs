//! `vibeue doctor`, against a server on this machine.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::{Value, json};
use support::Workshop;
use vibeue_scripted_server::{
    Answer, ErrorKind, Fault, Flavour, Model, Operation, Script, Server, Step,
};

const KEY: &str = "sk-test-0123456789abcdef";

fn examine(server: &Server, more: &[&str]) -> (Option<i32>, String, String) {
    let base = format!("{}/v1", server.url());
    let mut args = vec!["doctor", "--provider", "openai", "--base-url", &base];
    args.extend(more);
    let shop = Workshop::new();
    let output = shop.command(&args).env("VIBEUE_API_KEY", KEY).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_connection_that_works_passes_every_step_and_shows_where_the_key_comes_from() {
    let server = Server::start(Script {
        flavour: Flavour::LlamaCpp,
        models: vec![Model::new("local", 8_192)],
        key: Some(KEY.to_owned()),
        ..Script::default()
    })
    .unwrap();
    let (code, out, err) = examine(&server, &[]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    for wanted in
        ["model local", "key from $VIBEUE_API_KEY", "✓ address", "✓ key", "✓ model", "8,192"]
    {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    assert!(!out.contains(KEY) && !out.contains('✗'), "{out}");

    let (code, out, _) = examine(&server, &["--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, Some(0));
    assert_eq!(
        [&report["works"], &report["key"], &report["model"], &report["info"]["context_length"]],
        [&json!(true), &json!("VIBEUE_API_KEY"), &json!("local"), &json!(8_192)]
    );
    assert_eq!(report["steps"].as_array().unwrap().len(), 6);
}

#[test]
fn a_wrong_key_fails_its_step_with_a_hint_and_code_4() {
    let server =
        Server::start(Script { key: Some("another".to_owned()), ..Script::default() }).unwrap();
    let (code, out, err) = examine(&server, &["--model", "m"]);
    assert_eq!((code, err.as_str()), (Some(4), ""), "{out}");
    assert!(out.contains("✗ key") && !out.contains(KEY), "{out}");
}

#[test]
fn a_server_that_breaks_later_fails_at_the_step_where_it_breaks() {
    let fault = Step::from(Fault::error(ErrorKind::Server)).on(Operation::Chat);
    let server = Server::start(Script::steps([fault.clone(), fault.clone(), fault])).unwrap();
    let (code, out, _) = examine(&server, &["--model", "scripted"]);
    assert_eq!(code, Some(4), "{out}");
    assert!(out.contains("✓ address") && out.contains("✗ answer"), "{out}");
}

#[test]
fn without_a_model_the_steps_before_are_taken_and_the_models_named() {
    let several = Server::start(Script {
        models: vec![Model::new("first", 8_192), Model::new("second", 8_192)],
        key: Some(KEY.to_owned()),
        ..Script::default()
    })
    .unwrap();
    let (code, out, err) = examine(&several, &[]);
    assert_eq!((code, err.as_str()), (Some(4), ""), "{out}");
    for wanted in ["no model,", "✓ key", "✗ model", "choose one of: first, second", "- answer"]
    {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }

    let locked =
        Server::start(Script { key: Some("another".to_owned()), ..Script::default() }).unwrap();
    let (code, out, err) = examine(&locked, &[]);
    assert_eq!((code, err.as_str()), (Some(4), ""), "{out}");
    assert!(out.contains("✗ key"), "{out}");
}

#[test]
fn an_answer_of_many_lines_does_not_break_the_list() {
    let steps = [Answer::text("The door is **blue**.\n\n- one\n- two")];
    let server = Server::start(Script::steps(steps)).unwrap();
    let (code, out, _) = examine(&server, &["--model", "scripted"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("“The door is **blue**. - one - two”"), "{out}");
}
