//! Reads messages from OpenAI's JSON.

use serde_json::Value;
use serde_json::value::RawValue;

use super::super::Repair;
use super::super::layout::compacted;
use super::super::place::Place;
use super::super::raw::Kind;
use super::super::reader::{Reader, kind_of, read_one};
use super::{BESIDE, CUSTOM, FUNCTION_CALL};
use crate::Result;
use crate::{
    ContentForm, Extra, Image, ImageSource, Message, MessageId, Part, Role, ToolCall, ToolResult,
};

/// Reads one message of OpenAI's JSON and returns what had to be repaired in
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

    let mut extra = Extra::new();
    let role = read_role(reader, &fields, &mut extra, place)?;
    let mut message = Message::new(MessageId(0), role, Vec::new());
    let mut call_id = None;
    let mut calls = Vec::new();
    message.form = ContentForm::Absent;
    for (name, raw) in &fields.entries {
        match name.as_ref() {
            "role" => {}
            "content" => {
                let place = place.field("content");
                (message.parts, message.form) = reader.content(raw, place, read_part)?;
            }
            "name" if Kind::of(raw) == Kind::Text => {
                message.name = reader.text(raw, place.field("name"))?.map(Into::into);
            }
            "tool_calls" if Kind::of(raw) != Kind::Null => {
                let place = place.field("tool_calls");
                read_calls(reader, raw, role, &mut calls, place)?;
            }
            "function_call" if role == Role::Assistant && Kind::of(raw) == Kind::Object => {
                let place = place.field("function_call");
                calls.push(read_function_call(reader, raw, place)?);
            }
            "tool_call_id" if role == Role::Tool => {
                call_id = read_id(reader, raw, place.field("tool_call_id"))?;
            }
            _ => reader.keep(&mut extra, name, raw, place)?,
        }
    }

    if message.parts.is_empty() && message.form == ContentForm::Blocks && !calls.is_empty() {
        reader.note(place.field("content"), "the list of parts is empty", "it is now null");
        message.form = ContentForm::Null;
    }
    message.parts.extend(calls.into_iter().map(|call| Part::ToolCall(Box::new(call))));
    message.extra = extra;
    if role == Role::Tool {
        carry_result(reader, &mut message, call_id, place);
    }
    message.kind = kind_of(role, &message.parts);
    Ok(Some(message))
}

/// Returns whether a `system` field next to OpenAI's messages contains a prompt.
///
/// OpenAI has no such field. Gateways and hosts that write both providers'
/// requests do, and its text is part of the host's instructions.
pub(in super::super) fn is_prompt(raw: &RawValue) -> bool {
    matches!(Kind::of(raw), Kind::Text | Kind::List) && !matches!(raw.get(), r#""""# | "[]")
}

/// Reads a `system` field next to the messages.
pub(in super::super) fn read_system(reader: &mut Reader<'_>, raw: &RawValue) -> Result<Message> {
    let top = Place::top();
    let (parts, form) = reader.content(raw, top.field("system"), read_part)?;
    let mut message = Message::new(MessageId(0), Role::System, parts);
    message.form = form;
    message.extra.insert("role", Value::from(BESIDE));
    Ok(message)
}

fn read_role(
    reader: &mut Reader<'_>,
    fields: &super::super::raw::Fields<'_>,
    extra: &mut Extra,
    place: Place<'_>,
) -> Result<Role> {
    let name = match fields.get("role") {
        Some(raw) => reader.text(raw, place.field("role"))?,
        None => None,
    };
    let Some(name) = name else {
        let set = |name: &str| fields.get(name).is_some_and(|raw| Kind::of(raw) != Kind::Null);
        let role = if set("tool_calls") || set("function_call") {
            Role::Assistant
        } else if set("tool_call_id") {
            Role::Tool
        } else {
            Role::User
        };
        let what = match fields.get("role") {
            Some(raw) => format!("the role is {}", Kind::of(raw)),
            None => "the role is missing".to_owned(),
        };
        reader.note(place.field("role"), what, format!("it is now `{}`", role.as_str()));
        return Ok(role);
    };
    Ok(match name.as_str() {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "tool" => Role::Tool,
        "developer" => {
            extra.insert("role", Value::from("developer"));
            Role::System
        }
        "function" => {
            extra.insert("role", Value::from("function"));
            Role::Tool
        }
        other => reader.guess_role(other, place),
    })
}

/// Turns the content of a tool message into a tool result.
fn carry_result(
    reader: &mut Reader<'_>,
    message: &mut Message,
    call_id: Option<String>,
    place: Place<'_>,
) {
    if matches!(message.form, ContentForm::Absent | ContentForm::Null) {
        let what = match message.form {
            ContentForm::Null => "the content of a tool message is null",
            _ => "a tool message has no content",
        };
        reader.note(place.field("content"), what, "it is now an empty text");
        message.form = ContentForm::Auto;
        message.parts = vec![Part::text("")];
    }
    let result = ToolResult {
        call_id: call_id.unwrap_or_default().into(),
        name: message.name.take().map(Into::into),
        parts: std::mem::take(&mut message.parts),
        is_error: false,
        whole: None,
        ran_ms: None,
        extra: Extra::new(),
    };
    message.parts = vec![Part::ToolResult(Box::new(result))];
}

/// Reads an id: a string, or a number as its digits.
fn read_id(reader: &mut Reader<'_>, raw: &RawValue, place: Place<'_>) -> Result<Option<String>> {
    if let Some(id) = reader.text(raw, place)? {
        return Ok(Some(id));
    }
    if Kind::of(raw) == Kind::Number {
        reader.note(place, "the id is a number", "it is now a string");
        return Ok(Some(raw.get().to_owned()));
    }
    // The pairing finds an id by position and reports it.
    Ok(None)
}

fn read_part(reader: &mut Reader<'_>, raw: &RawValue, place: Place<'_>) -> Result<Option<Part>> {
    let Some(fields) = reader.fields(raw, place)? else {
        let what = format!("the content part is {}, not an object", Kind::of(raw));
        if let Some(text) = reader.text(raw, place)? {
            reader.note(place, what, "it is now a text part");
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
    let image = fields.get("image_url");
    match (kind.as_deref(), text, image) {
        (Some("text") | None, Some(text), _) => {
            if kind.is_none() {
                reader.note(place.field("type"), "the type is missing", "it is now `text`");
            }
            let text = reader.text(text, place.field("text"))?.unwrap_or_default();
            let mut extra = Extra::new();
            for (name, raw) in &fields.entries {
                if !matches!(name.as_ref(), "type" | "text") {
                    reader.keep(&mut extra, name, raw, place)?;
                }
            }
            Ok(Some(Part::Text { text, extra }))
        }
        (Some("text"), None, _) => {
            reader.note(place.field("text"), "a text part without text", "it was left out");
            Ok(None)
        }
        (Some("image_url"), _, Some(image)) if Kind::of(image) == Kind::Object => {
            let mut extra = Extra::new();
            for (name, raw) in &fields.entries {
                if !matches!(name.as_ref(), "type" | "image_url") {
                    reader.keep(&mut extra, name, raw, place)?;
                }
            }
            read_image(reader, image, extra, place.field("image_url")).map(Some)
        }
        _ => reader.opaque(raw, place).map(Some),
    }
}

fn read_image(
    reader: &mut Reader<'_>,
    raw: &RawValue,
    mut extra: Extra,
    place: Place<'_>,
) -> Result<Part> {
    let Some(fields) = reader.fields(raw, place)? else {
        return reader.opaque(raw, place);
    };
    let mut url = None;
    let mut detail = None;
    let mut rest = serde_json::Map::new();
    for (name, raw) in &fields.entries {
        let text = reader.text(raw, place.field(name))?;
        match (name.as_ref(), text) {
            ("url", Some(text)) => url = Some(text),
            ("detail", Some(text)) => detail = Some(text.into()),
            _ => {
                rest.insert(name.to_string(), reader.value(raw, place.field(name))?);
            }
        }
    }
    let source = match url {
        Some(url) => image_source(url),
        None => ImageSource::Provider { source: Value::Object(std::mem::take(&mut rest)) },
    };
    if !rest.is_empty() {
        extra.insert("image_url", Value::Object(rest));
    }
    Ok(Part::Image(Box::new(Image { source, detail, extra })))
}

/// Splits a data URL if it can be put together again unchanged.
fn image_source(url: String) -> ImageSource {
    let parts = url
        .get(..url.len().min(256))
        .and_then(|head| head.strip_prefix("data:"))
        .and_then(|head| head.split_once(";base64,"))
        .filter(|(media_type, _)| !media_type.contains([';', ',']));
    match parts {
        Some((media_type, _)) => {
            let media_type: Box<str> = media_type.into();
            let mut data = url;
            data.drain(.."data:".len() + media_type.len() + ";base64,".len());
            ImageSource::Base64 { media_type, data }
        }
        None => ImageSource::Url { url },
    }
}

fn read_calls(
    reader: &mut Reader<'_>,
    raw: &RawValue,
    role: Role,
    calls: &mut Vec<ToolCall>,
    place: Place<'_>,
) -> Result<()> {
    if role != Role::Assistant {
        let what = format!("a {} message cannot make calls", role.as_str());
        reader.note(place, what, "they were left out");
        return Ok(());
    }
    let Some(elements) = reader.elements(raw, place)? else {
        let what = format!("the calls are {}, not a list", Kind::of(raw));
        reader.note(place, what, "they were left out");
        return Ok(());
    };
    if elements.is_empty() {
        reader.note(place, "the list of calls is empty", "it was left out");
    }
    for (at, raw) in elements.into_iter().enumerate() {
        let place = place.index(at);
        match read_call(reader, raw, place)? {
            Some(call) => calls.push(call),
            None => reader.note(place, "the call has no function name", "it was left out"),
        }
    }
    Ok(())
}

fn read_call(
    reader: &mut Reader<'_>,
    raw: &RawValue,
    place: Place<'_>,
) -> Result<Option<ToolCall>> {
    let Some(fields) = reader.fields(raw, place)? else {
        return Ok(None);
    };
    let kind = match fields.get("type") {
        Some(raw) => reader.text(raw, place.field("type"))?,
        None => None,
    };
    let mut id = None;
    let mut body = None;
    let mut extra = Extra::new();
    let custom = kind.as_deref() == Some(CUSTOM);
    let body_name = if custom { CUSTOM } else { "function" };
    if custom {
        extra.insert("type", Value::from(CUSTOM));
    } else if kind.is_none() {
        reader.note(place.field("type"), "the type is missing", "it is now `function`");
    }
    for (name, raw) in &fields.entries {
        match name.as_ref() {
            "id" => id = read_id(reader, raw, place.field("id"))?,
            "type" if custom || kind.is_none() || kind.as_deref() == Some("function") => {}
            name if name == body_name => body = Some(*raw),
            _ => reader.keep(&mut extra, name, raw, place)?,
        }
    }
    let place = place.field(body_name);
    let Some(body) = body else {
        return Ok(None);
    };
    let Some((name, arguments, rest)) =
        read_body(reader, body, if custom { "input" } else { "arguments" }, place)?
    else {
        return Ok(None);
    };
    if !rest.is_empty() {
        extra.insert(body_name, Value::Object(rest));
    }
    Ok(Some(ToolCall { id: id.unwrap_or_default().into(), name, arguments, extra }))
}

type Body = (Box<str>, String, serde_json::Map<String, Value>);

/// Reads name, arguments and unknown fields of a function or tool.
fn read_body(
    reader: &mut Reader<'_>,
    raw: &RawValue,
    argument_field: &str,
    place: Place<'_>,
) -> Result<Option<Body>> {
    let Some(fields) = reader.fields(raw, place)? else {
        return Ok(None);
    };
    let mut name = None;
    let mut arguments = None;
    let mut rest = serde_json::Map::new();
    for (field, raw) in &fields.entries {
        if field == "name" {
            name = reader.text(raw, place.field("name"))?;
        } else if field == argument_field {
            arguments = Some(read_arguments(reader, raw, place.field(argument_field))?);
        } else {
            rest.insert(field.to_string(), reader.value(raw, place.field(field))?);
        }
    }
    let Some(name) = name else {
        return Ok(None);
    };
    let arguments = match arguments {
        Some(arguments) => arguments,
        None => {
            reader.note(place.field(argument_field), "the field is missing", "it is now `{}`");
            "{}".to_owned()
        }
    };
    Ok(Some((name.into(), arguments, rest)))
}

/// Arguments are a JSON string. What the model wrote is kept even if it is not
/// JSON; arguments that are JSON themselves become a string.
fn read_arguments(reader: &mut Reader<'_>, raw: &RawValue, place: Place<'_>) -> Result<String> {
    if let Some(text) = reader.text(raw, place)? {
        return Ok(text);
    }
    let kind = Kind::of(raw);
    if kind == Kind::Null {
        reader.note(place, "the arguments are null", "they are now `{}`");
        return Ok("{}".to_owned());
    }
    reader.note(place, format!("the arguments are {kind}"), "they are now a string of this JSON");
    Ok(compacted(raw.get()))
}

/// Reads the legacy single call. It has no id: the pairing assigns one.
fn read_function_call(
    reader: &mut Reader<'_>,
    raw: &RawValue,
    place: Place<'_>,
) -> Result<ToolCall> {
    let body = read_body(reader, raw, "arguments", place)?;
    let (name, arguments, rest) = body.unwrap_or_else(|| {
        reader.note(place.field("name"), "the name is missing", "it is now `unknown`");
        ("unknown".into(), "{}".to_owned(), serde_json::Map::new())
    });
    let mut extra = Extra::from(rest);
    extra.insert("type", Value::from(FUNCTION_CALL));
    Ok(ToolCall { id: Box::default(), name, arguments, extra })
}
