//! The server as its clients see it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod client;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use client::{Answer as Came, send};
use serde_json::{Value, json};
use vibeue_scripted_server::{
    Answer, Ending, ErrorKind, Fault, Flavour, Model, OverflowWording, RetryAfter, Script, Server,
    Step, Usage, Wire,
};

/// A chat of one user message, in each protocol.
fn ask(server: &Server, wire: Wire, text: &str, stream: bool) -> Came {
    let tools = json!({"type": "object", "properties": {}});
    let (path, headers, body) = match wire {
        Wire::OpenaiChat => (
            "/v1/chat/completions".to_owned(),
            "",
            json!({"model": "m", "stream": stream, "stream_options": {"include_usage": true},
                "messages": [{"role": "user", "content": text}]}),
        ),
        Wire::Responses => {
            ("/v1/responses".to_owned(), "", json!({"model": "m", "stream": stream, "input": text}))
        }
        Wire::Anthropic => (
            "/v1/messages".to_owned(),
            "anthropic-version: 2023-06-01\r\n",
            json!({"model": "m", "stream": stream, "max_tokens": 100,
                "tools": [{"name": "look", "input_schema": tools}],
                "messages": [{"role": "user", "content": text}]}),
        ),
        Wire::Gemini => (
            format!(
                "/v1beta/models/m:{}",
                if stream { "streamGenerateContent?alt=sse" } else { "generateContent" }
            ),
            "",
            json!({"contents": [{"role": "user", "parts": [{"text": text}]}]}),
        ),
        Wire::Ollama => (
            "/api/chat".to_owned(),
            "",
            json!({"model": "m", "stream": stream, "messages": [{"role": "user", "content": text}]}),
        ),
    };
    send(server, "POST", &path, headers, &body)
}

fn start() -> Server {
    Server::start(Script::default()).unwrap()
}

#[test]
fn one_answer_has_the_same_words_in_every_protocol() {
    let server = start();
    for wire in Wire::ALL {
        for stream in [false, true] {
            server.push(Answer::text("Grüße an alle").reasoning("hm").and_call(
                "c1",
                "look",
                "{\"a\":1}",
            ));
            let came = ask(&server, wire, "hi", stream);
            assert_eq!(came.status(), 200, "{wire:?} {}", came.text());
            assert!(came.whole, "{wire:?}");
            let text = came.text();
            for word in ["Grüße", "alle", "hm", "look"] {
                assert!(text.contains(word), "{wire:?} {stream}: {word} in {text}");
            }
        }
    }
    assert!(server.exchanges().iter().all(|exchange| exchange.ending == Ending::Whole));
}

#[test]
fn a_chat_stream_is_the_documented_one() {
    let server = start();
    server.push(Answer::text("Hi").usage(Usage { input: 7, cached: 3, output: 2, reasoning: 0 }));
    let text = ask(&server, Wire::OpenaiChat, "x", true).text();
    let frames: Vec<_> = text.split("\n\n").filter(|frame| !frame.is_empty()).collect();
    let data: Vec<Value> = frames
        .iter()
        .filter_map(|frame| serde_json::from_str(frame.strip_prefix("data: ")?).ok())
        .collect();
    assert_eq!(frames.last(), Some(&"data: [DONE]"));
    let deltas: Vec<_> = data.iter().map(|chunk| chunk["choices"][0]["delta"].clone()).collect();
    assert_eq!(
        deltas,
        [
            json!({"role": "assistant", "content": "", "refusal": null}),
            json!({"content": "Hi"}),
            json!({}),
            Value::Null,
        ]
    );
    assert_eq!(data[3]["choices"], json!([]));
    assert_eq!(data[3]["usage"]["prompt_tokens"], 7);
    assert_eq!(data[3]["usage"]["prompt_tokens_details"]["cached_tokens"], 3);
}

#[test]
fn every_overflow_names_its_numbers_in_known_words() {
    let server = start();
    let mut said = Vec::new();
    for wording in OverflowWording::ALL {
        server.push(Fault::Overflow { wording: Some(wording), limit: 8_192, requested: 9_000 });
        let came = ask(&server, Wire::OpenaiChat, "x", true);
        assert!(matches!(came.status(), 400 | 413), "{wording:?}");
        said.push(came.text());
    }
    assert!(said[0].contains("context_length_exceeded") && said[0].contains("8192"));
    assert!(said[2].contains("prompt is too long: 9000 tokens > 8192 maximum"));
    assert!(said[3].contains(": 6952 + 2048 > 8192,"), "{}", said[3]);
    assert!(said[6].contains("\"n_ctx\":8192"));
    assert!(said[11].starts_with("<html>"));
}

#[test]
fn refusals_have_status_shape_and_headers() {
    let server = start();
    for (retry_after, expected) in [
        (RetryAfter::Seconds(3), "retry-after: 3"),
        (RetryAfter::Millis(250), "retry-after-ms: 250"),
        (RetryAfter::DateIn(60), " GMT"),
    ] {
        server.push(Fault::rate_limited(retry_after));
        let came = ask(&server, Wire::Anthropic, "x", true);
        assert_eq!(came.status(), 429);
        assert!(came.head.contains(expected), "{}", came.head);
        assert_eq!(came.json()["error"]["type"], "rate_limit_error");
    }
    server.push(Fault::rate_limited(RetryAfter::RetryInfo(1_500)));
    let came = ask(&server, Wire::Gemini, "x", true);
    assert_eq!(came.json()[0]["error"]["details"][1]["retryDelay"], "1.500s");
    server.push(Fault::error(ErrorKind::Overloaded));
    assert_eq!(ask(&server, Wire::Anthropic, "x", true).status(), 529);
}

#[test]
fn bodies_break_as_asked() {
    let server = start();
    let long = "äöü ".repeat(40);
    for wire in Wire::ALL {
        server.push(Step::new(Answer::text(&long), Fault::Cut { after: 333 }));
        let came = ask(&server, wire, "x", true);
        assert_eq!((came.status(), came.body.len(), came.whole), (200, 333, false), "{wire:?}");
        server.push(Step::new(Answer::text(&long), Fault::Reset { after: 333 }));
        assert!(!ask(&server, wire, "x", true).whole);
        server.push(Step::new(Answer::text(&long), Fault::MalformedChunk { after: 333 }));
        let came = ask(&server, wire, "x", false);
        assert!(!came.whole && came.body.len() == 333);
        server.push(Step::new(Answer::text(&long), Fault::Dribble { pause_us: 0 }));
        let came = ask(&server, wire, "x", true);
        assert!(came.whole && came.text().contains('ü'));
    }
    server.push(Fault::EmptyReply);
    assert_eq!(ask(&server, Wire::Ollama, "x", true).status(), 0);
    server.push(Fault::EmptyBody);
    assert_eq!(ask(&server, Wire::Ollama, "x", true).body, b"");
    server.push(Step::new(Answer::text("hi"), Fault::Gzip));
    let came = ask(&server, Wire::OpenaiChat, "x", false);
    assert!(came.head.contains("content-encoding: gzip") && came.body.starts_with(&[0x1f, 0x8b]));
    server.push(Fault::HugeEvent { bytes: 3 << 20 });
    let came = ask(&server, Wire::Gemini, "x", true);
    assert!(came.whole && came.body.len() > 3 << 20);
}

#[test]
fn a_client_that_goes_is_noticed() {
    let server = start();
    server.push(Fault::Endless { pause_us: 100 });
    server.push(Fault::SlowHeaders { ms: 60_000 });
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        let body =
            json!({"model": "m", "messages": [{"role": "user", "content": "x"}]}).to_string();
        write!(
            stream,
            "POST /v1/chat/completions HTTP/1.1\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        assert!(server.wait_until(Duration::from_secs(60), |all| {
            all.last().is_some_and(|exchange| exchange.ending == Ending::Underway)
        }));
        drop(stream);
        assert!(server.wait_until(Duration::from_secs(60), |all| {
            all.last().is_some_and(|exchange| exchange.ending == Ending::ClientGone)
        }));
    }
}

#[test]
fn what_breaks_a_rule_is_refused_and_noted_and_takes_no_step() {
    let server = start();
    server.push(Answer::text("kept"));
    let body =
        json!({"model": "m", "messages": [{"role": "tool", "tool_call_id": "x", "content": "r"}]});
    let came = send(&server, "POST", "/v1/chat/completions", "", &body);
    assert_eq!((came.status(), server.waiting()), (400, 1));
    assert_eq!(came.json()["error"]["param"], "messages.[0].role");
    assert!(server.exchanges()[0].violation.is_some());
}

#[test]
fn a_limit_and_a_key_are_enforced() {
    let script = Script {
        key: Some("secret".to_owned()),
        context_limit: Some(50),
        models: vec![Model::new("m", 50)],
        ..Script::default()
    };
    let server = Server::start(script).unwrap();
    assert_eq!(ask(&server, Wire::OpenaiChat, "hi", false).status(), 401);
    let send = |text: &str| {
        let body = json!({"model": "m", "messages": [{"role": "user", "content": text}]});
        send(&server, "POST", "/v1/chat/completions", "authorization: Bearer secret\r\n", &body)
    };
    assert_eq!(send("hi").status(), 200);
    let came = send(&"word ".repeat(60));
    assert_eq!(came.json()["error"]["code"], "context_length_exceeded");
    let body = json!({"model": "other", "messages": [{"role": "user", "content": "x"}]});
    let came = client::send(
        &server,
        "POST",
        "/v1/chat/completions",
        "authorization: Bearer secret\r\n",
        &body,
    );
    assert_eq!(came.json()["error"]["code"], "model_not_found");
}

#[test]
fn each_server_tells_its_own_facts() {
    let facts = [
        (Flavour::LlamaCpp, "/props", "/default_generation_settings/n_ctx"),
        (Flavour::Vllm, "/v1/models", "/data/0/max_model_len"),
        (Flavour::LmStudio, "/api/v0/models", "/data/0/loaded_context_length"),
        (Flavour::OpenRouter, "/api/v1/models", "/data/0/top_provider/context_length"),
        (Flavour::LiteLlm, "/v1/models", "/data/0/max_input_tokens"),
        (Flavour::Ollama, "/api/ps", "/models/0/context_length"),
    ];
    for (flavour, path, pointer) in facts {
        let script = Script { flavour, models: vec![Model::new("m", 4_096)], ..Script::default() };
        let server = Server::start(script).unwrap();
        let came = send(&server, "GET", path, "", &Value::Null);
        assert_eq!(came.json().pointer(pointer), Some(&json!(4_096)), "{flavour:?}");
    }
}

#[test]
fn the_program_is_controlled_over_its_own_address() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scripted-server"))
        .args(["--port", "0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let address = url.trim().strip_prefix("http://").unwrap().to_owned();
    let post = |path: &str, body: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut stream, &mut bytes).unwrap();
        client::parse(&bytes, true)
    };
    assert_eq!(
        post("/__script", r#"{"steps": [{"answer": {"text": ["from ", "afar"]}}]}"#).status(),
        200
    );
    assert_eq!(post("/__step", r#"{"answer": {"txt": []}}"#).status(), 400);
    let body = r#"{"model": "m", "messages": [{"role": "user", "content": "x"}]}"#;
    let came = post("/v1/chat/completions", body);
    assert_eq!(came.json()["choices"][0]["message"]["content"], "from afar");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
