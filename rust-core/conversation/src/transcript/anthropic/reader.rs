//! Reads messages from Anthropic's JSON.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::super::layout::compacted;
use super::super::place::Place;
use super::super::raw::{Fields, Kind};
use super::super::reader::{Reader, kind_of, read_one};
use super::super::{Format, Repair};
use crate::Result;
use crate::{
    ContentForm, Extra, Image, ImageSource, Message, MessageId, Part, Role, ToolCall, ToolResult,
};

/// Reads the top-level system prompt.
pub(in super::super) fn read_system(reader: &mut Reader<'_>, raw: &RawValue) -> Result<Message> {
    let top = Place::top();
    let (parts, form) = reader.content(raw, top.field("system"), read_block)?;
    let mut message = Message::new(MessageId(0), Role::System, parts);
    message.form = form;
    Ok(message)
}

/// Reads one message of Anthropic's JSON and returns what had to be repaired in
/// it. Calls and results are paired by [`repair`](super::super::repair()).
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input) if it is not a message.
pub fn message_from_json(json: &str, id: MessageId) -> Result<(Message, Vec<Repair>)> {
    read_one(json, id, read_message)
}

/// Reads one message; `None` if there is nothing in it to keep. `index` is its
/// position in the file.
pub(in super::super) fn read_message(
    reader: &mut Reader<'_>,
    raw: &RawValue,
    index: usize,
) -> Result<Option<Message>> {
    let place = Place::message(index);
    let fields = match reader.message_fields(raw, place)? {
        Ok(fields) => fields,
        Err(instead) => return Ok(instead),
    };

    let mut role = read_role(reader, &fields, place)?;
    let mut extra = Extra::new();
    let mut parts = Vec::new();
    let mut form = ContentForm::Absent;
    for (name, raw) in &fields.entries {
        match name.as_ref() {
            "role" => {}
            "content" => (parts, form) = reader.content(raw, place.field("content"), read_block)?,
            _ => reader.keep(&mut extra, name, raw, place)?,
        }
    }

    let results = parts.iter().filter(|part| matches!(part, Part::ToolResult(_))).count();
    if role == Role::User && results > 0 && results == parts.len() {
        role = Role::Tool;
    } else if role == Role::Tool && results < parts.len() {
        role = Role::User;
    }
    let mut message = Message::new(MessageId(0), role, parts);
    message.form = form;
    message.extra = extra;
    message.kind = kind_of(role, &message.parts);
    Ok(Some(message))
}

fn read_role(reader: &mut Reader<'_>, fields: &Fields<'_>, place: Place<'_>) -> Result<Role> {
    let name = match fields.get("role") {
        Some(raw) => reader.text(raw, place.field("role"))?,
        None => None,
    };
    Ok(match name.as_deref() {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        Some("system") => Role::System,
        Some(other) => reader.guess_role(other, place),
        None => {
            let what = match fields.get("role") {
                Some(raw) => format!("the role is {}", Kind::of(raw)),
                None => "the role is missing".to_owned(),
            };
            let calls = fields.get("content").is_some_and(|raw| {
                raw.get().contains("\"tool_use\"") && !raw.get().contains("\"tool_result\"")
            });
            let role = if calls { Role::Assistant } else { Role::User };
            reader.note(place.field("role"), what, format!("it is now `{}`", role.as_str()));
            role
        }
    })
}

/// Puts messages into the order that Anthropic requires.
///
/// In a request, system messages, for which its list has no role, go to the
/// front; from there they are written into `system`. A list or lines without a
/// request around them are a log without a `system` field: there they stay
/// where they are. An assistant message that follows one with calls is joined
/// to it: the provider does the same, and logs that write each block as a
/// message of its own rely on it.
pub(in super::super) fn arrange(
    reader: &mut Reader<'_>,
    messages: Vec<(Message, Option<usize>)>,
    format: Format,
) -> Vec<(Message, Option<usize>)> {
    let (mut arranged, rest): (Vec<_>, Vec<_>) = messages
        .into_iter()
        .partition(|(message, _)| message.role == Role::System && !format.is_anthropic_list());
    for (_, index) in &arranged {
        if let Some(index) = index {
            let what = "the role `system` is not allowed among the messages";
            reader.note(Place::message(*index).field("role"), what, "it is now part of `system`");
        }
    }
    let mut calling = false;
    for (message, index) in rest {
        let assistant = message.role == Role::Assistant;
        let calls = message.tool_calls().next().is_some();
        match arranged.last_mut() {
            Some((last, _)) if assistant && calling => {
                last.parts.extend(message.parts);
                last.form = ContentForm::Blocks;
            }
            _ => {
                calling = assistant && calls;
                arranged.push((message, index));
            }
        }
    }
    arranged
}

fn read_block(reader: &mut Reader<'_>, raw: &RawValue, place: Place<'_>) -> Result<Option<Part>> {
    let Some(fields) = reader.fields(raw, place)? else {
        let what = format!("the block is {}, not an object", Kind::of(raw));
        if let Some(text) = reader.text(raw, place)? {
            reader.note(place, what, "it is now a text block");
            return Ok(Some(Part::text(text)));
        }
        reader.note(place, what, "it was left out");
        return Ok(None);
    };
    let kind = match fields.get("type") {
        Some(raw) => reader.text(raw, place.field("type"))?,
        None => None,
    };
    let text = fields.get("text").filter(|raw| Kind::of(raw) == Kind::Text);
    match (kind.as_deref(), text) {
        (Some("text") | None, Some(text)) => {
            if kind.is_none() {
                reader.note(place.field("type"), "the type is missing", "it is now `text`");
            }
            let text = reader.text(text, place.field("text"))?.unwrap_or_default();
            // One such block makes the provider refuse every later request.
            if text.trim().is_empty() {
                reader.note(place, "the text block is empty", "it was left out");
                return Ok(None);
            }
            let extra = rest_of(reader, &fields, &["type", "text"], place)?;
            Ok(Some(Part::Text { text, extra }))
        }
        (Some("text"), None) => {
            reader.note(place, "a text block without text", "it was left out");
            Ok(None)
        }
        (Some("image"), _) => match fields.get("source") {
            Some(source) => {
                let source = image_source(reader, source, place.field("source"))?;
                let extra = rest_of(reader, &fields, &["type", "source"], place)?;
                Ok(Some(Part::Image(Box::new(Image { source, detail: None, extra }))))
            }
            None => {
                reader.note(place, "an image without a source", "it was left out");
                Ok(None)
            }
        },
        (Some("tool_use"), _) => read_call(reader, &fields, place),
        (Some("tool_result"), _) => read_result(reader, &fields, place).map(Some),
        _ => reader.opaque(raw, place).map(Some),
    }
}

fn rest_of(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    known: &[&str],
    place: Place<'_>,
) -> Result<Extra> {
    let mut extra = Extra::new();
    for (name, raw) in &fields.entries {
        if !known.contains(&name.as_ref()) {
            reader.keep(&mut extra, name, raw, place)?;
        }
    }
    Ok(extra)
}

fn image_source(reader: &mut Reader<'_>, raw: &RawValue, place: Place<'_>) -> Result<ImageSource> {
    if let Some(fields) = reader.fields(raw, place)? {
        let text = |name: &str| match fields.get(name) {
            Some(raw) => reader.text(raw, place.field(name)),
            None => Ok(None),
        };
        match (text("type")?.as_deref(), fields.entries.len()) {
            (Some("base64"), 3) => {
                if let (Some(media_type), Some(data)) = (text("media_type")?, text("data")?) {
                    return Ok(ImageSource::Base64 { media_type: media_type.into(), data });
                }
            }
            (Some("url"), 2) => {
                if let Some(url) = text("url")? {
                    return Ok(ImageSource::Url { url });
                }
            }
            _ => {}
        }
    }
    Ok(ImageSource::Provider { source: reader.value(raw, place)? })
}

fn read_call(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    place: Place<'_>,
) -> Result<Option<Part>> {
    let text = |name: &str| match fields.get(name) {
        Some(raw) => reader.text(raw, place.field(name)),
        None => Ok(None),
    };
    let id = text("id")?.unwrap_or_default();
    let Some(name) = text("name")? else {
        reader.note(place.field("name"), "the call has no name", "it was left out");
        return Ok(None);
    };
    let input = fields.get("input");
    let arguments = match input.map(Kind::of) {
        // The line breaks of an indented file belong to the file, not to the
        // call.
        Some(Kind::Object) => input.map_or_else(String::new, |raw| match raw.get() {
            text if text.contains('\n') => compacted(text),
            text => text.to_owned(),
        }),
        None | Some(Kind::Null) => {
            reader.note(place.field("input"), "the input is missing", "it is now `{}`");
            "{}".to_owned()
        }
        Some(kind) => {
            let text = input.map(RawValue::get).unwrap_or_default();
            let text = input
                .map_or(Ok(None), |raw| reader.text(raw, place.field("input")))?
                .unwrap_or_else(|| text.to_owned());
            let is_object = serde_json::from_str::<&RawValue>(&text)
                .is_ok_and(|raw| Kind::of(raw) == Kind::Object);
            let what = format!("the input is {kind}, not an object");
            if is_object {
                reader.note(place.field("input"), what, "it is now the object in this string");
                text
            } else {
                let done = "it is now the field `arguments` of an object";
                reader.note(place.field("input"), what, done);
                json!({ super::super::tree::ARGUMENTS: text }).to_string()
            }
        }
    };
    let extra = rest_of(reader, fields, &["type", "id", "name", "input"], place)?;
    let call = ToolCall { id: id.into(), name: name.into(), arguments, extra };
    Ok(Some(Part::ToolCall(Box::new(call))))
}

fn read_result(reader: &mut Reader<'_>, fields: &Fields<'_>, place: Place<'_>) -> Result<Part> {
    let call_id = match fields.get("tool_use_id") {
        Some(raw) => reader.text(raw, place.field("tool_use_id"))?.unwrap_or_default(),
        None => String::new(),
    };
    let mut extra =
        rest_of(reader, fields, &["type", "tool_use_id", "content", "is_error"], place)?;
    let mut parts = Vec::new();
    if let Some(raw) = fields.get("content") {
        let place = place.field("content");
        let (read, form) = reader.content(raw, place, read_block)?;
        parts = read;
        match form {
            ContentForm::Blocks => extra.insert("content", json!([])),
            ContentForm::Null => reader.note(place, "the content is null", "it was left out"),
            _ => {}
        }
    }
    let mut is_error = false;
    if let Some(raw) = fields.get("is_error") {
        match raw.get() {
            "true" => is_error = true,
            "false" => extra.insert("is_error", Value::from(false)),
            _ => {
                let what = format!("the value is {}", Kind::of(raw));
                reader.note(place.field("is_error"), what, "it was left out");
            }
        }
    }
    let (call_id, whole, ran_ms) = (call_id.into(), None, None);
    let result = ToolResult { call_id, name: None, parts, is_error, whole, ran_ms, extra };
    Ok(Part::ToolResult(Box::new(result)))
}
