//! Counts of messages and requests, held against tiktoken-rs and against
//! OpenAI's published formulas.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "counter/properties.rs"]
mod properties;

use proptest::prelude::*;
use serde_json::{Value, json};
use tiktoken_rs::{ChatCompletionRequestMessage, FunctionCall, num_tokens_from_messages};
use vibeue_core::conversation::{
    Conversation, Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Role, ToolCall,
    ToolResult,
};
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::models::Family;
use vibeue_core::tokens::{Count, Counter, Tally, Usage};

fn o200k() -> Counter {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    counter
}

fn call(name: &str, arguments: &str) -> Part {
    Part::ToolCall(Box::new(ToolCall {
        id: "call_1".into(),
        name: name.into(),
        arguments: arguments.to_owned(),
        extra: Extra::new(),
    }))
}

fn result(name: Option<&str>, parts: Vec<Part>) -> Part {
    Part::ToolResult(Box::new(ToolResult {
        call_id: "call_1".into(),
        name: name.map(Into::into),
        parts,
        is_error: false,
        whole: None,
        ran_ms: None,
        extra: Extra::new(),
    }))
}

fn message(role: Role, parts: Vec<Part>) -> Message {
    Message::new(MessageId(1), role, parts)
}

/// A message as tiktoken-rs takes it: one content, calls, a name.
fn oracle(message: &Message) -> ChatCompletionRequestMessage {
    let content: Vec<&str> =
        message.texts().chain(message.tool_results().flat_map(ToolResult::texts)).collect();
    assert!(content.len() <= 1, "the oracle knows one content");
    let name = message.name.as_deref().or(message.tool_results().find_map(|it| it.name.as_deref()));
    ChatCompletionRequestMessage {
        role: message.role.as_str().to_owned(),
        content: content.first().map(|text| (*text).to_owned()),
        name: name.map(str::to_owned),
        function_call: message.extra.get("function_call").map(|call| FunctionCall {
            name: call["name"].as_str().unwrap().to_owned(),
            arguments: call["arguments"].as_str().unwrap().to_owned(),
        }),
        tool_calls: message
            .tool_calls()
            .map(|call| FunctionCall {
                name: call.name.to_string(),
                arguments: call.arguments.clone(),
            })
            .collect(),
        refusal: message.extra.get("refusal").and_then(Value::as_str).map(str::to_owned),
    }
}

fn oracle_total(model: &str, messages: &[Message]) -> u64 {
    let messages: Vec<_> = messages.iter().map(oracle).collect();
    num_tokens_from_messages(model, &messages).unwrap() as u64
}

fn door_session() -> Vec<Message> {
    let mut named = Message::text(MessageId(2), Role::User, "The vault door won't open — why?");
    named.name = Some("mara".into());
    let mut refused = message(Role::Assistant, vec![]);
    refused.extra.insert("refusal", json!("I can't delete Content/Legacy."));
    let mut old_style = Message::text(MessageId(4), Role::Assistant, "");
    old_style.extra.insert(
        "function_call",
        json!({"name": "get_weather", "arguments": "{\n  \"city\": \"New York\"\n}"}),
    );
    vec![
        Message::text(MessageId(1), Role::System, "You work inside the Unreal Editor.\n"),
        named,
        message(
            Role::Assistant,
            vec![
                Part::text("I'll look at the Blueprint."),
                call("compile_blueprint", r#"{"path":"/Game/Doors/BP_VaultDoor"}"#),
                call("read_file", r#"{"path":"Source/Door.cpp","lines":[1,80]}"#),
            ],
        ),
        message(
            Role::Tool,
            vec![result(
                Some("compile_blueprint"),
                vec![Part::text("[Compiler] Error: 'bLocked' is not a variable of this class.")],
            )],
        ),
        message(Role::Tool, vec![result(None, vec![Part::text("// 12345 ms\n漢字かな 🚪")])]),
        refused,
        old_style,
        message(Role::Assistant, vec![]),
        Message::text(MessageId(9), Role::User, ""),
    ]
}

#[test]
fn requests_count_as_tiktoken_rs_counts_them() {
    let messages = door_session();
    for (encoding, model) in [
        (Encoding::O200kBase, "gpt-4o"),
        (Encoding::Cl100kBase, "gpt-4"),
        (Encoding::O200kHarmony, "gpt-oss-120b"),
    ] {
        let counter = Counter::for_encoding(encoding);
        counter.warm();
        for length in 0..=messages.len() {
            let messages = &messages[..length];
            assert_eq!(
                counter.request(messages, &[]).total(),
                oracle_total(model, messages),
                "{model}, {length} messages"
            );
        }
    }
}

#[test]
fn the_cookbooks_example_counts_as_the_api_counted_it() {
    let named = |name: &str, text: &str| {
        let mut message = Message::text(MessageId(1), Role::System, text);
        message.name = Some(name.into());
        message
    };
    let messages = [
        Message::text(
            MessageId(1),
            Role::System,
            "You are a helpful, pattern-following assistant that translates corporate jargon into \
             plain English.",
        ),
        named("example_user", "New synergies will help drive top-line growth."),
        named("example_assistant", "Things working well together will increase revenue."),
        named(
            "example_user",
            "Let's circle back when we have more bandwidth to touch base on opportunities for \
             increased leverage.",
        ),
        named("example_assistant", "Let's talk later when we're less busy about how to do better."),
        Message::text(
            MessageId(6),
            Role::User,
            "This late pivot means we don't have time to boil the ocean for the client \
             deliverable.",
        ),
    ];
    assert_eq!(o200k().request(&messages, &[]).total(), 124);
    let gpt_4 = Counter::for_model("gpt-4-0613");
    gpt_4.warm();
    assert_eq!(gpt_4.request(&messages, &[]).total(), 129);
}

#[test]
fn text_that_looks_like_a_special_token_is_ordinary_text() {
    // A provider escapes it; tiktoken-rs's chat function takes it for the
    // token itself, which would count too few.
    let messages = [Message::text(MessageId(1), Role::User, "<|endoftext|>")];
    let ours = o200k().request(&messages, &[]).total();
    let ordinary = tiktoken_rs::o200k_base_singleton().count_ordinary("<|endoftext|>") as u64;
    assert_eq!(ordinary, 7);
    assert_eq!(ours - oracle_total("gpt-4o", &messages), ordinary - 1);
}

#[test]
fn every_token_is_booked_under_what_it_is_spent_on() {
    let mut summary = Message::text(MessageId(2), Role::User, "hello world");
    summary.kind = MessageKind::Summary;
    let image = Part::Image(Box::new(Image {
        source: ImageSource::Url { url: "https://example.com/a.png".to_owned() },
        detail: Some("low".into()),
        extra: Extra::new(),
    }));
    let thinking = Part::Opaque {
        block: Box::new(json!({"type": "thinking", "thinking": "hello world",
            "signature": "A".repeat(4_000)})),
    };
    let messages = vec![
        Message::text(MessageId(1), Role::System, "hello"),
        summary,
        message(Role::User, vec![Part::text("hello world again"), image.clone()]),
        message(Role::Assistant, vec![thinking, Part::text("hello"), call("hello", "world")]),
        message(Role::User, vec![result(None, vec![Part::text("hello world"), image])]),
    ];
    let expected = Usage {
        system: 1,
        tools: 0,
        summary: 2,
        user: 3,
        assistant: 3,
        tool_calls: 2,
        tool_results: 2,
        images: 170,
        overhead: 5 * 4 + 1 + 3,
    };
    let conversation = Conversation::from_messages(messages);
    assert_eq!(o200k().conversation(&conversation), expected);
}

#[test]
fn several_results_in_one_message_are_several_messages_on_the_wire() {
    let text = || vec![Part::text("hello")];
    let one = o200k().message(&message(Role::User, vec![result(None, text())]));
    let three = o200k().message(&message(
        Role::User,
        vec![result(None, text()), result(None, text()), Part::text("hello")],
    ));
    assert_eq!(one, Usage { tool_results: 1, overhead: 4, ..Usage::default() });
    assert_eq!(three, Usage { tool_results: 2, user: 1, overhead: 12, ..Usage::default() });
}

#[test]
fn an_image_counts_by_its_size_however_long_its_base64_is() {
    let png = "iVBORw0KGgoAAAANSUhEUgAABAAAAAQACAYAAAB/HSuD";
    let image = |data: String, detail: Option<&str>| {
        message(
            Role::User,
            vec![Part::Image(Box::new(Image {
                source: ImageSource::Base64 { media_type: "image/png".into(), data },
                detail: detail.map(Into::into),
                extra: Extra::new(),
            }))],
        )
    };
    let large = image(png.to_owned() + &"A".repeat(3_000_000), None);
    assert_eq!(o200k().message(&large).images, 765, "1024 x 1024");
    assert_eq!(o200k().message(&image(png.to_owned(), Some("low"))).images, 85);
    let torn = image("A".repeat(3_000_000), None);
    assert_eq!(o200k().message(&torn).images, 1_105, "as a full-HD screenshot");
    assert_eq!(Counter::for_family(Family::Claude).message(&large).images, 1_399);
}

/// OpenAI's cookbook, `num_tokens_for_tools`, for `gpt-4o`.
fn published_tool_tokens(tools: &[Value]) -> u64 {
    let count = |text: &str| tiktoken_rs::o200k_base_singleton().count_ordinary(text) as i64;
    let trimmed = |text: &Value| text.as_str().unwrap_or_default().trim_end_matches('.').to_owned();
    let mut tokens = 0;
    for tool in tools {
        let function = &tool["function"];
        tokens += 7;
        let name = function["name"].as_str().unwrap();
        tokens += count(&format!("{name}:{}", trimmed(&function["description"])));
        let properties = function["parameters"]["properties"].as_object().unwrap();
        if !properties.is_empty() {
            tokens += 3;
        }
        for (key, property) in properties {
            tokens += 3;
            if let Some(choices) = property["enum"].as_array() {
                tokens -= 3;
                for choice in choices {
                    tokens += 3 + count(choice.as_str().unwrap());
                }
            }
            let kind = property["type"].as_str().unwrap();
            tokens += count(&format!("{key}:{kind}:{}", trimmed(&property["description"])));
        }
    }
    u64::try_from(tokens + 12).unwrap()
}

#[test]
fn tools_count_at_least_what_openai_publishes() {
    let tool = |name: &str, description: &str, properties: Value| {
        json!({"type": "function", "function": {"name": name, "description": description,
            "parameters": {"type": "object", "properties": properties, "required": []}}})
    };
    let weather = tool(
        "get_current_weather",
        "Get the current weather in a given location",
        json!({
            "location": {"type": "string",
                "description": "The city and state, e.g. San Francisco, CA"},
            "unit": {"type": "string", "description": "The unit of temperature to return",
                "enum": ["celsius", "fahrenheit"]}}),
    );
    let bare = tool("stop", "", json!({}));
    let choices = tool(
        "set_mode",
        "Sets the mode.",
        json!({"mode": {"type": "string", "enum": ["a", "b", "c", "d", "e", "f", "g", "h"]}}),
    );
    // The cookbook's own example, for which the API counted 101 tokens.
    let question = [
        Message::text(
            MessageId(1),
            Role::System,
            "You are a helpful assistant that can answer to questions about the weather.",
        ),
        Message::text(MessageId(2), Role::User, "What's the weather like in San Francisco?"),
    ];
    let published = published_tool_tokens(std::slice::from_ref(&weather));
    assert_eq!(published + o200k().request(&question, &[]).total(), 101);
    for tools in [
        vec![weather.clone()],
        vec![bare.clone()],
        vec![choices.clone()],
        vec![weather, bare, choices],
    ] {
        let ours = o200k().tools(&tools).total();
        let published = published_tool_tokens(&tools);
        assert!((published..=2 * published).contains(&ours), "{ours} against {published}");
    }
    assert_eq!(o200k().tools(&[]), Usage::default());
}

#[test]
fn a_nested_schema_counts_with_all_its_levels() {
    let flat = json!({"name": "f", "input_schema": {"type": "object"}});
    let nested = json!({"name": "f", "input_schema": {"type": "object", "properties": {
        "items": {"type": "array", "items": {"type": "object", "properties": {
            "path": {"type": "string", "description": "Where the asset is"}}}}}}});
    let counter = o200k();
    assert!(counter.tools(&[nested]).tools > counter.tools(&[flat]).tools + 20);
}

#[test]
fn a_model_gets_its_tokenizer_and_its_images() {
    assert_eq!(Counter::for_model("openai/gpt-4o-2024-08-06").name(), "o200k_base");
    assert_eq!(Counter::for_model("gpt-4").name(), "cl100k_base");
    assert_eq!(Counter::for_model("claude-opus-4-6").name(), "claude");
    assert_eq!(Counter::for_model("claude-opus-4-7").name(), "claude_new");
    assert_eq!(Counter::for_model("models/gemini-2.5-pro").name(), "gemini");
    assert_eq!(Counter::for_model("somebody/else").name(), "unknown");
    let mini = Counter::for_model("gpt-4.1-mini");
    assert_eq!(mini.images().tokens(None, None), 2_443);
}

#[test]
fn an_estimate_says_so_and_gives_its_bound() {
    let claude = Counter::for_family(Family::Claude);
    claude.warm();
    assert_eq!(claude.text("hello world"), Count::estimated(3));
    assert!(!claude.is_exact());
    assert_eq!(claude.error_bound(), 0.20);
    assert_eq!(claude.at_most(1_000), 1_200);
    assert_eq!(o200k().text("hello world"), Count::exact(2));
    assert_eq!(o200k().error_bound(), 0.0);
    assert_eq!(o200k().at_most(1_000), 1_000);
}

/// The folder with real transcripts next to the repository, if it is there.
fn shared_transcripts() -> Option<std::path::PathBuf> {
    let shared = std::env::var_os("VIBEUE_SHARED").map(std::path::PathBuf::from).or_else(|| {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .map(|folder| folder.join("../shared"))
            .find(|shared| shared.join("data/transcripts").is_dir())
    })?;
    Some(shared.join("data/transcripts")).filter(|folder| folder.is_dir())
}

/// An OpenAI chat message as tiktoken-rs takes it, straight from its JSON.
fn oracle_from_json(message: &Value) -> ChatCompletionRequestMessage {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    ChatCompletionRequestMessage {
        role: text(&message["role"]).unwrap(),
        content: text(&message["content"]),
        name: text(&message["name"]),
        function_call: None,
        tool_calls: message["tool_calls"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|call| FunctionCall {
                name: text(&call["function"]["name"]).unwrap(),
                arguments: text(&call["function"]["arguments"]).unwrap(),
            })
            .collect(),
        refusal: text(&message["refusal"]),
    }
}

#[test]
fn real_transcripts_count_as_tiktoken_rs_counts_them() {
    let Some(folder) = shared_transcripts() else {
        eprintln!("skipped: no transcripts beside the repository (set VIBEUE_SHARED)");
        return;
    };
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let Ok(json) = serde_json::from_slice::<Value>(&bytes) else { continue };
        let Some(raw) = json.as_array().or_else(|| json["messages"].as_array()) else { continue };
        let transcript =
            vibeue_core::conversation::transcript::read(&bytes, &Default::default()).unwrap();
        if !transcript.repairs.is_empty() || raw.iter().any(|it| it["content"].is_array()) {
            continue;
        }
        let raw: Vec<_> = raw.iter().map(oracle_from_json).collect();
        assert_eq!(
            o200k().request(&transcript.conversation.messages, &[]).total(),
            num_tokens_from_messages("gpt-4o", &raw).unwrap() as u64,
            "{}",
            path.display()
        );
        compared += 1;
    }
    assert!(compared > 0, "no transcript could be compared");
    eprintln!("{compared} transcripts compared");
}
