//! Calls of programs that behave.

use std::time::Duration;

use serde_json::{Value, json};
use vibeue_core::tools::served::Decision;
use vibeue_core::tools::{Approval, CallEnd, Policy};

use crate::client::{Client, call, reply};
use crate::host::Host;

#[test]
fn a_program_is_told_of_the_tools_and_what_each_may_touch() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    let list = client.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).message();
    let told: Vec<(&str, bool, bool)> = list["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| {
            let hints = &tool["annotations"];
            (
                tool["name"].as_str().unwrap(),
                hints["readOnlyHint"] == true,
                hints["destructiveHint"] == true,
            )
        })
        .collect();
    let expected = [
        ("say", true, false),
        ("picture", true, false),
        ("wait", true, false),
        ("hang", true, false),
        ("write", false, false),
        ("remove", false, true),
    ];
    assert_eq!(told, expected);
    assert_eq!(
        server.entry("vibeue"),
        json!({"mcpServers": {"vibeue": {"type": "http", "url": server.url(), "headers":
            {"Authorization": format!("Bearer {}", server.token().reveal())}}}})
    );
}

#[test]
fn what_only_looks_runs_and_what_writes_is_asked_for_with_its_preview() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    assert_eq!(client.call(1, "say", "hello").text(), ("hello".to_owned(), false));
    let stream = client.begin(&call(2, "write", "a"));
    let (question, answer) = host.question();
    assert_eq!(question.caller.declared_name, "tester 1");
    assert_eq!(
        (question.tool.name(), question.call.arguments.as_str()),
        ("write", r#"{"what":"a"}"#)
    );
    assert_eq!(question.preview.unwrap().title, "write a");
    assert_eq!(host.written(), 0);
    answer.send(Approval::Allow).unwrap();
    assert_eq!(reply(stream).unwrap().text(), ("wrote a".to_owned(), false));
    // Once is once.
    let stream = client.begin(&call(3, "write", "b"));
    let (_, answer) = host.question();
    answer.send(Approval::Deny { reason: Some("not b".to_owned()) }).unwrap();
    let denied = "denied by the user: not b. Do not repeat the call; ask what is wanted instead";
    assert_eq!(reply(stream).unwrap().text(), (denied.to_owned(), true));
    assert_eq!(host.written(), 1);
    let ends: Vec<(String, CallEnd)> = host
        .person
        .reports
        .lock()
        .unwrap()
        .iter()
        .map(|report| (report.call.name.clone(), report.end))
        .collect();
    let ended = |name: &str, end| (name.to_owned(), end);
    assert_eq!(
        ends,
        [
            ended("say", CallEnd::Done),
            ended("write", CallEnd::Done),
            ended("write", CallEnd::Denied)
        ]
    );
}

#[test]
fn what_is_allowed_for_longer_answers_the_questions_behind_it_too() {
    let host = Host::new(Policy::asking(None));
    let server = host.serve();
    let client = Client::greeted(&server);
    let both = [call(1, "write", "a"), call(2, "write", "b")].map(|call| client.begin(&call));
    let (_, answer) = host.question();
    answer.send(Approval::AllowConversation).unwrap();
    for stream in both {
        assert!(!reply(stream).unwrap().text().1);
    }
    assert!(host.was_not_asked());
    // Another tool is another question.
    let stream = client.begin(&call(3, "remove", "a"));
    let (question, answer) = host.question();
    assert_eq!(question.tool.name(), "remove");
    answer.send(Approval::Deny { reason: None }).unwrap();
    assert!(reply(stream).unwrap().text().1);
}

#[test]
fn a_call_that_was_expected_is_not_asked_for_and_another_one_is() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    host.served.expect("write", json!({"what": "a"}));
    assert_eq!(client.call(1, "write", "a").text(), ("wrote a".to_owned(), false));
    for what in ["a", "b"] {
        let stream = client.begin(&call(2, "write", what));
        let (_, answer) = host.question();
        answer.send(Approval::Deny { reason: None }).unwrap();
        assert!(reply(stream).unwrap().text().1);
        host.served.expect("write", json!({"what": "c"}));
    }
    host.served.expect_nothing();
    let stream = client.begin(&call(3, "write", "c"));
    let (_, answer) = host.question();
    answer.send(Approval::Deny { reason: None }).unwrap();
    assert!(reply(stream).unwrap().text().1);
    assert_eq!(host.written(), 1);
}

#[test]
fn a_call_is_told_before_it_runs_with_who_decided_and_runs_only_if_that_is_taken() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    assert_eq!(client.call(1, "say", "hello").text().0, "hello");
    host.served.expect("write", json!({"what": "a"}));
    assert_eq!(client.call(2, "write", "a").text().0, "wrote a");
    let stream = client.begin(&call(3, "write", "b"));
    host.question().1.send(Approval::Allow).unwrap();
    assert_eq!(reply(stream).unwrap().text().0, "wrote b");
    let stream = client.begin(&call(4, "write", "c"));
    host.question().1.send(Approval::Deny { reason: None }).unwrap();
    assert!(reply(stream).unwrap().text().1);
    let stream = client.begin(&call(5, "write", "unwritable"));
    host.question().1.send(Approval::Allow).unwrap();
    let told = ("not run: it cannot be written down".to_owned(), true);
    assert_eq!(reply(stream).unwrap().text(), told);
    assert_eq!(host.written(), 2);
    assert_eq!(
        *host.person.begun.lock().unwrap(),
        [
            ("say".to_owned(), Decision::Policy),
            ("write".to_owned(), Decision::Beforehand),
            ("write".to_owned(), Decision::Person),
        ]
    );
}

#[test]
fn a_host_that_only_tries_tells_other_programs_what_would_be_done() {
    let mut policy = Policy::default();
    policy.dry_run = true;
    let host = Host::new(policy);
    let server = host.serve();
    let client = Client::greeted(&server);
    let (text, is_error) = client.call(1, "write", "a").text();
    assert!(is_error && text.starts_with("not done: dry run. "), "{text}");
    assert_eq!((client.call(2, "say", "x").text(), host.written()), (("x".to_owned(), false), 0));
    assert!(host.was_not_asked());
}

#[test]
fn plan_mode_and_tools_that_are_not_there_are_refused_with_a_way_on() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    host.served.set_plan_mode(true);
    host.served.expect("write", json!({"what": "a"}));
    let (text, is_error) = client.call(1, "write", "a").text();
    assert!(is_error && text.starts_with("not run: plan mode is on"), "{text}");
    host.served.set_plan_mode(false);
    // Also what is asked for already.
    let stream = client.begin(&call(3, "write", "b"));
    let (_, answer) = host.question();
    host.served.set_plan_mode(true);
    answer.send(Approval::AllowConversation).unwrap();
    let (text, is_error) = reply(stream).unwrap().text();
    assert!(is_error && text.starts_with("not run: plan mode is on"), "{text}");
    assert_eq!((client.call(4, "say", "x").text(), host.written()), (("x".to_owned(), false), 0));
    let (text, is_error) = client.call(2, "fly", "a").text();
    let there = "refused: there is no tool \"fly\"; tools/list names the tools that exist";
    assert_eq!((text.as_str(), is_error), (there, true));
    assert!(host.was_not_asked());
}

#[test]
fn a_caller_hears_that_its_call_goes_on_while_the_user_thinks() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    let mut message = call(1, "write", "a");
    message["params"]["_meta"] = json!({"progressToken": "p"});
    let stream = client.begin(&message);
    let (_, answer) = host.question();
    // The heart beats while nobody answers.
    let mut seen = [0; 4096];
    while !String::from_utf8_lossy(&seen).contains("notifications/progress") {
        assert!(stream.peek(&mut seen).unwrap() > 0);
    }
    answer.send(Approval::Allow).unwrap();
    let reply = reply(stream).unwrap();
    assert!(reply.body.contains(r#""progressToken":"p""#), "{reply:?}");
    assert_eq!(reply.text(), ("wrote a".to_owned(), false));
}

#[test]
fn pictures_are_pictures_and_long_results_are_cut() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    let picture = client.call(1, "picture", "").message();
    assert_eq!(
        picture["result"]["content"],
        json!([{"type": "image", "data": "iVBO", "mimeType": "image/png"}])
    );
    let (text, _) = client.call(2, "say", "long").text();
    assert!(text.len() < 1100 && text.contains("were left out here"), "{}", text.len());
}

#[test]
fn a_question_that_nobody_answers_ends_with_words_on_what_to_do() {
    let host = Host::waiting(Policy::default(), Duration::from_millis(100));
    let server = host.serve();
    let client = Client::greeted(&server);
    let (text, is_error) = client.call(1, "write", "a").text();
    assert!(is_error && text.starts_with("not run: nobody answered"), "{text}");
    assert_eq!(host.written(), 0);
}

#[test]
fn cancelling_and_going_away_stop_a_call() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::greeted(&server);
    // By its notification.
    let stream = client.begin(&call(7, "write", "a"));
    let (_, answer) = host.question();
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 7}});
    assert_eq!(client.post(&cancel).status, 202);
    let (text, is_error) = reply(stream).unwrap().text();
    assert_eq!((text.as_str(), is_error), ("not run: the call was cancelled", true));
    drop(answer);
    // By closing the connection.
    let stream = client.begin(&call(8, "wait", ""));
    host.until_begun(1);
    drop(stream);
    host.until_stopped(1);
    // By ending the session.
    let stream = client.begin(&json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call",
        "params": {"name": "wait", "_meta": {"progressToken": 1}}}));
    let mut seen = [0; 4096];
    while !String::from_utf8_lossy(&seen).contains("progress") {
        assert!(stream.peek(&mut seen).unwrap() > 0);
    }
    host.until_begun(2);
    let delete = client.head(0).replace("POST", "DELETE");
    assert_eq!(client.raw(&delete).status, 204);
    host.until_stopped(2);
    assert_eq!(reply(stream).unwrap().text(), ("stopped".to_owned(), true));
    assert_eq!(host.written(), 0);
    assert_eq!(client.call(10, "say", "x").status, 404);
}

#[test]
fn a_request_of_the_newer_generation_needs_no_greeting() {
    let host = Host::new(Policy::default());
    let server = host.serve();
    let client = Client::of(&server);
    let post = |method: &str, name: &str, params: Value| {
        let mut params = params;
        params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "newer", "version": "2"}});
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let headers = format!(
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}Content-Length"
        );
        let head = client.head(body.len()).replace("Content-Length", &headers);
        client.raw(&format!("{head}{body}"))
    };
    let discovered = post("server/discover", "", json!({})).message();
    assert_eq!(discovered["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(discovered["result"]["resultType"], "complete");
    let arguments = || json!({"name": "say", "arguments": {"what": "hi"}});
    let said = post("tools/call", "Mcp-Name: say\r\n", arguments());
    assert_eq!(said.text(), ("hi".to_owned(), false));
    assert_eq!(said.message()["result"]["resultType"], "complete");
    assert_eq!(host.person.reports.lock().unwrap()[0].caller.declared_name, "newer 2");
    // What the headers say has to be so.
    for name in ["", "Mcp-Name: write\r\n"] {
        let wrong = post("tools/call", name, arguments());
        assert_eq!((wrong.status, &wrong.message()["error"]["code"]), (400, &json!(-32020)));
    }
}
