//! `vibeue count` on real files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use serde_json::{Value, json};
use support::{Workshop, assistant, call, calls, result, sample, samples, talk, user};

fn breakdown_sum(report: &Value) -> u64 {
    report["breakdown"].as_object().unwrap().values().map(|tokens| tokens.as_u64().unwrap()).sum()
}

#[test]
fn a_conversation_is_counted_by_what_it_is_spent_on() {
    let workshop = Workshop::new();
    // 3 tokens and a role per message and 3 for the reply, as OpenAI publishes it; "hello world"
    // has 2 tokens and each of the other texts 1.
    workshop.write_json(
        "talk.json",
        &json!([
            { "role": "system", "content": "hello" },
            user("hello world"),
            assistant("hello"),
        ]),
    );
    assert_eq!(
        workshop.json(&["count", "talk.json"]),
        json!({
            "encoding": "o200k_base",
            "exact": true,
            "error_bound": 0.0,
            "tokens": 19,
            "messages": 3,
            "breakdown": {
                "system": 1,
                "tools": 0,
                "summary": 0,
                "user": 2,
                "assistant": 1,
                "tool_calls": 0,
                "tool_results": 0,
                "images": 0,
                "overhead": 15,
            },
        })
    );
}

#[test]
fn a_second_opinion_agrees_and_says_how_long_it_took() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &json!([user("hello world"), assistant("hello")]));
    let check = &workshop.json(&["count", "talk.json", "--check"])["check"];
    let field = |name: &str| check[name].as_u64().unwrap();
    assert_eq!(
        ["texts", "differences", "given_up", "tokens", "reference_tokens"].map(field),
        [2, 0, 0, 3, 3]
    );
    assert!(check["ms"].is_number() && check["reference_ms"].is_number(), "{check}");
    workshop.write("talk.txt", "hello world");
    let text = &workshop.json(&["count", "--text", "talk.txt", "--check"])["check"];
    assert_eq!((&text["texts"], &text["reference_tokens"]), (&json!(1), &json!(2)));
    let refused = workshop.run(&["count", "talk.json", "--check", "--model", "claude-sonnet-4-5"]);
    assert!(refused.err.contains("--check has no reference"), "{}", refused.err);
}

#[test]
fn plain_text_is_counted_exactly_as_it_is() {
    let workshop = Workshop::new();
    workshop.write("a.txt", "hello world");
    workshop.write("b.txt", "hello world\n");
    workshop.write("c.txt", "");
    workshop.write("d.json", "[]");
    let tokens = |file| workshop.json(&["count", "--text", file])["tokens"].clone();
    assert_eq!([tokens("a.txt"), tokens("b.txt"), tokens("c.txt"), tokens("d.json")], [2, 3, 0, 1]);
    let report = workshop.json(&["count", "--text", "b.txt"]);
    assert_eq!((&report["breakdown"]["user"], breakdown_sum(&report)), (&json!(3), 3));
}

#[test]
fn a_byte_order_mark_is_text_and_counts() {
    let workshop = Workshop::new();
    workshop.write("mark.txt", "\u{feff}hello");
    workshop.write("none.txt", "hello");
    let tokens = |file| workshop.json(&["count", "--text", file])["tokens"].as_u64().unwrap();
    assert!(tokens("mark.txt") > tokens("none.txt"));
}

#[test]
fn the_parts_of_every_sample_add_up_to_its_whole() {
    for entry in std::fs::read_dir(samples()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        for model in ["gpt-4o", "gpt-4", "claude-sonnet-4", "gemini-2.5-pro"] {
            let report = Workshop::new().json(&["count", path.to_str().unwrap(), "--model", model]);
            assert_eq!(report["tokens"].as_u64(), Some(breakdown_sum(&report)), "{path:?}");
            assert_eq!(report["exact"], json!(model.starts_with("gpt")), "{model}");
            assert_eq!(report["error_bound"] == 0.0, report["exact"], "{model}");
        }
    }
}

#[test]
fn the_model_decides_the_encoding() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let encoding = |args: &[&str]| {
        let args = [&["count", "talk.json"], args].concat();
        workshop.json(&args)["encoding"].as_str().unwrap().to_owned()
    };
    assert_eq!(encoding(&[]), "o200k_base");
    assert_eq!(encoding(&["--model", "gpt-4o-mini"]), "o200k_base");
    assert_eq!(encoding(&["--model", "gpt-4-turbo"]), "cl100k_base");
    assert_eq!(encoding(&["--model", "claude-opus-4-1"]), "claude");
    assert_eq!(encoding(&["--encoding", "cl100k_base"]), "cl100k_base");
    assert_eq!(encoding(&["--encoding", "gemini"]), "gemini");
}

#[test]
fn estimates_are_marked_as_such() {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    let exact = workshop.run(&["count", "talk.json", "--model", "gpt-4o"]).out;
    let estimated = workshop.run(&["count", "talk.json", "--model", "claude-sonnet-4"]).out;
    assert!(!exact.contains('~') && exact.contains("(o200k_base, exact)"), "{exact}");
    assert!(estimated.contains('~') && estimated.contains("estimated, ±"), "{estimated}");
}

#[test]
fn a_dash_reads_standard_input() {
    use std::io::Write as _;
    use std::process::Stdio;
    let workshop = Workshop::new();
    let mut command = workshop.command(&["count", "-", "--json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(talk().to_string().as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap().stdout;
    workshop.write_json("talk.json", &talk());
    let report: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(report, workshop.json(&["count", "talk.json"]));
}

#[test]
fn repairs_are_reported_on_standard_error_and_strict_refuses_them() {
    let workshop = Workshop::new();
    let torn = [calls(&[call("c1", "f", "{}")]), result("c2", "x"), user("go")];
    workshop.write_json("torn.json", &Value::from(torn.to_vec()));
    let repaired = workshop.run(&["count", "torn.json", "--json"]);
    assert_eq!(repaired.code, Some(0));
    assert!(repaired.err.contains("note: torn.json: message 0, tool_calls[0]"), "{}", repaired.err);
    assert!(serde_json::from_str::<Value>(&repaired.out).is_ok());
    let refused = workshop.run(&["count", "torn.json", "--json", "--strict"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(refused.err.starts_with("vibeue: torn.json: message "), "{}", refused.err);
}

#[test]
fn a_file_of_a_hundred_megabytes_is_counted() {
    let workshop = Workshop::new();
    let text = "The door opens when the key fits, and closes behind you. ".repeat(1_000);
    let message = user(&text).to_string();
    let file = format!("[{}]", vec![message.as_str(); 1_750].join(","));
    assert!(file.len() > 99_000_000);
    workshop.write("big.json", &file);
    workshop.write("one.json", format!("[{message}]"));
    let one = workshop.json(&["count", "one.json"])["breakdown"]["user"].as_u64().unwrap();
    let big = workshop.json(&["count", "big.json"]);
    assert_eq!((&big["messages"], &big["breakdown"]["user"]), (&json!(1_750), &json!(1_750 * one)));
}

#[test]
fn the_sample_is_counted_for_a_person() {
    let answer = Workshop::new().run(&["count", &sample("blueprint-door.json"), "-m", "gpt-4o"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let wanted = ["messages in an OpenAI chat request", "of the window", "tool results", "share"];
    assert!(wanted.iter().all(|text| answer.out.contains(text)), "{}", answer.out);
}
