//! The test of a connection, step by step.

use std::time::Duration;

use serde_json::json;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::StepOutcome::{Failed, Passed, Skipped, Warned};
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{ConnectionTest, StepOutcome, connect};

use crate::server::{Server, Step, answer, chat_stream, json as json_answer};
use crate::{config, limits, provider};

async fn tested(server: &Server, model: &str) -> (Vec<StepOutcome>, ConnectionTest) {
    let provider = connect(&config(Protocol::OpenaiChat, server, limits())).unwrap();
    let test = ConnectionTest::run(provider.as_ref(), model).await;
    (test.steps.iter().map(|report| report.outcome).collect(), test)
}

#[tokio::test]
async fn a_good_connection_passes_every_step() {
    let server = Server::start(|request, _| match request.line.split(['?', ' ']).nth(1) {
        Some("/v1/models") => json_answer(
            "200 OK",
            &json!({"data": [{"id": "m", "owned_by": "vllm", "max_model_len": 4_096}]}),
        ),
        Some("/tokenize") => json_answer("200 OK", &json!({"count": 12})),
        _ => chat_stream("OK"),
    })
    .await;
    let (outcomes, test) = tested(&server, "m").await;
    assert_eq!(outcomes, [Passed; 6], "{test:#?}");
    assert_eq!(test.model.context_length, Some(4_096));
    assert!(test.works());
    let (outcomes, test) = tested(&server, "n").await;
    assert_eq!(outcomes[2], Warned);
    assert_eq!(test.steps[2].hint.as_deref(), Some("was `m` meant?"));
}

#[tokio::test]
async fn a_wrong_key_is_found_by_the_list_or_by_the_answer() {
    let refused =
        || json_answer("401 Unauthorized", &json!({"error": {"message": "Invalid API key"}}));
    let server = Server::start(move |_, _| refused()).await;
    let (outcomes, test) = tested(&server, "m").await;
    assert_eq!(outcomes, [Passed, Failed, Skipped, Skipped, Skipped, Skipped], "{test:#?}");
    assert!(!test.works());
    let server = Server::start(move |request, _| {
        if request.line.starts_with("GET /v1/models") {
            return json_answer("200 OK", &json!({"data": [{"id": "m", "max_model_len": 9}]}));
        }
        if request.line.starts_with("POST /tokenize") {
            return answer("404 Not Found", "", "");
        }
        refused()
    })
    .await;
    let (outcomes, test) = tested(&server, "m").await;
    assert_eq!(outcomes, [Passed, Failed, Passed, Passed, Skipped, Failed], "{test:#?}");
}

#[tokio::test]
async fn another_server_at_the_address_is_reported() {
    let server =
        Server::start(|_, _| answer("200 OK", "", "<html><title>Router</title></html>")).await;
    let (outcomes, test) = tested(&server, "m").await;
    assert_eq!(outcomes, [Failed, Skipped, Skipped, Skipped, Skipped, Skipped]);
    assert!(test.steps[0].detail.contains("Router"), "{test:#?}");
}

#[tokio::test]
async fn names_of_models_without_end_do_not_fill_the_report() {
    let server = Server::start(|request, _| {
        let long = format!("\u{1b}[2J{}", "x".repeat(100_000));
        match request.line.split(['?', ' ']).nth(1) {
            Some("/v1/models") => {
                json_answer("200 OK", &json!({"data": [{"id": long}, {"id": "another"}]}))
            }
            _ => answer("404 Not Found", "", ""),
        }
    })
    .await;
    for model in ["", "mine"] {
        let (_, test) = tested(&server, model).await;
        let hint = test.steps[2].hint.as_ref().unwrap();
        assert!(hint.contains("another") && hint.len() < 400, "{hint}");
        assert!(!hint.contains('\u{1b}'), "{hint}");
    }
}

#[tokio::test]
async fn a_list_of_models_in_slow_pages_is_not_waited_for_to_its_end() {
    let server = Server::start(|_, before| {
        let page = json!({"data": [{"id": format!("m{before}")}], "has_more": true,
            "last_id": format!("m{before}")});
        let mut steps = vec![Step::Wait(Duration::from_millis(300))];
        steps.extend(json_answer("200 OK", &page));
        steps
    })
    .await;
    let limits = Limits { question: Duration::from_millis(1_000), ..limits() };
    let provider = provider(Protocol::Anthropic, &server, limits);
    // On a slow machine one page may already take longer than a question may.
    if let Ok(listed) = provider.models().await {
        assert!((1..10).contains(&listed.len()), "{listed:?}");
    }
    assert!(server.count() < 10, "{} of ten pages", server.count());
}
