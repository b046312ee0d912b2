//! Writes messages as Anthropic's JSON.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::super::raw::Kind;
use super::super::tree::{ARGUMENTS, Object, Tree};
use crate::pairing::{CallIds, IdForm};
use crate::{
    ContentForm, Extra, Image, ImageSource, Message, MessageKind, Part, Role, ToolCall, ToolResult,
};

/// Writes messages as the `messages` of a request; system messages are left to
/// [`system_to_json`].
///
/// Adjacent messages of the same role become one message, results first, as the
/// provider demands and would otherwise do itself.
pub fn messages_to_json(messages: &[Message]) -> Vec<Value> {
    let messages: Vec<&Message> = messages.iter().collect();
    let written = Writer::new(false, true).messages(&messages, false);
    written.into_iter().map(Object::into_value).collect()
}

/// Writes the system messages as the `system` of a request; `None` if there are
/// none.
pub fn system_to_json(messages: &[Message]) -> Option<Value> {
    let messages: Vec<&Message> = messages.iter().collect();
    let system = Writer::new(false, true).system(&messages)?;
    let mut object = Object::new();
    object.put("system", system);
    object.into_value().get_mut("system").map(Value::take)
}

/// Writes messages that came from Anthropic's format or from another one.
pub(in super::super) struct Writer<'a> {
    /// Whether the messages' unknown fields and blocks are another provider's,
    /// which Anthropic would refuse.
    foreign: bool,
    /// Whether adjacent messages of the same role become one message.
    merge: bool,
    ids: CallIds,
    /// The ids that are written for the newest calls, if they differ.
    renamed: HashMap<&'a str, Box<str>>,
}

impl<'a> Writer<'a> {
    pub(in super::super) fn new(foreign: bool, merge: bool) -> Self {
        Self { foreign, merge, ids: CallIds::new(std::iter::empty()), renamed: HashMap::new() }
    }

    /// Writes the system prompt.
    pub(in super::super) fn system(&self, messages: &[&'a Message]) -> Option<Tree<'a>> {
        let system = messages.iter().copied().filter(|m| m.role == Role::System);
        let system: Vec<&'a Message> = system.collect();
        let first = system.first()?;
        let mut parts = Vec::new();
        for part in system.iter().flat_map(|message| &message.parts) {
            let blank = matches!(part, Part::Text { text, .. } if text.trim().is_empty());
            if !(blank && (self.foreign || system.len() > 1)) {
                parts.push(part);
            }
        }
        Some(match (self.foreign, first.form, parts.as_slice()) {
            (false, ContentForm::Null, []) => Tree::Null,
            (false, ContentForm::Auto, []) | (true, _, []) => "".into(),
            (foreign, form, [Part::Text { text, extra }])
                if foreign || (form != ContentForm::Blocks && extra.is_empty()) =>
            {
                text.as_str().into()
            }
            _ => parts.into_iter().filter_map(|part| self.block(part)).collect::<Vec<_>>().into(),
        })
    }

    /// Writes everything except the system messages, or those too.
    pub(in super::super) fn messages(
        mut self,
        messages: &[&'a Message],
        system_too: bool,
    ) -> Vec<Object<'a>> {
        if self.merge {
            let calls = messages.iter().flat_map(|message| message.tool_calls());
            self.ids = CallIds::new(calls.map(|call| call.id.as_ref()));
        }
        let mut groups: Vec<Vec<&'a Message>> = Vec::new();
        let all = messages.iter().copied();
        for message in all.filter(|message| system_too || message.role != Role::System) {
            match groups.last_mut() {
                Some(group) if self.belongs(group, message) => group.push(message),
                _ => groups.push(vec![message]),
            }
        }
        let mut written = Vec::with_capacity(groups.len());
        for group in groups {
            if self.merge {
                self.rename_ids(&group);
            }
            if let Some(object) = self.group(&group) {
                if written.is_empty() && self.foreign && wire_role(group[0]) == "assistant" {
                    written.push(opening());
                }
                written.push(object);
            }
        }
        written
    }

    /// Returns whether a message is written into the one before: all results of a turn are in one
    /// message.
    fn belongs(&self, group: &[&Message], message: &Message) -> bool {
        let Some(last) = group.last() else { return false };
        // A summary stays separate, so that it can be recognized again.
        let summary = message.kind == MessageKind::Summary || last.kind == MessageKind::Summary;
        // Text may follow the results; what answers a turn is one message.
        let results = message.tool_results().next().is_some();
        let both_results = last.role == Role::Tool && (message.role == Role::Tool || results);
        wire_role(last) == wire_role(message) && ((self.merge && !summary) || both_results)
    }

    fn group(&self, group: &[&'a Message]) -> Option<Object<'a>> {
        let first = group.first()?;
        let mut object = Object::new();
        object.put("role", wire_role(first));
        let mut blocks = Vec::new();
        let mut words = Vec::new();
        for message in group {
            for part in &message.parts {
                let blank = matches!(part, Part::Text { text, .. } if text.trim().is_empty());
                if blank && (self.foreign || message.parts.len() > 1 || group.len() > 1) {
                    continue;
                }
                let Some(block) = self.block(part) else { continue };
                // Anthropic wants the results before anything else.
                let result = matches!(part, Part::ToolResult(_));
                if result && group.len() > 1 { blocks.push(block) } else { words.push(block) }
            }
            if self.foreign && message.parts.is_empty() {
                let refusal = message.extra.get("refusal").and_then(Value::as_str);
                words.extend(refusal.map(|text| text_block(text).into()));
            }
        }
        blocks.append(&mut words);
        let as_text = first.form != ContentForm::Blocks || self.foreign;
        match (blocks.as_slice(), first.form) {
            ([], _) if self.foreign || group.len() > 1 => return None,
            ([], ContentForm::Absent) => {}
            ([], ContentForm::Null) => object.put("content", Tree::Null),
            ([Tree::Object(block)], _) if as_text && group.len() == 1 => match block.plain_text() {
                Some(text) => object.put("content", text),
                None => object.put("content", blocks),
            },
            _ => object.put("content", blocks),
        }
        if !self.foreign {
            object.put_extra(&first.extra, &["role"]);
        }
        Some(object)
    }

    fn block(&self, part: &'a Part) -> Option<Tree<'a>> {
        Some(match part {
            Part::Text { text, extra } => {
                let mut block = text_block(text.as_str());
                self.put_extra(&mut block, extra, &[]);
                block.into()
            }
            Part::Image(image) => self.image(image).into(),
            Part::ToolCall(call) => self.call(call).into(),
            Part::ToolResult(result) => self.result(result).into(),
            Part::Opaque { block } if !self.foreign => Tree::Value(block),
            Part::Opaque { block } => text_block(foreign_block(block)?).into(),
        })
    }

    fn put_extra(&self, block: &mut Object<'a>, extra: &'a Extra, except: &[&str]) {
        if !self.foreign {
            block.put_extra(extra, except);
        }
    }

    fn image(&self, image: &'a Image) -> Object<'a> {
        let mut source = Object::new();
        let source = match &image.source {
            ImageSource::Base64 { media_type, data } => {
                source.put("type", "base64");
                source.put("media_type", media_type.as_ref());
                source.put("data", data.as_str());
                source.into()
            }
            ImageSource::Url { url } => {
                source.put("type", "url");
                source.put("url", url.as_str());
                source.into()
            }
            ImageSource::Provider { .. } if self.foreign => {
                return text_block("(an image that only its provider can read was left out)");
            }
            ImageSource::Provider { source } => Tree::Value(source),
        };
        let mut block = Object::new();
        block.put("type", "image");
        block.put("source", source);
        self.put_extra(&mut block, &image.extra, &[]);
        block
    }

    fn call(&self, call: &'a ToolCall) -> Object<'a> {
        let mut block = Object::new();
        block.put("type", "tool_use");
        block.put("id", self.id(&call.id));
        block.put("name", call.name.as_ref());
        block.put("input", input(&call.arguments));
        self.put_extra(&mut block, &call.extra, &[]);
        block
    }

    fn result(&self, result: &'a ToolResult) -> Object<'a> {
        let mut block = Object::new();
        block.put("type", "tool_result");
        block.put("tool_use_id", self.id(&result.call_id));
        let parts = result.parts.iter().filter(|part| {
            // An empty text is an answer of its own, but not a block.
            !matches!(part, Part::Text { text, .. } if text.trim().is_empty())
                || result.parts.len() == 1
        });
        let content: Vec<Tree<'a>> = parts.filter_map(|part| self.block(part)).collect();
        let as_list = !self.foreign && result.extra.get("content").is_some();
        match content.as_slice() {
            [] if !as_list => {}
            [Tree::Object(only)] if !as_list => match only.plain_text() {
                Some(text) => block.put("content", text),
                None => block.put("content", content),
            },
            _ => block.put("content", content),
        }
        if result.is_error {
            block.put("is_error", Tree::Bool(true));
        } else if !self.foreign && result.extra.get("is_error").is_some() {
            block.put("is_error", Tree::Bool(false));
        }
        self.put_extra(&mut block, &result.extra, &["content", "is_error"]);
        block
    }

    fn id(&self, id: &'a str) -> Cow<'a, str> {
        match self.renamed.get(id) {
            Some(renamed) => Cow::Owned(renamed.to_string()),
            None => Cow::Borrowed(id),
        }
    }

    /// Finds other ids for calls whose ids Anthropic refuses: it accepts
    /// letters, digits, `_` or `-`, and each id only once.
    fn rename_ids(&mut self, group: &[&'a Message]) {
        let mut calls = group.iter().flat_map(|message| message.tool_calls()).peekable();
        if calls.peek().is_some() {
            self.renamed.clear();
        }
        for call in calls {
            let id = self.ids.unique_as(&call.id, IdForm::PLAIN);
            if id != call.id {
                self.renamed.insert(&call.id, id);
            }
        }
    }
}

fn wire_role(message: &Message) -> &'static str {
    match message.role {
        Role::System => "system",
        Role::Assistant => "assistant",
        Role::User | Role::Tool => "user",
    }
}

fn text_block<'a>(text: impl Into<Tree<'a>>) -> Object<'a> {
    let mut block = Object::new();
    block.put("type", "text");
    block.put("text", text);
    block
}

/// A conversation must begin with the user.
fn opening<'a>() -> Object<'a> {
    let mut object = Object::new();
    object.put("role", "user");
    object.put("content", "(the conversation begins)");
    object
}

/// Writes arguments as the object that Anthropic demands. Anything else is put
/// into an object under `arguments`; empty arguments become an empty object.
fn input(arguments: &str) -> Tree<'_> {
    if arguments.trim().is_empty() {
        return Tree::Owned(json!({}));
    }
    match serde_json::from_str::<&RawValue>(arguments) {
        Ok(raw) if Kind::of(raw) == Kind::Object => Tree::Raw(raw),
        _ => Tree::Owned(json!({ ARGUMENTS: arguments })),
    }
}

/// Describes in words what another provider's block contains, if that is known.
fn foreign_block(block: &Value) -> Option<&str> {
    match block.get("type")?.as_str()? {
        "refusal" => block.get("refusal")?.as_str(),
        "input_audio" => Some("(a sound that only its provider can read was left out)"),
        "file" => Some("(a file that only its provider can read was left out)"),
        _ => None,
    }
}

/// Converts a tool's definition to Anthropic's form if it has OpenAI's.
pub(in super::super) fn tool(tool: &Value) -> Tree<'_> {
    let Some((function, name)) =
        tool.get("function").and_then(|function| Some((function, function.get("name")?)))
    else {
        return Tree::Value(tool);
    };
    let mut object = Object::new();
    object.put("name", Tree::Value(name));
    if let Some(description) = function.get("description") {
        object.put("description", Tree::Value(description));
    }
    match function.get("parameters") {
        Some(schema) if schema.is_object() => object.put("input_schema", Tree::Value(schema)),
        _ => object.put("input_schema", Tree::Owned(json!({"type": "object", "properties": {}}))),
    }
    object.into()
}
