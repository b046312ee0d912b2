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

/// Secrets of many kinds, each as it is found in the wild.
const PLANTED: [&str; 7] = [
    "hunter2-my-own-words",
    "sk-live-0123456789abcdef",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "AKIAIOSFODNN7EXAMPLE",
    "xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4fw",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
];

#[test]
fn a_bundle_holds_what_a_report_needs_and_no_secret_that_was_planted_anywhere() {
    for secret in PLANTED {
        let fault = Fault::Raw {
            status: 401,
            content_type: "application/json".to_owned(),
            body: json!({"error": {"message": format!("no such key: {secret}")}}).to_string(),
        };
        let facts = Step::from(fault.clone()).on(Operation::Facts);
        let steps = [facts.clone(), facts, Step::from(fault)];
        let server = Server::start(Script::steps(steps)).unwrap();
        let shop = Workshop::new();
        shop.write_json(
            "talk.json",
            &json!([
                {"role": "system", "content": secret},
                {"role": "user", "content": format!("remember {secret}")},
                {"role": "assistant", "content": null, "tool_calls": [
                    {"id": "c1", "type": "function", "function":
                        {"name": "look", "arguments": json!({"key": secret}).to_string()}}]},
                {"role": "tool", "tool_call_id": "c1", "content": secret},
            ]),
        );
        shop.json(&["journal", "t.jsonl", "import", "talk.json"]);
        shop.write("s.toml", format!("custom_prompt = \"Keep {secret}\"\nthreshold = 0.7\n"));
        let base = format!("{}/v1", server.url());
        let args = ["doctor", "--base-url", &base, "--model", "gpt-4o", "--config", "s.toml"];
        let args = [&args[..], &["--bundle", "report.md", "--journal", "t.jsonl"]].concat();
        let output = shop
            .command(&args)
            .env("VIBEUE_API_KEY", secret)
            .env("MY_SERVICE_TOKEN", secret)
            .env("HTTPS_PROXY", format!("http://u:{secret}@127.0.0.1:9"))
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{printed}");
        let report = shop.read("report.md");
        for wanted in [
            concat!("program: vibeue ", env!("CARGO_PKG_VERSION")),
            "threshold = 0.7 (s.toml)",
            "target_ratio = 0.4375 (derived from others)",
            "model = gpt-4o (command line)",
            "row: openai gpt-4o",
            "key: failed",
            "events: 4 message",
            "1 calls, 1 results",
            "VIBEUE_API_KEY",
            "## Log",
        ] {
            assert!(report.contains(wanted), "{wanted}: {report}");
        }
        let half = &secret[secret.len() / 2..];
        assert!(!report.contains(half), "{secret}: {report}");
    }
}

#[test]
fn a_bundle_is_written_also_where_nothing_can_be_asked_and_never_over_a_file() {
    let shop = Workshop::new();
    let answer = shop.run(&["doctor", "--bundle"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.err.contains("no provider is chosen"), "{}", answer.err);
    let report = shop.read("vibeue-report.md");
    assert!(report.contains("not tested: no provider is chosen"), "{report}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(shop.path("vibeue-report.md")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = shop.run(&["doctor", "--bundle"]);
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("name another one"), "{}", again.err);
    assert_eq!(shop.read("vibeue-report.md"), report);
    let printed = shop.run(&["doctor", "--bundle", "-"]);
    assert!(printed.out.contains("## Settings"), "{}", printed.out);
}
