//! What servers say of themselves.

use std::time::{Duration, Instant};

use serde_json::json;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{Capabilities, ModelInfo};

use crate::server::{Recorded, Server, Step, answer, json as json_answer};
use crate::{limits, provider, request};

/// A bound against hanging.
const PATIENCE: Duration = Duration::from_secs(120);

fn path(request: &Recorded) -> &str {
    request.line.split(['?', ' ']).nth(1).unwrap()
}

fn not_found() -> Vec<Step> {
    answer("404 Not Found", "", "")
}

fn ok(body: &serde_json::Value) -> Vec<Step> {
    json_answer("200 OK", body)
}

fn info(id: &str, context: u64) -> ModelInfo {
    ModelInfo { id: id.to_owned(), context_length: Some(context), ..ModelInfo::default() }
}

#[tokio::test]
async fn llama_cpp_tells_what_a_slot_has_and_counts_once_for_a_content() {
    let server = Server::start(|request, _| match path(request) {
        "/v1/models" => ok(&json!({"data": [{"id": "model.gguf", "owned_by": "llamacpp",
            "meta": {"n_ctx": 16_384, "n_ctx_train": 131_072}}]})),
        "/props" => ok(&json!({"default_generation_settings": {"n_ctx": 4_096}})),
        "/v1/chat/completions/input_tokens" => ok(&json!({"input_tokens": 17})),
        _ => not_found(),
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    assert_eq!(provider.describe("m").await, Ok(info("m", 4_096)));
    assert!(provider.capabilities("m").counts);
    let before = server.count();
    assert_eq!(provider.count(&request()).await, Ok(Some(17)));
    assert_eq!(provider.count(&request()).await, Ok(Some(17)));
    assert_eq!(server.count(), before + 1);
    let mut other = request();
    other.model = "n".to_owned();
    assert_eq!(provider.count(&other).await, Ok(Some(17)));
    assert_eq!(server.count(), before + 2);
}

#[tokio::test]
async fn older_llama_cpp_counts_by_its_template() {
    let server = Server::start(|request, _| match path(request) {
        "/v1/models" => ok(&json!({"data": [{"id": "x", "owned_by": "llamacpp"}]})),
        "/apply-template" => ok(&json!({"prompt": "<user>Hello."})),
        "/tokenize" => {
            assert_eq!(request.json()["content"], "<user>Hello.");
            ok(&json!({"tokens": [1, 2, 3]}))
        }
        _ => not_found(),
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    assert_eq!(provider.count(&request()).await, Ok(Some(3)));
}

#[tokio::test]
async fn vllm_tells_and_counts() {
    let server = Server::start(|request, _| match path(request) {
        "/v1/models" => {
            ok(&json!({"data": [{"id": "m", "owned_by": "vllm", "max_model_len": 40_960}]}))
        }
        "/tokenize" => {
            let body = request.json();
            assert_eq!(
                (&body["model"], &body["add_generation_prompt"]),
                (&json!("m"), &json!(true))
            );
            ok(&json!({"count": 12, "max_model_len": 40_960, "tokens": []}))
        }
        _ => not_found(),
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    assert_eq!(provider.count(&request()).await, Ok(Some(12)));
    assert_eq!(provider.describe("m").await, Ok(info("m", 40_960)));
}

#[tokio::test]
async fn lm_studio_tells_what_is_loaded() {
    let server = Server::start(|request, _| match path(request) {
        "/v1/models" => ok(&json!({"data": [{"id": "m", "owned_by": "organization_owner"}, {"id": "n"}]})),
        "/api/v0/models" => ok(&json!({"data": [
            {"id": "m", "state": "loaded", "max_context_length": 131_072, "loaded_context_length": 8_192},
            {"id": "n", "state": "not-loaded", "max_context_length": 32_768}]})),
        _ => not_found(),
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let unloaded = ModelInfo { id: "n".to_owned(), ..ModelInfo::default() };
    assert_eq!(provider.models().await, Ok(vec![info("m", 8_192), unloaded]));
    assert_eq!(provider.describe("m").await, Ok(info("m", 8_192)));
    assert_eq!(provider.count(&request()).await, Ok(None));
}

#[tokio::test]
async fn a_server_that_tells_nothing_is_asked_for_its_kind_once() {
    let server = Server::start(|request, _| match path(request) {
        "/v1/models" => ok(&json!({"data": [{"id": "m", "owned_by": "somebody"}]})),
        _ => not_found(),
    })
    .await;
    let provider = provider(Protocol::OpenaiChat, &server, limits());
    let unknown = ModelInfo { id: "m".to_owned(), ..ModelInfo::default() };
    assert_eq!(provider.count(&request()).await, Ok(None));
    let probes = server.count();
    assert_eq!(provider.models().await, Ok(vec![unknown]));
    assert_eq!(provider.count(&request()).await, Ok(None));
    assert_eq!(server.count(), probes + 1);
    assert_eq!(
        provider.capabilities("m"),
        Capabilities { json_schema: true, temperature: true, counts: false, compacts: false }
    );
}

#[tokio::test]
async fn a_server_that_was_busy_is_asked_for_its_kind_again() {
    // Its first answers besides the list are temporary refusals.
    for busy in ["503 Service Unavailable", "429 Too Many Requests"] {
        let server = Server::start(move |request, before| match path(request) {
            "/v1/models" => ok(&json!({"data": [{"id": "m", "owned_by": "somebody"}]})),
            _ if before < 4 => answer(busy, "", ""),
            "/props" => ok(&json!({"default_generation_settings": {"n_ctx": 4_096}})),
            "/v1/chat/completions/input_tokens" => ok(&json!({"input_tokens": 17})),
            _ => not_found(),
        })
        .await;
        // How long an answer may take, and how long the server is left in peace.
        let question = Duration::from_secs(3);
        let limits = Limits { retries: 0, question, ..limits() };
        let provider = provider(Protocol::OpenaiChat, &server, limits);
        let begun = Instant::now();
        let error = provider.describe("m").await.unwrap_err();
        assert!(error.is_transient(), "{error:?}");
        assert!(provider.capabilities("m").counts, "nothing is decided yet");

        // A short while later it is not asked again: somebody waits.
        let before = server.count();
        let again = provider.describe("m").await;
        let count = provider.count(&request()).await;
        let asked: Vec<_> = server.requests()[before..].iter().map(|it| it.line.clone()).collect();
        // For a machine that is this slow it is later already.
        if begun.elapsed() < question {
            assert_eq!((again.is_err(), count), (true, Ok(None)), "{busy}");
            assert!(!asked.iter().any(|line| line.contains("/props")), "{asked:?}");
        }

        let described = loop {
            match provider.describe("m").await {
                Err(_) if begun.elapsed() < PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                described => break described,
            }
        };
        assert_eq!(described, Ok(info("m", 4_096)), "{busy}");
        assert_eq!(provider.count(&request()).await, Ok(Some(17)));
    }
}

#[tokio::test]
async fn ollama_tells_what_is_allocated() {
    let server = Server::start(|request, before| match path(request) {
        "/api/show" => {
            assert_eq!(request.json(), json!({"model": "m"}));
            ok(&json!({"parameters": "num_ctx 8192", "model_info": {"x.context_length": 131_072}}))
        }
        "/api/ps" if before < 3 => {
            ok(&json!({"models": [{"name": "m:latest", "context_length": 4_096}]}))
        }
        "/api/ps" => ok(&json!({"models": []})),
        "/api/tags" => ok(&json!({"models": [{"name": "m:latest"}, {"name": "n:7b"}]})),
        _ => not_found(),
    })
    .await;
    let provider = provider(Protocol::Ollama, &server, limits());
    assert_eq!(provider.describe("m").await, Ok(info("m", 4_096)));
    let ids = provider.models().await.unwrap().into_iter().map(|info| info.id);
    assert_eq!(ids.collect::<Vec<_>>(), ["m:latest", "n:7b"]);
    assert_eq!(provider.describe("m").await, Ok(info("m", 8_192)));
    assert_eq!(provider.count(&request()).await, Ok(None));
}

#[tokio::test]
async fn llama_cpp_tells_its_window_on_all_of_its_wires() {
    for protocol in [Protocol::OpenaiChat, Protocol::Responses, Protocol::Anthropic] {
        let server = Server::start(|request, _| match path(request) {
            "/v1/models" => ok(&json!({"data": [{"id": "model.gguf", "owned_by": "llamacpp",
                "meta": {"n_ctx": 16_384, "n_ctx_train": 131_072}}]})),
            "/props" => ok(&json!({"default_generation_settings": {"n_ctx": 4_096}})),
            _ => json_answer(
                "404 Not Found",
                &json!({"error": {"code": 404,
                "message": "File Not Found", "type": "not_found_error"}}),
            ),
        })
        .await;
        let provider = provider(protocol, &server, limits());
        assert_eq!(provider.describe("m").await, Ok(info("m", 4_096)), "{protocol:?}");
        let listed = provider.models().await.unwrap();
        assert_eq!(listed, [info("model.gguf", 16_384)], "{protocol:?}");
    }
}

#[tokio::test]
async fn a_model_that_the_server_denies_by_name_is_an_error_and_a_missing_route_is_not() {
    let said = |message: &'static str| {
        move |_: &Recorded, _: usize| {
            json_answer("404 Not Found", &json!({"error": {"message": message}}))
        }
    };
    let server = Server::start(said("model: m")).await;
    let denied = provider(Protocol::Anthropic, &server, limits()).describe("m").await;
    assert_eq!(denied.unwrap_err().status, Some(404));
    let server = Server::start(said("no mail for me")).await;
    let unknown = ModelInfo { id: "m".to_owned(), ..ModelInfo::default() };
    for protocol in [Protocol::Anthropic, Protocol::Responses] {
        let provider = provider(protocol, &server, limits());
        assert_eq!(provider.describe("m").await, Ok(unknown.clone()), "{protocol:?}");
    }
}
