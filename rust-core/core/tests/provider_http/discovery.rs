//! Model servers of this machine, found among whatever else listens there.

use std::time::Duration;

use serde_json::json;
use vibeue_core::provider::{FoundServer, ModelInfo, Preset, ServerPlace, ServerSearch};

use crate::server::{Recorded, Server, Step, answer, json as json_answer};

fn path(request: &Recorded) -> &str {
    request.line.split(['?', ' ']).nth(1).unwrap()
}

fn not_found() -> Vec<Step> {
    answer("404 Not Found", "", "")
}

fn place(name: &str, server: &Server) -> ServerPlace {
    let path = if name == "ollama" { "" } else { "/v1" };
    ServerPlace { preset: Preset::find(name).unwrap(), base_url: server.url(path) }
}

fn models(ids: &[&str]) -> Vec<Step> {
    let rows: Vec<_> = ids.iter().map(|id| json!({"name": id})).collect();
    json_answer("200 OK", &json!({"models": rows}))
}

#[tokio::test]
async fn servers_are_found_with_their_models_and_everything_else_is_passed_over() {
    let ollama = Server::start(|request, _| match path(request) {
        "/api/tags" => models(&["nomic-embed-text", "qwen3:8b", "llama3.2"]),
        "/api/show" => json_answer("200 OK", &json!({"parameters": "num_ctx 32768"})),
        _ => not_found(),
    })
    .await;
    let new = Server::start(|_, _| models(&[])).await;
    let vllm = Server::start(|request, _| match path(request) {
        "/v1/models" => json_answer(
            "200 OK",
            &json!({"data": [{"id": "qwen", "owned_by": "vllm", "max_model_len": 40_960}]}),
        ),
        _ => not_found(),
    })
    .await;
    let page =
        Server::start(|_, _| answer("200 OK", "content-type: text/html\r\n", "<html>")).await;
    let other = Server::start(|_, _| json_answer("200 OK", &json!({"status": "up"}))).await;
    let locked = Server::start(|_, _| answer("401 Unauthorized", "", "")).await;
    let gone = ServerPlace {
        preset: Preset::find("lmstudio").unwrap(),
        base_url: "http://127.0.0.1:9/v1".to_owned(),
    };
    let places = vec![
        gone,
        place("ollama", &ollama),
        place("llamacpp", &page),
        place("ollama", &new),
        place("sglang", &other),
        place("litellm", &locked),
        place("vllm", &vllm),
    ];
    let search = ServerSearch { places: places.clone(), patience: Duration::from_secs(20) };
    let model = |id: &str, context_length| ModelInfo {
        id: id.to_owned(),
        context_length,
        ..ModelInfo::default()
    };
    let found = |place: usize, models| FoundServer {
        preset: places[place].preset,
        base_url: places[place].base_url.clone(),
        models,
    };
    assert_eq!(
        search.run().await,
        [
            found(1, vec![model("qwen3:8b", Some(32_768)), model("llama3.2", None)]),
            found(3, vec![]),
            found(6, vec![model("qwen", Some(40_960))]),
        ]
    );
    // No key is sent to whatever listens.
    for server in [&ollama, &vllm, &locked] {
        assert!(server.requests().iter().all(|request| !request.head.contains("authorization")));
    }
}

#[tokio::test]
async fn a_server_that_stops_answering_costs_the_bound_and_what_it_said_is_kept() {
    let silent = Server::start(|_, _| vec![Step::Hang]).await;
    let half = Server::start(|request, _| match path(request) {
        "/api/tags" => models(&["qwen3:8b"]),
        _ => vec![Step::Hang],
    })
    .await;
    let places = vec![place("ollama", &silent), place("ollama", &half)];
    let patience = Duration::from_secs(3);
    let found = ServerSearch { places, patience }.run().await;
    let names: Vec<&str> = found.iter().map(|server| server.models[0].id.as_str()).collect();
    assert_eq!(names, ["qwen3:8b"]);
}
