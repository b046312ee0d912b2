//! A key is seen by its server and by nobody else.

use std::fmt::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use vibeue_core::conversation::Protocol;

use crate::server::{Server, Step, answer, json as json_answer, stream_head};
use crate::{KEY, ask, config, limits, request};

/// Writes down everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Line(&self.0));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Line(&self.0));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Line(&self.0));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Line<'a>(&'a Mutex<String>);

impl Visit for Line<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        writeln!(self.0.lock().unwrap(), "{}={value:?}", field.name()).unwrap();
    }
}

#[tokio::test]
async fn a_key_that_an_error_cuts_in_the_middle_is_not_shown_in_part() {
    // No pattern knows a key of this form.
    let key = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    let server = Server::start(move |_, _| {
        let message = format!("{} {key} {key}", "x".repeat(1_500 - 22));
        json_answer("400 Bad Request", &json!({"error": {"message": message}}))
    })
    .await;
    let mut config = config(Protocol::OpenaiChat, &server, limits());
    config.key = Some(key.into());
    let provider = vibeue_core::provider::connect(&config).unwrap();
    let error = ask(provider.as_ref(), &request()).await.0.unwrap_err();
    assert!(error.message.contains("xxx"), "{error}");
    assert!(!error.message.contains(&key[..8]), "{error}");
}

#[tokio::test]
async fn what_a_server_says_next_to_its_answer_contains_no_key() {
    let server = Server::start(|_, _| {
        json_answer(
            "200 OK",
            &json!({"candidates": [{"content": {"parts": [{"text": "Hi"}]}, "finishReason": "OTHER",
                "finishMessage": format!("you sent {KEY}\u{1b}[2J")}],
                "modelVersion": format!("model of {KEY}"), "responseId": "r".repeat(100_000)}),
        )
    })
    .await;
    let provider =
        vibeue_core::provider::connect(&config(Protocol::Gemini, &server, limits())).unwrap();
    let reply = ask(provider.as_ref(), &request()).await.0.unwrap();
    assert_eq!(reply.warnings, ["the model stopped with OTHER: you sent [key]\u{fffd}[2J"]);
    assert_eq!(reply.id.map(|id| id.len()), Some(200));
    assert_eq!(reply.model.as_deref(), Some("model of [key]"));
}

#[tokio::test]
async fn what_the_user_sets_manually_is_sent_once() {
    let server = Server::start(|_, _| {
        json_answer("200 OK", &json!({"content": [], "stop_reason": "end_turn"}))
    })
    .await;
    let mut config = config(Protocol::Anthropic, &server, limits());
    config.headers = vec![
        ("Anthropic-Version".to_owned(), "2099-01-01".to_owned()),
        ("X-Api-Key".to_owned(), "by-hand".to_owned()),
    ];
    let provider = vibeue_core::provider::connect(&config).unwrap();
    ask(provider.as_ref(), &request()).await.0.unwrap();
    let head = server.requests()[0].head.clone();
    let lines = |name: &str| {
        head.lines().filter(|line| line.starts_with(name)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines("anthropic-version:"), ["anthropic-version: 2099-01-01"]);
    assert_eq!(lines("x-api-key:"), ["x-api-key: by-hand"]);
}

#[tokio::test]
async fn a_name_of_this_machine_is_never_asked_of_a_name_server() {
    let server = Server::start(|_, _| crate::server::chat_stream("Hi")).await;
    let mut config = config(Protocol::OpenaiChat, &server, limits());
    // No name server knows it.
    let host = "vibeue-review-of-names.localhost";
    config.base_url = format!("http://{host}:{}/v1", server.address.port());
    let provider = vibeue_core::provider::connect(&config).unwrap();
    assert_eq!(ask(provider.as_ref(), &request()).await.0.unwrap().text(), "Hi");
}

#[tokio::test]
async fn the_key_is_in_its_header_and_in_no_error_and_no_log() {
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    let mut shown = String::new();
    for protocol in [Protocol::OpenaiChat, Protocol::Ollama] {
        let server = Server::start(|_, before| {
            let echo = format!("you sent {KEY} and Authorization: Bearer {KEY}");
            match before {
                0 => json_answer("401 Unauthorized", &json!({"error": {"message": echo}})),
                1 => answer("400 Bad Request", "x-request-id: req\r\n", &echo),
                2 => answer(
                    "307 Away",
                    &format!("location: https://{KEY}.example.org/?key={KEY}\r\n"),
                    "",
                ),
                3 => answer("404 Not Found", "", &format!("<html><title>{echo}</title>")),
                4 => answer("400 Bad Request", &format!("x-request-id: {KEY}\r\n"), "{}"),
                _ => vec![
                    stream_head("text/event-stream"),
                    Step::Send(format!("{}\n\n", json!({"error": {"message": echo}})).into_bytes()),
                ],
            }
        })
        .await;
        let config = config(protocol, &server, limits());
        let provider = vibeue_core::provider::connect(&config).unwrap();
        for _ in 0..6 {
            let error = ask(provider.as_ref(), &request()).await.0.unwrap_err();
            writeln!(shown, "{error} {error:?}").unwrap();
        }
        let _ = provider.describe("m").await;
        writeln!(shown, "{config:?} {provider:?}").unwrap();
        for request in server.requests() {
            let header = format!("authorization: bearer {KEY}").to_lowercase();
            assert!(request.head.contains(&header), "{}", request.head);
            assert!(!request.line.contains(KEY) && !request.body.contains(KEY));
        }
    }
    drop(guard);
    let logged = log.0.lock().unwrap().clone();
    assert!(logged.contains("answered"), "{logged}");
    for text in [&shown, &logged] {
        assert!(
            !text.contains(KEY) && !text.to_lowercase().contains(&KEY.to_lowercase()),
            "{text}"
        );
    }
    assert!(shown.contains("[key]"), "{shown}");
}
