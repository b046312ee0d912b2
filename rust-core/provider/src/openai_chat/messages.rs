//! The messages of a request, in the form that all servers can read.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use super::quirks::Quirks;
use crate::dialogue::{Answer, Call, Dialogue, Piece, Rules, Turn, is_blank, is_plain};
use crate::json_text::object_text;
use crate::server::ServerKind;
use vibeue_conversation::pairing::NO_RESULT;
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Extra, Image, ImageSource, Message, Part, Protocol, ToolResult};

/// What the user says if the model spoke last: servers would refuse that, or
/// continue the model's own text.
const CONTINUE: &str = "(go on)";

/// What the user says if nobody else did, or only the model.
const OPENING: &str = "(the conversation begins)";

/// Precedes the host's instructions in the middle of a conversation, if a
/// server accepts none there.
const FROM_HOST: &str = "(from the host of this conversation)";

/// Message fields that describe an answer, or are null, or that are written
/// here.
const OURS: [&str; 9] = [
    "role",
    "content",
    "name",
    "tool_calls",
    "tool_call_id",
    "function_call",
    "reasoning_content",
    "reasoning",
    "reasoning_details",
];

/// Fields that contain a model's reasoning.
const REASONING: [&str; 3] = ["reasoning_content", "reasoning", "reasoning_details"];

/// How the messages are written for one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessagesWriter {
    pub(super) kind: ServerKind,
    pub(super) quirks: Quirks,
}

impl MessagesWriter {
    fn rules(self) -> Rules {
        let openai = self.kind == ServerKind::OpenAi;
        Rules {
            protocol: Protocol::OpenaiChat,
            owns: |block| {
                matches!(
                    block.get("type").and_then(serde_json::Value::as_str),
                    Some("input_audio" | "file" | "refusal" | "image_url" | "video_url")
                )
            },
            owns_source: |source| source.get("url").is_some() || source.get("file_id").is_some(),
            // Models recognize ids in their own style ("functions.read:0").
            id_char: if openai { is_plain } else { |c| c.is_ascii_graphic() },
            id_length: if openai { 40 } else { 256 },
            name_char: if openai { is_plain } else { |c| c.is_ascii_graphic() },
            name_length: if openai { 64 } else { 128 },
        }
    }

    /// Writes messages.
    ///
    /// - Calls are answered directly after them, each by one `tool` message, in
    ///   the order of the calls.
    /// - Images in results are shown in a user message after them, because tool
    ///   messages contain only text.
    /// - Reasoning is sent back only within the current tool loop: the models
    ///   that want it back want it there, and ignore or refuse it elsewhere.
    pub(super) fn write(self, messages: &[std::sync::Arc<Message>]) -> Vec<Tree<'_>> {
        let dialogue = Dialogue::of(messages, &self.rules());
        let loop_start = current_loop(&dialogue.turns);
        let mut written: Vec<Wire<'_>> = Vec::new();
        let mut prompt = dialogue.system.join("\n\n");
        if !prompt.is_empty() && !self.quirks.no_system {
            written.push(Wire::words("system", std::mem::take(&mut prompt)));
        }
        for (at, turn) in dialogue.turns.into_iter().enumerate() {
            match turn {
                Turn::System(texts) if self.kind == ServerKind::OpenAi => {
                    written.push(Wire::words("system", texts.join("\n\n")));
                }
                Turn::System(texts) => {
                    written
                        .push(Wire::words("user", format!("{FROM_HOST}\n{}", texts.join("\n\n"))));
                }
                Turn::User(message, pieces) => written.extend(self.user(message, pieces)),
                Turn::Assistant(message, pieces) => {
                    written.extend(self.assistant(message, pieces, at >= loop_start));
                }
                Turn::Results(answers) => self.results(&answers, &mut written),
            }
        }
        if written.last().is_some_and(|last| last.role == "assistant") {
            written.push(Wire::words("user", CONTINUE));
        }
        // A list without messages is refused, and templates require a user
        // message.
        if written.iter().all(|wire| wire.role == "system") {
            written.push(Wire::words("user", OPENING));
        }
        // What a system message cannot contain comes before everything else.
        if !prompt.is_empty() {
            written.insert(0, Wire::words("user", prompt));
        }
        if self.quirks.alternate || self.quirks.no_system {
            written = alternating(written);
        }
        written.into_iter().map(|wire| wire.into_tree(self.quirks.plain_content)).collect()
    }

    fn user<'a>(self, message: &'a Message, pieces: Vec<Piece<'a>>) -> Option<Wire<'a>> {
        let mut wire = Wire::new("user");
        self.put_content(&mut wire, message, pieces);
        if wire.content.is_empty() {
            return None;
        }
        let name = message.name.as_deref().filter(|name| is_name(name) && !self.quirks.no_extra);
        if let Some(name) = name {
            wire.fields.put("name", name);
        }
        Some(wire)
    }

    fn assistant<'a>(
        self,
        message: &'a Message,
        pieces: Vec<Piece<'a>>,
        in_loop: bool,
    ) -> Option<Wire<'a>> {
        let mut wire = Wire::new("assistant");
        let mut calls: Vec<Tree<'a>> = Vec::new();
        let mut others = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Call(call) if self.quirks.no_tools => {
                    let words = format!("(tool call {} {})", call.name, call.call.arguments);
                    others.push(Piece::Words(words.into()));
                }
                Piece::Call(call) => calls.push(self.call(call, message.origin).into()),
                piece => others.push(piece),
            }
        }
        self.put_content(&mut wire, message, others);
        if wire.content.is_empty() && calls.is_empty() {
            return None;
        }
        if !calls.is_empty() {
            wire.fields.put("tool_calls", calls);
            wire.calls = true;
        }
        let own = message.origin == Some(Protocol::OpenaiChat) && !self.quirks.no_extra;
        if own && in_loop && !self.quirks.no_reasoning_fields && self.kind != ServerKind::OpenAi {
            for name in REASONING {
                if let Some(value) = message.extra.get(name).filter(|value| !value.is_null()) {
                    wire.fields.put(name, Tree::Value(value));
                }
            }
        }
        if own {
            wire.fields.put_extra(&message.extra, &OURS);
        }
        Some(wire)
    }

    fn call<'a>(self, call: Call<'a>, origin: Option<Protocol>) -> Object<'a> {
        let mut function = Object::new();
        function.put("name", call.name);
        function.put("arguments", object_text(&call.call.arguments));
        let mut object = Object::new();
        object.put("id", self.id(call.id));
        object.put("type", "function");
        let extra = &call.call.extra;
        if origin == Some(Protocol::OpenaiChat) {
            let inner = extra.get("function").and_then(serde_json::Value::as_object);
            for (name, value) in inner.into_iter().flatten() {
                function.put(name.as_str(), Tree::Value(value));
            }
            object.put("function", function);
            object.put_extra(extra, &["id", "type", "index", "function", "custom"]);
        } else {
            object.put("function", function);
            // From a transcript: Google's signature, which has to be sent back.
            if let Some(content) = extra.get("extra_content").filter(|_| origin.is_none()) {
                object.put("extra_content", Tree::Value(content));
            }
        }
        object
    }

    fn results<'a>(self, answers: &[Answer<'a>], written: &mut Vec<Wire<'a>>) {
        let mut images: Vec<&'a Image> = Vec::new();
        for answer in answers {
            let text = result_text(answer.result);
            if self.quirks.no_tools {
                written.push(Wire::words("user", format!("(result of {}: {text})", answer.name)));
            } else {
                let mut wire = Wire::new("tool");
                wire.fields.put("tool_call_id", self.id(answer.id.clone()));
                if self.kind != ServerKind::OpenAi && !self.quirks.no_extra {
                    wire.fields.put("name", answer.name.clone());
                }
                wire.content.push(Content::Text(text, None));
                written.push(wire);
            }
            let parts = answer.result.map(|result| result.parts.as_slice()).unwrap_or_default();
            images.extend(parts.iter().filter_map(|part| match part {
                Part::Image(image) if !matches!(image.source, ImageSource::Provider { .. }) => {
                    Some(image.as_ref())
                }
                _ => None,
            }));
        }
        if !images.is_empty() && !self.quirks.no_images {
            let mut wire = Wire::words("user", "(the images of the tool results above)");
            wire.content.extend(images.into_iter().map(|image| Content::Block(image_block(image))));
            written.push(wire);
        }
    }

    fn put_content<'a>(self, wire: &mut Wire<'a>, message: &'a Message, pieces: Vec<Piece<'a>>) {
        let own = message.origin == Some(Protocol::OpenaiChat) && !self.quirks.no_extra;
        for piece in pieces {
            match piece {
                Piece::Part(Part::Text { text, extra }) => {
                    let extra = Some(extra).filter(|extra| own && !extra.is_empty());
                    wire.content.push(Content::Text(Cow::Borrowed(text), extra));
                }
                // A model cannot show images.
                Piece::Part(Part::Image(_))
                    if self.quirks.no_images || wire.role == "assistant" =>
                {
                    wire.content.push(Content::Text("(an image was left out)".into(), None));
                }
                Piece::Part(Part::Image(image)) => {
                    wire.content.push(Content::Block(image_block(image)));
                }
                Piece::Part(Part::Opaque { block }) => {
                    wire.content.extend(opaque(wire.role, block));
                }
                Piece::Words(words) => wire.content.push(Content::Text(words, None)),
                Piece::Part(Part::ToolCall(_) | Part::ToolResult(_)) | Piece::Call(_) => {}
            }
        }
    }

    /// The id in the form that this server accepts.
    fn id<'a>(self, id: Cow<'a, str>) -> Cow<'a, str> {
        let is_short = id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !self.quirks.short_ids || is_short {
            return id;
        }
        const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let hash: [u8; 32] = Sha256::digest(id.as_bytes()).into();
        let short = hash[..9].iter().map(|byte| char::from(DIGITS[usize::from(*byte) % 62]));
        Cow::Owned(short.collect())
    }
}

/// One outgoing message.
struct Wire<'a> {
    role: &'static str,
    content: Vec<Content<'a>>,
    /// The fields after role and content.
    fields: Object<'a>,
    calls: bool,
}

/// A piece of content.
enum Content<'a> {
    Text(Cow<'a, str>, Option<&'a Extra>),
    Block(Object<'a>),
    Value(&'a serde_json::Value),
}

impl<'a> Wire<'a> {
    fn new(role: &'static str) -> Self {
        Self { role, content: Vec::new(), fields: Object::new(), calls: false }
    }

    fn words(role: &'static str, words: impl Into<Cow<'a, str>>) -> Self {
        let mut wire = Self::new(role);
        wire.content.push(Content::Text(words.into(), None));
        wire
    }

    /// Returns whether two adjacent messages can be sent as one.
    fn takes(&self, next: &Wire<'_>) -> bool {
        match (self.role, next.role) {
            ("user", "user") => true,
            // A message with calls ends there, and its other fields are its
            // own.
            ("assistant", "assistant") => !self.calls && self.fields.is_empty(),
            _ => false,
        }
    }

    /// Text if there is nothing but texts: servers that read lists also read
    /// text, but not the other way round.
    fn into_tree(self, plain: bool) -> Tree<'a> {
        let mut object = Object::new();
        object.put("role", self.role);
        let texts_only = self.content.iter().all(|piece| matches!(piece, Content::Text(_, None)));
        if self.content.is_empty() {
            object.put("content", Tree::Null);
        } else if texts_only || plain {
            let texts = self.content.into_iter().filter_map(|piece| match piece {
                Content::Text(text, _) => Some(text),
                Content::Block(_) | Content::Value(_) => None,
            });
            object.put("content", joined(texts.collect()));
        } else {
            let content: Vec<Tree<'a>> = self.content.into_iter().map(Content::into_tree).collect();
            object.put("content", content);
        }
        object.append(self.fields);
        object.into()
    }
}

impl<'a> Content<'a> {
    fn into_tree(self) -> Tree<'a> {
        match self {
            Content::Text(text, extra) => {
                let mut block = Object::new();
                block.put("type", "text");
                block.put("text", text);
                if let Some(extra) = extra {
                    block.put_extra(extra, &["type", "text"]);
                }
                block.into()
            }
            Content::Block(block) => block.into(),
            Content::Value(value) => Tree::Value(value),
        }
    }
}

fn joined<'a>(mut texts: Vec<Cow<'a, str>>) -> Cow<'a, str> {
    match texts.len() {
        1 => texts.remove(0),
        _ => Cow::Owned(texts.join("\n\n")),
    }
}

/// Makes users and models alternate: adjacent messages of one role become one
/// message, and the user begins.
fn alternating(messages: Vec<Wire<'_>>) -> Vec<Wire<'_>> {
    let mut merged: Vec<Wire<'_>> = Vec::with_capacity(messages.len());
    for message in messages {
        let begins = merged.iter().all(|message| message.role == "system");
        if message.role == "assistant" && begins {
            merged.push(Wire::words("user", OPENING));
        }
        match merged.last_mut() {
            Some(last) if last.takes(&message) => {
                last.content.extend(message.content);
                last.calls = message.calls;
                if last.role == "assistant" {
                    last.fields = message.fields;
                }
            }
            _ => merged.push(message),
        }
    }
    merged
}

/// Where the current tool loop begins: after the last request of the user.
fn current_loop(turns: &[Turn<'_>]) -> usize {
    turns.iter().rposition(|turn| matches!(turn, Turn::User(..))).map_or(0, |at| at + 1)
}

/// The content of a result. A failure is stated in words, because there is no
/// field for it.
fn result_text(result: Option<&ToolResult>) -> Cow<'_, str> {
    let Some(result) = result else { return NO_RESULT.into() };
    let mut texts: Vec<Cow<'_, str>> =
        result.texts().filter(|text| !is_blank(text)).map(Cow::Borrowed).collect();
    let images = result.parts.iter().filter(|part| matches!(part, Part::Image(_))).count();
    if images > 0 {
        texts.push("(an image: see below)".into());
    }
    if texts.is_empty() {
        let nothing = if result.is_error { "Error: the tool failed" } else { "(no output)" };
        return nothing.into();
    }
    if result.is_error {
        let start: String = texts[0].chars().take(200).flat_map(char::to_lowercase).collect();
        if !["error", "fail", "exception", "denied", "cancel"].iter().any(|w| start.contains(w)) {
            texts[0] = format!("Error: {}", texts[0]).into();
        }
    }
    match texts.len() {
        1 => texts.remove(0),
        _ => Cow::Owned(texts.join("\n")),
    }
}

/// Writes a block of this protocol if its role may have it; a refusal elsewhere
/// is sent as text.
fn opaque<'a>(role: &str, block: &'a serde_json::Value) -> Option<Content<'a>> {
    let text = |name: &str| block.get(name).and_then(serde_json::Value::as_str);
    match (role, text("type")?) {
        ("user", "input_audio" | "file" | "image_url" | "video_url") | ("assistant", "refusal") => {
            Some(Content::Value(block))
        }
        (_, "refusal") => {
            let words = text("refusal").filter(|words| !is_blank(words))?;
            Some(Content::Text(words.into(), None))
        }
        _ => None,
    }
}

fn image_block(image: &Image) -> Object<'_> {
    let mut inner = Object::new();
    match &image.source {
        ImageSource::Url { url } => inner.put("url", url.as_str()),
        ImageSource::Base64 { media_type, data } => {
            inner.put("url", format!("data:{media_type};base64,{data}"));
        }
        ImageSource::Provider { source } => {
            for (name, value) in source.as_object().into_iter().flatten() {
                inner.put(name.as_str(), Tree::Value(value));
            }
        }
    }
    if let Some(detail) = &image.detail {
        inner.put("detail", detail.as_ref());
    }
    let mut block = Object::new();
    block.put("type", "image_url");
    block.put("image_url", inner);
    block
}

/// Returns whether OpenAI accepts a text as a speaker's name.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 64 && name.chars().all(is_plain)
}
