//! Writes messages as OpenAI's JSON.

use serde_json::{Value, json};

use super::super::tree::{Object, Tree};
use super::{BESIDE, CUSTOM, FUNCTION_CALL};
use crate::{ContentForm, Extra, Image, ImageSource, Message, Part, Role, ToolCall, ToolResult};

/// Writes one message in its wire format.
///
/// A message with several results becomes several: OpenAI answers each call in
/// a `tool` message of its own. A user message with results and text becomes
/// the results, followed by a user message.
pub fn message_to_json(message: &Message) -> Vec<Value> {
    let written = Writer { foreign: false }.messages(std::slice::from_ref(message));
    written.into_iter().map(Object::into_value).collect()
}

/// Writes messages as the `messages` of a request.
pub fn messages_to_json(messages: &[Message]) -> Vec<Value> {
    let written = Writer { foreign: false }.messages(messages);
    written.into_iter().map(Object::into_value).collect()
}

/// Writes messages that came from OpenAI's format or from another one.
#[derive(Clone, Copy)]
pub(in super::super) struct Writer {
    /// Whether the messages' unknown fields and blocks are another provider's,
    /// which OpenAI would refuse.
    pub(in super::super) foreign: bool,
}

impl Writer {
    /// Writes messages, each as one or more wire messages.
    pub(in super::super) fn messages<'a>(
        self,
        messages: impl IntoIterator<Item = &'a Message>,
    ) -> Vec<Object<'a>> {
        let messages = messages.into_iter();
        let mut written = Vec::with_capacity(messages.size_hint().0);
        let mut images = Vec::new();
        for message in messages {
            let carrier = message.tool_results().next().is_some();
            if !carrier {
                written.extend(self.shown_images(&mut images));
            }
            for object in self.message(message) {
                if carrier && !object.answers() {
                    written.extend(self.shown_images(&mut images));
                }
                written.push(object);
            }
            if carrier && self.foreign {
                images.extend(message.tool_results().flat_map(|result| &result.parts).filter_map(
                    |part| match part {
                        Part::Image(image) => Some(image.as_ref()),
                        _ => None,
                    },
                ));
            }
        }
        written.extend(self.shown_images(&mut images));
        written
    }

    /// Writes the prompt that was next to the messages.
    pub(in super::super) fn beside<'a>(self, message: &'a Message) -> Tree<'a> {
        let content = self.content(&message.parts.iter().collect::<Vec<_>>());
        match plain_text(&content) {
            Some(Some(text)) if message.form != ContentForm::Blocks => text.into(),
            _ => content.into(),
        }
    }

    /// Shows the images of tool results in a user message: OpenAI's tool
    /// messages contain only text.
    fn shown_images<'a>(self, images: &mut Vec<&'a Image>) -> Option<Object<'a>> {
        if images.is_empty() {
            return None;
        }
        let mut content: Vec<Tree<'a>> =
            vec![text_block("(the images of the tool results above)").into()];
        content.extend(images.drain(..).map(|image| Tree::from(self.image(image))));
        let mut object = Object::new();
        object.put("role", "user");
        object.put("content", content);
        Some(object)
    }

    fn message<'a>(self, message: &'a Message) -> Vec<Object<'a>> {
        let mut written: Vec<Object<'a>> = Vec::new();
        let mut own_parts = Vec::new();
        let mut calls = Vec::new();
        for part in &message.parts {
            match part {
                Part::ToolResult(result) => {
                    let first = written.is_empty();
                    written.push(self.tool_message(message, result, first));
                }
                Part::ToolCall(call) => calls.push(call.as_ref()),
                part => own_parts.push(part),
            }
        }
        if message.role != Role::Tool && (written.is_empty() || !own_parts.is_empty()) {
            let first = written.is_empty();
            written.extend(self.plain_message(message, &own_parts, &calls, first));
        }
        written
    }

    fn plain_message<'a>(
        self,
        message: &'a Message,
        parts: &[&'a Part],
        calls: &[&'a ToolCall],
        first: bool,
    ) -> Option<Object<'a>> {
        let mut object = Object::new();
        object.put("role", wire_role(message));
        let content = self.content(parts);
        // Nothing is left of thinking that only its own provider can read.
        if self.foreign && content.is_empty() && calls.is_empty() {
            return None;
        }
        match message.form {
            ContentForm::Absent if parts.is_empty() => {}
            ContentForm::Null if parts.is_empty() => object.put("content", Tree::Null),
            ContentForm::Blocks if !self.foreign => object.put("content", content),
            _ => match plain_text(&content) {
                // A model may make calls without a text; everyone else must
                // send one, even if it is empty.
                Some(None) if !calls.is_empty() => object.put("content", Tree::Null),
                Some(None) => object.put("content", ""),
                Some(Some(text)) => object.put("content", text),
                None => object.put("content", content),
            },
        }
        if let Some(name) = &message.name {
            object.put("name", &**name);
        }
        let listed: Vec<Tree<'a>> = calls
            .iter()
            .filter(|call| call_type(call) != Some(FUNCTION_CALL))
            .map(|call| self.call(call).into())
            .collect();
        if !listed.is_empty() {
            object.put("tool_calls", listed);
        }
        if let Some(call) = calls.iter().find(|call| call_type(call) == Some(FUNCTION_CALL)) {
            let mut body = function_body(call, "arguments");
            body.put_extra(&call.extra, &["type"]);
            object.put(FUNCTION_CALL, body);
        }
        if first && !self.foreign {
            object.put_extra(&message.extra, &["role"]);
        }
        Some(object)
    }

    fn tool_message<'a>(
        self,
        message: &'a Message,
        result: &'a ToolResult,
        first: bool,
    ) -> Object<'a> {
        let mut object = Object::new();
        let legacy = message.extra.get("role").and_then(Value::as_str) == Some("function");
        if legacy {
            object.put("role", "function");
        } else {
            object.put("role", "tool");
            object.put("tool_call_id", result.call_id.as_ref());
        }
        if let Some(name) = result.name.as_deref().or(message.name.as_deref()) {
            object.put("name", name);
        }
        let content: Vec<Tree<'a>> = if self.foreign {
            let parts = result.parts.iter();
            let parts: Vec<&Part> = parts.filter(|part| !matches!(part, Part::Image(_))).collect();
            let mut content = self.content(&parts);
            if parts.len() < result.parts.len() {
                content.push(text_block("(an image: see below)").into());
            }
            content
        } else {
            self.content(&result.parts.iter().collect::<Vec<_>>())
        };
        let blocks =
            message.role == Role::Tool && message.form == ContentForm::Blocks && !self.foreign;
        match plain_text(&content) {
            Some(text) if !blocks => object.put("content", text.unwrap_or_default()),
            _ => object.put("content", content),
        }
        if first && !self.foreign && message.role == Role::Tool {
            object.put_extra(&message.extra, &["role"]);
        }
        object
    }

    fn content<'a>(self, parts: &[&'a Part]) -> Vec<Tree<'a>> {
        let mut content = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Text { text, .. } if self.foreign && text.is_empty() => {}
                Part::Text { text, extra } => content.push(self.text(text, extra).into()),
                Part::Image(image) => content.push(self.image(image).into()),
                Part::Opaque { block } if !self.foreign => content.push(Tree::Value(block)),
                Part::Opaque { block } => {
                    if let Some(text) = foreign_block(block) {
                        content.push(text_block(text).into());
                    }
                }
                Part::ToolCall(_) | Part::ToolResult(_) => {}
            }
        }
        content
    }

    fn text<'a>(self, text: &'a str, extra: &'a Extra) -> Object<'a> {
        let mut block = text_block(text);
        if !self.foreign {
            block.put_extra(extra, &[]);
        }
        block
    }

    fn image<'a>(self, image: &'a Image) -> Object<'a> {
        let mut inner = Object::new();
        match &image.source {
            ImageSource::Url { url } => inner.put("url", url.as_str()),
            ImageSource::Base64 { media_type, data } => {
                inner.put("url", format!("data:{media_type};base64,{data}"));
            }
            ImageSource::Provider { .. } if self.foreign => {
                return text_block("(an image that only its provider can read was left out)");
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
        let rest = image.extra.get("image_url").and_then(Value::as_object);
        for (name, value) in rest.into_iter().flatten() {
            inner.put(name.as_str(), Tree::Value(value));
        }
        let mut block = Object::new();
        block.put("type", "image_url");
        block.put("image_url", inner);
        if !self.foreign {
            block.put_extra(&image.extra, &["image_url"]);
        }
        block
    }

    fn call<'a>(self, call: &'a ToolCall) -> Object<'a> {
        let kind = if self.foreign { None } else { call_type(call) };
        let (body_name, arguments) =
            if kind == Some(CUSTOM) { (CUSTOM, "input") } else { ("function", "arguments") };
        let mut object = Object::new();
        object.put("id", call.id.as_ref());
        object.put("type", kind.unwrap_or("function"));
        let mut body = function_body(call, arguments);
        if !self.foreign {
            let rest = call.extra.get(body_name).and_then(Value::as_object);
            for (name, value) in rest.into_iter().flatten() {
                body.put(name.as_str(), Tree::Value(value));
            }
        }
        object.put(body_name, body);
        if !self.foreign {
            object.put_extra(&call.extra, &["type", body_name]);
        }
        object
    }
}

/// Returns whether a message is a prompt that was next to the messages.
pub(in super::super) fn stood_beside(message: &Message) -> bool {
    message.role == Role::System
        && message.extra.get("role").and_then(Value::as_str) == Some(BESIDE)
}

fn wire_role(message: &Message) -> &str {
    match message.extra.get("role").and_then(Value::as_str) {
        Some("developer") if message.role == Role::System => "developer",
        _ => message.role.as_str(),
    }
}

fn call_type(call: &ToolCall) -> Option<&str> {
    call.extra.get("type").and_then(Value::as_str)
}

fn function_body<'a>(call: &'a ToolCall, arguments: &'a str) -> Object<'a> {
    let mut body = Object::new();
    body.put("name", call.name.as_ref());
    body.put(arguments, call.arguments.as_str());
    body
}

fn text_block<'a>(text: impl Into<Tree<'a>>) -> Object<'a> {
    let mut block = Object::new();
    block.put("type", "text");
    block.put("text", text);
    block
}

/// Returns the text of content that can be written as a string: none at all, or
/// one text without further fields. `None` if it needs a list.
fn plain_text<'a>(content: &[Tree<'a>]) -> Option<Option<std::borrow::Cow<'a, str>>> {
    match content {
        [] => Some(None),
        [Tree::Object(block)] => block.plain_text().map(Some),
        _ => None,
    }
}

/// Describes in words what another provider's block contains, if that is known.
fn foreign_block(block: &Value) -> Option<&str> {
    // Thinking belongs to the model that produced it, and its signature means
    // nothing elsewhere.
    match block.get("type")?.as_str()? {
        "document" => match block.pointer("/source/data").and_then(Value::as_str) {
            Some(text) if block.pointer("/source/type") == Some(&json!("text")) => Some(text),
            _ => Some("(a document that only its provider can read was left out)"),
        },
        "compaction" => block.get("content")?.as_str(),
        _ => None,
    }
}

/// Converts a tool's definition to OpenAI's form if it has Anthropic's.
pub(in super::super) fn tool(tool: &Value) -> Tree<'_> {
    let (Some(name), Some(schema)) = (tool.get("name"), tool.get("input_schema")) else {
        return Tree::Value(tool);
    };
    let mut function = Object::new();
    function.put("name", Tree::Value(name));
    if let Some(description) = tool.get("description") {
        function.put("description", Tree::Value(description));
    }
    function.put("parameters", Tree::Value(schema));
    let mut object = Object::new();
    object.put("type", "function");
    object.put("function", function);
    object.into()
}
