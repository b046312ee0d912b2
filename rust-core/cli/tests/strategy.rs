//! `vibeue compact --strategy`, against a server on this machine.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::{Value, json};
use support::{Workshop, sample};
use vibeue_scripted_server::{Answer, ErrorKind, Fault, Operation, Rule, Script, Server, Step};

const SUMMARY: &str = "<analysis>Short.</analysis>\n<summary>\n## Overview\n\
    - The person wants all doors of the castle to open at their own speed.\n\
    ## Progress\n- Doors were changed one by one.\n</summary>";

fn talk() -> Value {
    let mut messages = vec![json!({"role": "system", "content": "You help with doors."})];
    for at in 0..30 {
        messages.push(json!({"role": "user", "content":
            format!("Set /Game/Castle/BP_Door_{at} to speed {at}25 and never touch BP_Gate_{at}.")}));
        messages.push(json!({"role": "assistant", "content":
            format!("I set the speed of BP_Door_{at}. {}", "It opens as it should. ".repeat(20))}));
    }
    Value::Array(messages)
}

fn compact(server: &Server, strategy: &str) -> (Value, String) {
    let shop = Workshop::new();
    shop.write_json("talk.json", &talk());
    compact_file(&shop, "talk.json", "8000", server, strategy)
}

fn compact_file(
    shop: &Workshop,
    file: &str,
    window: &str,
    server: &Server,
    strategy: &str,
) -> (Value, String) {
    let base = format!("{}/v1", server.url());
    let args = [
        "compact",
        file,
        "--window",
        window,
        "--force",
        "--json",
        "--strategy",
        strategy,
        "--provider",
        "openai",
        "--base-url",
        &base,
        "--model",
        "gpt-4o",
    ];
    let output = shop.command(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let err = String::from_utf8(output.stderr).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), err)
}

fn always(step: impl Into<Step>) -> Script {
    Script { rules: vec![Rule { step: step.into(), ..Rule::default() }], ..Script::default() }
}

#[test]
fn a_model_writes_the_summary_and_the_facts_that_it_dropped_are_put_back() {
    for strategy in ["llm", "hybrid"] {
        let server = Server::start(always(Answer::text(SUMMARY))).unwrap();
        let (report, err) = compact(&server, strategy);
        assert_eq!(err, "", "{strategy}");
        let record = &report["summary"];
        assert_eq!(
            [&record["strategy"], &record["writer"], &record["rung"], &report["fits"]],
            [&json!(strategy), &json!("gpt-4o"), &json!("full"), &json!(true)]
        );
        let sent = report["messages"].to_string();
        assert!(sent.contains("open at their own speed"), "the model's words: {sent}");
        assert!(sent.contains("/Game/Castle/BP_Door_3"), "a fact that it dropped: {sent}");
        let asked: Vec<_> = server
            .exchanges()
            .into_iter()
            .filter(|exchange| exchange.operation == Operation::Chat)
            .collect();
        assert_eq!(asked.len(), 1, "{strategy}");
        assert_ne!(asked[0].body["stream"], json!(true));
    }
}

#[test]
fn what_a_model_wrote_is_in_the_summary_even_if_the_facts_alone_would_fill_it() {
    for strategy in ["llm", "hybrid"] {
        let server = Server::start(always(Answer::text(SUMMARY))).unwrap();
        let sample = sample("blueprint-door.json");
        let (report, err) = compact_file(&Workshop::new(), &sample, "16k", &server, strategy);
        assert_eq!((err.as_str(), &report["fits"]), ("", &json!(true)), "{strategy}");
        assert_eq!(report["summary"]["strategy"], json!(strategy));
        let sent = report["messages"].to_string();
        assert!(sent.contains("open at their own speed"), "{strategy}: the model's words");
        let (after, budget) = (&report["tokens_after"], &report["budget"]);
        let share = after.as_f64().unwrap() / budget.as_f64().unwrap();
        assert!(share < 0.8, "{strategy}: {share} would start the next compaction");
    }
}

#[test]
fn if_no_model_answers_rules_write_the_summary_and_say_so() {
    let server = Server::start(always(Fault::error(ErrorKind::Authentication))).unwrap();
    let (report, err) = compact(&server, "llm");
    assert_eq!(
        [&report["summary"]["strategy"], &report["rung"]],
        [&json!("rules"), &json!("rules")]
    );
    assert!(err.starts_with("vibeue: note: "), "{err}");
    assert_eq!(report["fits"], json!(true));
}

#[test]
fn rules_ask_nobody() {
    let server = Server::start(always(Answer::text(SUMMARY))).unwrap();
    let (report, err) = compact(&server, "rules");
    assert_eq!((err.as_str(), &report["summary"]["strategy"]), ("", &json!("rules")));
    assert_eq!(server.exchanges().len(), 0);
}

#[test]
fn the_screen_names_the_model_that_wrote_the_summary() {
    for (strategy, author) in [("llm", "gpt-4o"), ("hybrid", "gpt-4o and rules")] {
        let server = Server::start(always(Answer::text(SUMMARY))).unwrap();
        let shop = Workshop::new();
        shop.write_json("talk.json", &talk());
        let base = format!("{}/v1", server.url());
        let mut args = vec!["compact", "talk.json", "--window", "8000", "--force"];
        args.extend(["--strategy", strategy, "--provider", "openai"]);
        args.extend(["--base-url", &base, "--model", "gpt-4o"]);
        let printed = shop.run(&args);
        assert_eq!(printed.code, Some(0), "{}", printed.err);
        let line = format!("\n  written by  {author}: 1 call, ");
        assert!(printed.out.contains(&line), "{line}: {}", printed.out);
    }
}
