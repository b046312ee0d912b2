use serde_json::{Value, json};
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{ErrorClass, ModelInfo, ToolDefinition};

use crate::recorder::{Asked, Recorder};
use crate::{chat, provider, request, run};

fn answer() -> (u16, Value) {
    let parts = json!([{"text": "Hi"}]);
    (200, json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}))
}

fn refused(status: u16, message: &str) -> (u16, Value) {
    let name = if status == 404 { "NOT_FOUND" } else { "INVALID_ARGUMENT" };
    (status, json!({"error": {"code": status, "message": message, "status": name}}))
}

fn lines(recorder: &Recorder) -> Vec<String> {
    recorder.take_all().into_iter().map(|asked| asked.line).collect()
}

#[test]
fn the_version_that_a_server_has_is_found_and_remembered() {
    let recorder = Recorder::start(|asked: &Asked| match asked.line.contains("/v1/") {
        true => answer(),
        false => (404, json!({"error": "no route"})),
    });
    let provider = provider(Protocol::Gemini, &recorder, "");
    let asked = request("gemini-2.5-flash");
    for _ in 0..2 {
        assert_eq!(chat(provider.as_ref(), &asked).unwrap().text(), "Hi");
    }
    assert_eq!(
        lines(&recorder),
        [
            "POST /v1beta/models/gemini-2.5-flash:generateContent",
            "POST /v1/models/gemini-2.5-flash:generateContent",
            "POST /v1/models/gemini-2.5-flash:generateContent",
        ]
    );
}

#[test]
fn a_model_that_no_version_has_is_told_as_the_first_said_it() {
    let recorder = Recorder::start(|asked: &Asked| {
        let version = if asked.line.contains("v1beta") { "v1beta" } else { "v1" };
        refused(404, &format!("models/nope is not found for API version {version}"))
    });
    let provider = provider(Protocol::Gemini, &recorder, "");
    let error = chat(provider.as_ref(), &request("nope")).unwrap_err();
    assert_eq!(error.class, ErrorClass::NotFound);
    assert!(error.message.contains("v1beta"), "{}", error.message);
    assert_eq!(lines(&recorder).len(), 2);
    let error = run(provider.describe("nope")).unwrap_err();
    assert!(error.message.contains("v1beta"), "{}", error.message);
}

#[test]
fn a_version_in_the_address_holds() {
    let recorder = Recorder::start(|_: &Asked| (404, json!({"error": "no route"})));
    let provider = provider(Protocol::Gemini, &recorder, "/gateway/v1beta");
    let mut asked = request("models/x y");
    asked.stream = true;
    chat(provider.as_ref(), &asked).unwrap_err();
    assert_eq!(
        lines(&recorder),
        ["POST /gateway/v1beta/models/x%20y:streamGenerateContent?alt=sse"]
    );
}

#[test]
fn schemas_are_sent_in_the_form_that_a_server_knows() {
    let recorder = Recorder::start(|asked: &Asked| {
        match asked.body["tools"].to_string().contains("parametersJsonSchema") {
            true => refused(400, "Unknown name \"parametersJsonSchema\" at 'tools[0]'"),
            false => answer(),
        }
    });
    let provider = provider(Protocol::Gemini, &recorder, "");
    let mut asked = request("gemini-2.5-flash");
    asked.tools = [ToolDefinition {
        name: "look".to_owned(),
        description: "Looks.".to_owned(),
        parameters: json!({"type": "object", "properties": {"at": {"type": "string"}}}),
    }]
    .into();
    let reply = chat(provider.as_ref(), &asked).unwrap();
    assert_eq!(
        reply.warnings,
        ["sent without what the server refused: JSON schemas in their original form"]
    );
    let sent = recorder.take_all().pop().unwrap();
    assert_eq!(
        sent.body["tools"][0]["functionDeclarations"][0]["parameters"],
        json!({"properties": {"at": {"type": "STRING"}}, "type": "OBJECT"})
    );
}

#[test]
fn a_count_falls_back_to_contents_where_the_whole_is_not_taken() {
    let recorder =
        Recorder::start(|asked: &Asked| match asked.body.get("generateContentRequest") {
            Some(_) => refused(400, "Unknown name \"generateContentRequest\": Cannot find field."),
            None => (200, json!({"totalTokens": 9})),
        });
    let provider = provider(Protocol::Gemini, &recorder, "");
    let asked = request("gemini-2.5-flash");
    for _ in 0..2 {
        assert_eq!(run(provider.count(&asked)), Ok(Some(9)));
    }
    let sent = recorder.take_all();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        sent[1].body["contents"],
        json!([{"role": "user", "parts": [{"text": "Be brief."}]},
            {"role": "user", "parts": [{"text": "Hello"}]}])
    );
}

#[test]
fn models_and_their_limits_are_listed() {
    let recorder = Recorder::start(|asked: &Asked| {
        let model = |name: &str, methods: Value| {
            json!({"name": format!("models/{name}"), "inputTokenLimit": 1_048_576,
                "outputTokenLimit": 65_536, "supportedGenerationMethods": methods})
        };
        let chats = json!(["generateContent", "countTokens"]);
        match asked.line.as_str() {
            "GET /v1beta/models?pageSize=1000" => {
                let models = [model("a", chats), model("embed", json!(["embedContent"]))];
                (200, json!({"models": models, "nextPageToken": "t"}))
            }
            "GET /v1beta/models?pageSize=1000&pageToken=t" => {
                (200, json!({"models": [{"name": "models/b"}]}))
            }
            "GET /v1beta/models/a" => (200, model("a", chats)),
            _ => (404, json!({})),
        }
    });
    let provider = provider(Protocol::Gemini, &recorder, "");
    let a = ModelInfo {
        id: "a".to_owned(),
        context_length: Some(1_048_576),
        max_output: Some(65_536),
        ..ModelInfo::default()
    };
    let b = ModelInfo { id: "b".to_owned(), ..ModelInfo::default() };
    assert_eq!(run(provider.models()), Ok(vec![a.clone(), b]));
    assert_eq!(run(provider.describe("a")), Ok(a));
}
