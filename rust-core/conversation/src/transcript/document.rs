//! The outermost level of a file: where its messages are.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::Format;
use super::family::Family;
use super::raw::{Fields, Key, Kind};
use super::shape::family_of;
use crate::{Error, ErrorKind, Result};

/// A file split into its messages, which are not read yet.
pub(super) struct Document<'a> {
    pub(super) format: Format,
    pub(super) messages: Vec<&'a RawValue>,
    /// The top-level fields, without `messages`; empty for a list or lines.
    pub(super) fields: Fields<'a>,
    /// The names of the top-level fields, in order.
    pub(super) field_order: Vec<String>,
    /// The number of a torn last line that was left out, if there was one.
    pub(super) torn_line: Option<usize>,
}

impl<'a> Document<'a> {
    /// Splits a text.
    pub(super) fn of(text: &'a str, most_messages: usize) -> Result<Self> {
        if is_journal(text) {
            return Ok(Self::new(Format::Journal, Vec::new(), Fields::new()));
        }
        match text.trim_start().bytes().next() {
            Some(b'[') => Self::list(text, most_messages),
            Some(b'{') => Self::object(text, most_messages),
            None => Err(Error::new(ErrorKind::Input, "the file contains nothing but white space")
                .hint("give a file that contains a conversation")),
            Some(0) => Err(Error::new(ErrorKind::Input, "the file begins with a NUL byte")
                .hint("it was damaged in a crash or is binary; use an older copy")),
            Some(_) => {
                let what = match serde_json::from_str::<&RawValue>(text) {
                    Ok(raw) => format!("the file is {}, not a conversation", Kind::of(raw)),
                    Err(error) => return Err(malformed(text, &error, None)),
                };
                Err(Error::new(ErrorKind::Input, what).hint(EXPECTED))
            }
        }
    }

    fn new(format: Format, messages: Vec<&'a RawValue>, fields: Fields<'a>) -> Self {
        Self { format, messages, fields, field_order: Vec::new(), torn_line: None }
    }

    fn list(text: &'a str, most_messages: usize) -> Result<Self> {
        let mut messages = Vec::new();
        let mut json = serde_json::Deserializer::from_str(text);
        let list = Messages { into: &mut messages, most: most_messages };
        list.deserialize(&mut json)
            .and_then(|()| json.end())
            .map_err(|error| malformed(text, &error, Some(messages.len())))?;
        let format = match family_of(&messages, None) {
            Some(Family::Anthropic) => Format::AnthropicArray,
            _ => Format::OpenAiArray,
        };
        Ok(Self::new(format, messages, Fields::new()))
    }

    fn object(text: &'a str, most_messages: usize) -> Result<Self> {
        let mut top = Top { fields: Fields::new(), order: Vec::new(), messages: None };
        let mut json = serde_json::Deserializer::from_str(text);
        let outcome = TopSeed { into: &mut top, most: most_messages }.deserialize(&mut json);
        if outcome.is_ok() && top.messages.is_none() && top.fields.get("role").is_some() {
            return Self::lines(text, most_messages);
        }
        outcome
            .and_then(|()| json.end())
            .map_err(|error| malformed(text, &error, top.messages.as_ref().map(Vec::len)))?;
        let around = top.family();
        let Some(messages) = top.messages else {
            let hint = if top.fields.get("input").is_some() {
                "`input` looks like the Responses API; give chat messages"
            } else {
                EXPECTED
            };
            return Err(
                Error::new(ErrorKind::Input, "the object has no field `messages`").hint(hint)
            );
        };
        let family = family_of(&messages, around);
        let format = match family {
            Some(Family::Anthropic) => Format::Anthropic,
            _ => Format::OpenAiObject,
        };
        let mut document = Self::new(format, messages, top.fields);
        document.field_order = top.order;
        Ok(document)
    }

    /// One message on each line. A torn last line is left by a writer that was
    /// interrupted: everything before it is intact.
    fn lines(text: &'a str, most_messages: usize) -> Result<Self> {
        let mut messages: Vec<&RawValue> = Vec::new();
        let mut torn_line = None;
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        while let Some(value) = values.next() {
            match value {
                Ok(_) if messages.len() >= most_messages => return Err(too_many(most_messages)),
                Ok(raw) => messages.push(raw),
                Err(error) if error.classify() == Category::Eof && !messages.is_empty() => {
                    let before = &text.as_bytes()[..values.byte_offset().min(text.len())];
                    torn_line = Some(before.iter().filter(|&&byte| byte == b'\n').count() + 1);
                    break;
                }
                Err(error) => return Err(malformed(text, &error, Some(messages.len()))),
            }
        }
        let format = match family_of(&messages, None) {
            Some(Family::Anthropic) => Format::AnthropicLines,
            _ => Format::OpenAiLines,
        };
        let mut document = Self::new(format, messages, Fields::new());
        document.torn_line = torn_line;
        Ok(document)
    }
}

const EXPECTED: &str = "a conversation is a list of messages or an object with `messages`";

/// Returns whether the first line is a journal's: the rest may be torn.
fn is_journal(text: &str) -> bool {
    let line = text.trim_start().lines().next().unwrap_or_default();
    // Only a journal's first line is short and names the journal first; a
    // conversation of a hundred megabytes on one line is not parsed to find
    // out.
    let Some(inside) = line.strip_prefix('{') else { return false };
    inside.trim_start().starts_with("\"vibeue_journal\"")
}

fn too_many(most: usize) -> Error {
    Error::new(ErrorKind::Input, format!("more than {most} messages"))
        .hint("raise the limit `max_messages` or split the file")
}

/// Says where JSON breaks off or goes wrong, and how much came before.
fn malformed(text: &str, error: &serde_json::Error, messages: Option<usize>) -> Error {
    let message = error.to_string();
    if let Some(most) = message.strip_prefix(TOO_MANY) {
        let most = most.split(' ').next().and_then(|most| most.parse().ok());
        return too_many(most.unwrap_or_default());
    }
    let reason = message.split(" at line ").next().unwrap_or_default();
    let read = match messages {
        Some(1) => "; 1 whole message comes before it".to_owned(),
        Some(count) => format!("; {count} whole messages come before it"),
        None => String::new(),
    };
    let (what, hint) = match error.classify() {
        Category::Eof => (
            format!("the JSON ends too early: {reason}"),
            "the file was cut off while it was written or copied; use a complete copy",
        ),
        Category::Data => {
            return Error::new(ErrorKind::Input, format!("`messages` is not a list: {reason}"))
                .at(format!("line {}, column {}", error.line(), error.column()))
                .hint(EXPECTED);
        }
        Category::Syntax if reason == "trailing characters" => (
            "there is more text after the conversation".to_owned(),
            "give one conversation per file",
        ),
        _ => match not_json(text, error) {
            Some(word) => (format!("`{word}` is not JSON"), "write null or a number instead"),
            None => {
                let hint = if text.as_bytes().iter().take(64).any(|&byte| byte == 0) {
                    "the file contains NUL bytes: is it UTF-16? save it as UTF-8"
                } else {
                    "fix the file at this place"
                };
                (format!("the JSON is malformed: {reason}"), hint)
            }
        },
    };
    Error::new(ErrorKind::Input, what + &read)
        .at(format!("line {}, column {}", error.line(), error.column()))
        .hint(hint)
}

/// Finds, at the place of an error, a word that other languages accept as JSON.
fn not_json(text: &str, error: &serde_json::Error) -> Option<&'static str> {
    let line = text.split('\n').nth(error.line().checked_sub(1)?)?.as_bytes();
    let from = error.column().saturating_sub(2).min(line.len());
    let near = &line[from..line.len().min(from + 16)];
    ["-Infinity", "Infinity", "NaN", "None", "True", "False", "undefined"].into_iter().find(
        |word| {
            near.starts_with(word.as_bytes())
                || near.get(1..).is_some_and(|rest| rest.starts_with(word.as_bytes()))
        },
    )
}

/// Begins the message with which the limit passes through the parser.
const TOO_MANY: &str = "too many messages: ";

/// Collects the elements of a list; those before an error are kept.
struct Messages<'a, 'o> {
    into: &'o mut Vec<&'a RawValue>,
    most: usize,
}

impl<'de: 'a, 'a> DeserializeSeed<'de> for Messages<'a, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de: 'a, 'a> Visitor<'de> for Messages<'a, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(raw) = list.next_element::<&'de RawValue>()? {
            if self.into.len() >= self.most {
                return Err(serde::de::Error::custom(format_args!("{TOO_MANY}{}", self.most)));
            }
            self.into.push(raw);
        }
        Ok(())
    }
}

/// The top-level fields that were read so far.
struct Top<'a> {
    fields: Fields<'a>,
    order: Vec<String>,
    messages: Option<Vec<&'a RawValue>>,
}

impl Top<'_> {
    /// Determines the provider from the top-level fields.
    fn family(&self) -> Option<Family> {
        let tools = self.fields.get("tools").map(RawValue::get).unwrap_or_default();
        let anthropic = self.fields.get("system").is_some()
            || self.fields.get("anthropic_version").is_some()
            || (tools.contains("\"input_schema\"") && !tools.contains("\"function\""));
        anthropic.then_some(Family::Anthropic)
    }
}

struct TopSeed<'a, 'o> {
    into: &'o mut Top<'a>,
    most: usize,
}

impl<'de: 'a, 'a> DeserializeSeed<'de> for TopSeed<'a, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de: 'a, 'a> Visitor<'de> for TopSeed<'a, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let top = self.into;
        while let Some(Key(name)) = map.next_key::<Key<'de>>()? {
            if name == "messages" {
                if top.messages.is_some() {
                    top.fields.doubled.push(name.into_owned());
                } else {
                    top.order.push(name.into_owned());
                }
                let messages = top.messages.insert(Vec::new());
                map.next_value_seed(Messages { into: messages, most: self.most })?;
            } else {
                let known = top.fields.entries.len();
                let value = map.next_value::<&'de RawValue>()?;
                top.fields.push(name, value);
                if let Some((name, _)) = top.fields.entries.get(known) {
                    top.order.push(name.to_string());
                }
            }
        }
        Ok(())
    }
}
