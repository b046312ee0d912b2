//! The messages of a request.

use std::borrow::Cow;
use std::sync::Arc;

use super::quirks::Quirks;
use crate::dialogue::{Answer, Blob, Dialogue, Piece, Rules, Turn, is_blank};
use crate::json_text::object_or_wrapped;
use vibeue_conversation::pairing::NO_RESULT;
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Image, Message, Part, Protocol};

/// The field of a message in which a model's thinking is kept; other servers
/// use this name for a field with the same meaning.
pub(super) const REASONING: &str = "reasoning";

/// What the user says if the model spoke last; otherwise Ollama would continue
/// the model's own text.
const CONTINUE: &str = "(go on)";

/// What the user says if there are no messages: without any, Ollama only loads
/// the model.
const OPENING: &str = "(the conversation begins)";

/// Writes messages.
///
/// Calls are answered directly after them, each by one `tool` message that
/// names its tool. Images are sent as data; for those stored elsewhere a note
/// is sent.
pub(super) fn messages(messages: &[Arc<Message>], quirks: Quirks) -> Vec<Tree<'_>> {
    let rules = Rules {
        protocol: Protocol::Ollama,
        owns: |_| false,
        owns_source: |_| false,
        id_char: |c| c.is_ascii_graphic(),
        id_length: 256,
        name_char: |c| c.is_ascii_graphic(),
        name_length: 128,
    };
    let dialogue = Dialogue::of(messages, &rules);
    let loop_start = dialogue
        .turns
        .iter()
        .rposition(|turn| matches!(turn, Turn::User(..)))
        .map_or(0, |at| at + 1);
    let mut written: Vec<Tree<'_>> = Vec::new();
    if !dialogue.system.is_empty() {
        written.push(words("system", dialogue.system.join("\n\n")));
    }
    let prompt = written.len();
    let mut model_last = false;
    for (at, turn) in dialogue.turns.into_iter().enumerate() {
        model_last = matches!(turn, Turn::Assistant(..));
        match turn {
            Turn::System(texts) => written.push(words("system", texts.join("\n\n"))),
            Turn::User(_, pieces) => {
                let (object, _) = message("user", pieces, quirks);
                written.push(object.into());
            }
            Turn::Assistant(source, pieces) => {
                let (mut object, calls) = message("assistant", pieces, quirks);
                let own = source.origin == Some(Protocol::Ollama);
                let thinking = source.extra.get(REASONING).and_then(serde_json::Value::as_str);
                if let Some(thinking) = thinking.filter(|_| own && at >= loop_start) {
                    object.put("thinking", thinking);
                }
                if !calls.is_empty() {
                    object.put("tool_calls", calls);
                }
                if own {
                    object.put_extra(&source.extra, &OURS);
                }
                written.push(object.into());
            }
            Turn::Results(answers) => {
                written.extend(answers.into_iter().map(|answer| result(answer, quirks)));
            }
        }
    }
    if model_last {
        written.push(words("user", CONTINUE));
    }
    if written.len() == prompt {
        written.push(words("user", OPENING));
    }
    written
}

/// Message fields that are written here.
const OURS: [&str; 8] =
    ["role", "content", "thinking", "images", "tool_calls", "tool_name", "tool_call_id", REASONING];

fn words<'a>(role: &'a str, text: impl Into<Cow<'a, str>>) -> Tree<'a> {
    let mut object = Object::new();
    object.put("role", role);
    object.put("content", text.into());
    object.into()
}

/// Writes role, content and images; returns the calls with it.
fn message<'a>(
    role: &'static str,
    pieces: Vec<Piece<'a>>,
    quirks: Quirks,
) -> (Object<'a>, Vec<Tree<'a>>) {
    let mut texts: Vec<Cow<'a, str>> = Vec::new();
    let mut images: Vec<Tree<'a>> = Vec::new();
    let mut calls: Vec<Tree<'a>> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Part(Part::Text { text, .. }) => texts.push(text.as_str().into()),
            Piece::Part(Part::Image(image)) => take_image(image, quirks, &mut texts, &mut images),
            Piece::Words(words) => texts.push(words),
            Piece::Call(call) if quirks.no_tools => {
                texts.push(format!("(tool call {} {})", call.name, call.call.arguments).into());
            }
            Piece::Call(call) => {
                let mut function = Object::new();
                function.put("name", call.name);
                function.put("arguments", object_or_wrapped(&call.call.arguments));
                let mut object = Object::new();
                object.put("id", call.id);
                object.put("function", function);
                calls.push(object.into());
            }
            Piece::Part(_) => {}
        }
    }
    let mut object = Object::new();
    object.put("role", role);
    object.put("content", texts.join("\n\n"));
    if !images.is_empty() {
        object.put("images", images);
    }
    (object, calls)
}

fn take_image<'a>(
    image: &'a Image,
    quirks: Quirks,
    texts: &mut Vec<Cow<'a, str>>,
    images: &mut Vec<Tree<'a>>,
) {
    match Blob::of(&image.source) {
        Some(blob) if !quirks.no_images => images.push(blob.data.into()),
        Some(_) => texts.push("(an image was left out)".into()),
        None => texts.push("(an image behind an address was left out)".into()),
    }
}

fn result(answer: Answer<'_>, quirks: Quirks) -> Tree<'_> {
    let mut texts: Vec<Cow<'_, str>> = Vec::new();
    let mut images = Vec::new();
    match answer.result {
        None => texts.push(NO_RESULT.into()),
        Some(result) => {
            if result.is_error {
                texts.push("Error:".into());
            }
            for part in &result.parts {
                match part {
                    Part::Text { text, .. } if !is_blank(text) => texts.push(text.as_str().into()),
                    Part::Image(image) => take_image(image, quirks, &mut texts, &mut images),
                    _ => {}
                }
            }
            if texts.is_empty() && images.is_empty() {
                texts.push("(no output)".into());
            }
        }
    }
    let text = texts.join("\n");
    if quirks.no_tools {
        return words("user", format!("(result of {}: {text})", answer.name));
    }
    let mut object = Object::new();
    object.put("role", "tool");
    object.put("tool_name", answer.name);
    object.put("tool_call_id", answer.id);
    object.put("content", text);
    if !images.is_empty() {
        object.put("images", images);
    }
    object.into()
}
