//! Conversations as no provider wants them.

use proptest::prelude::*;
use serde_json::{Value, json};
use vibeue_core::conversation::{
    Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Protocol, Role, ToolCall,
    ToolResult,
};

/// Any conversation: calls without results and results without calls, in any
/// order; ids twice, empty and of odd characters; blank texts; blocks and
/// fields of every provider under every origin; summaries with native blocks.
pub(crate) fn conversation() -> impl Strategy<Value = Vec<Message>> {
    prop::collection::vec(message(), 0..14).prop_map(|mut messages| {
        for (number, message) in messages.iter_mut().enumerate() {
            message.id = MessageId(number as u64 + 1);
        }
        messages
    })
}

fn message() -> impl Strategy<Value = Message> {
    let role = prop_oneof![
        1 => Just(Role::System),
        3 => Just(Role::User),
        5 => Just(Role::Assistant),
        4 => Just(Role::Tool),
    ];
    let origin = prop::option::of(prop::sample::select(Protocol::ALL.to_vec()));
    (role, origin, any::<bool>()).prop_flat_map(|(role, origin, summary)| {
        prop::collection::vec(part(role, origin), 0..5).prop_map(move |parts| {
            let mut message = Message::new(MessageId(0), role, parts);
            message.origin = origin;
            if summary && role == Role::User {
                message.kind = MessageKind::Summary;
                message.parts.insert(0, Part::text("<conversation-summary>x"));
            }
            if origin == Some(Protocol::OpenaiChat) {
                message.extra.insert("reasoning_content", json!("hm"));
            }
            message
        })
    })
}

fn part(role: Role, origin: Option<Protocol>) -> BoxedStrategy<Part> {
    let text = || text(origin);
    let result = || result(origin);
    match role {
        Role::System => text().boxed(),
        Role::User => prop_oneof![
            4 => text(), 1 => image(origin), 2 => result(), 2 => opaque(origin), 1 => call(origin)
        ]
        .boxed(),
        Role::Assistant => prop_oneof![
            3 => text(), 5 => call(origin), 4 => opaque(origin), 1 => image(origin), 1 => result()
        ]
        .boxed(),
        Role::Tool => prop_oneof![6 => result(), 1 => text()].boxed(),
    }
}

fn text(origin: Option<Protocol>) -> impl Strategy<Value = Part> {
    let texts = vec!["hello", "", " \n", "\u{a0}", "ends with blanks \n", "ünï"];
    (prop::sample::select(texts), extra(origin))
        .prop_map(|(text, extra)| Part::Text { text: text.to_owned(), extra })
}

/// Fields that a provider adds, under its own origin, or under none.
fn extra(origin: Option<Protocol>) -> impl Strategy<Value = Extra> {
    let all = [
        (Protocol::Anthropic, json!({"cache_control": {"type": "ephemeral"}})),
        (Protocol::Anthropic, json!({"citations": [{"type": "page_location"}]})),
        (Protocol::Gemini, json!({"thoughtSignature": "T"})),
        (Protocol::Responses, json!({"annotations": [{}], "item": {"phase": "commentary"}})),
        (Protocol::OpenaiChat, json!({"extra_content": {"google": {"thought_signature": "G"}}})),
    ];
    let mut fields = vec![json!({}), json!({})];
    fields.extend(of_origin(&all, origin));
    prop::sample::select(fields).prop_map(|fields| match fields {
        Value::Object(fields) => fields.into(),
        _ => Extra::new(),
    })
}

/// What a message of an origin can contain: what its protocol has, or anything if that is unknown.
fn of_origin(all: &[(Protocol, Value)], origin: Option<Protocol>) -> Vec<Value> {
    let fits = |protocol: &Protocol| origin.is_none_or(|origin| origin == *protocol);
    all.iter().filter(|(protocol, _)| fits(protocol)).map(|(_, value)| value.clone()).collect()
}

fn ids() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "a", "", "functions.look:0", "toolu_01", "a_2"])
}

fn call(origin: Option<Protocol>) -> impl Strategy<Value = Part> {
    let names = prop::sample::select(vec!["read_file", "look.up", "", "ä"]);
    let arguments = prop::sample::select(vec![
        "{}",
        "",
        r#"{"path": "a", "n": 1.50}"#,
        "[1]",
        "torn {",
        r#"{"a":"\ud800"}"#,
        "null",
    ]);
    (ids(), names, arguments, extra(origin)).prop_map(|(id, name, arguments, extra)| {
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.to_owned(),
            extra,
        }))
    })
}

fn result(origin: Option<Protocol>) -> impl Strategy<Value = Part> {
    let part = prop_oneof![3 => text(origin), 1 => image(origin)];
    let fields = (ids(), prop::collection::vec(part, 0..3), any::<bool>());
    fields.prop_map(|(id, parts, is_error)| {
        Part::ToolResult(Box::new(ToolResult {
            call_id: id.into(),
            name: None,
            parts,
            is_error,
            whole: None,
            ran_ms: None,
            extra: Extra::new(),
        }))
    })
}

fn image(origin: Option<Protocol>) -> impl Strategy<Value = Part> {
    let mut sources = vec![
        ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() },
        ImageSource::Url { url: "https://a.example/b.png".to_owned() },
        ImageSource::Url { url: "data:image/png;base64,AAAA".to_owned() },
    ];
    let all = [
        (Protocol::Anthropic, json!({"type": "file", "file_id": "f"})),
        (Protocol::Responses, json!({"file_id": "f"})),
        (Protocol::Gemini, json!({"fileUri": "u", "mimeType": "image/png"})),
    ];
    let of_provider = of_origin(&all, origin).into_iter();
    sources.extend(of_provider.map(|source| ImageSource::Provider { source }));
    prop::sample::select(sources).prop_map(|source| {
        Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
    })
}

fn opaque(origin: Option<Protocol>) -> BoxedStrategy<Part> {
    let all = [
        (Protocol::Anthropic, json!({"type": "thinking", "thinking": "hm", "signature": "S"})),
        (Protocol::Anthropic, json!({"type": "thinking", "thinking": "cut", "signature": ""})),
        (Protocol::Anthropic, json!({"type": "redacted_thinking", "data": "D"})),
        (Protocol::Anthropic, json!({"type": "compaction", "content": "x", "signature": "S"})),
        (
            Protocol::Responses,
            json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "E"}),
        ),
        (
            Protocol::Responses,
            json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "E"}),
        ),
        (
            Protocol::Responses,
            json!({"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": null}),
        ),
        (Protocol::Responses, json!({"type": "refusal", "refusal": "I will not."})),
        (Protocol::OpenaiChat, json!({"type": "refusal", "refusal": "I will not."})),
        (Protocol::OpenaiChat, json!({"type": "input_audio", "input_audio": {"data": "AAAA"}})),
        (Protocol::Gemini, json!({"thought": true, "text": "hm"})),
        (Protocol::Gemini, json!({"thought": true, "text": "hm", "thoughtSignature": "T"})),
        (Protocol::Gemini, json!({"text": "", "thoughtSignature": "T"})),
    ];
    let blocks = of_origin(&all, origin);
    if blocks.is_empty() {
        return text(origin).boxed();
    }
    let block = prop::sample::select(blocks);
    block.prop_map(|block| Part::Opaque { block: Box::new(block) }).boxed()
}
