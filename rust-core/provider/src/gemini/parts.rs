//! The parts of a content.

use std::borrow::Cow;

use serde_json::Value;

use crate::dialogue::{Answer, Blob, Call, Rules, is_blank, is_plain};
use crate::json_text::object_or_wrapped;
use vibeue_conversation::pairing::NO_RESULT;
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Image, ImageSource, Part, Protocol};

/// How dialogues are put in order for this protocol.
pub(super) const RULES: Rules = Rules {
    protocol: Protocol::Gemini,
    owns: |block| {
        const OWN: [&str; 6] = [
            "thought",
            "thoughtSignature",
            "inlineData",
            "fileData",
            "executableCode",
            "codeExecutionResult",
        ];
        block.get("type").is_none() && OWN.iter().any(|name| block.get(*name).is_some())
    },
    owns_source: |source| source.get("fileUri").is_some_and(Value::is_string),
    id_char: is_plain,
    id_length: 64,
    name_char: |c| is_plain(c) || matches!(c, '.' | ':'),
    name_length: 64,
};

/// The prefix of ids that were made up because the server sent none; they mean
/// nothing to it.
pub(super) const MADE_UP: &str = "gemini_call_";

/// The field that carries the signature of what the model thought before a
/// part.
pub(super) const SIGNATURE: &str = "thoughtSignature";

/// The signature that Google documents for calls that its models did not make:
/// another model's history, or calls written by hand.
pub(super) const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Fields of a part that are interpreted here.
pub(super) const OURS: [&str; 3] = ["text", "functionCall", "functionResponse"];

pub(super) fn text_part<'a>(text: impl Into<Cow<'a, str>>) -> Object<'a> {
    let mut part = Object::new();
    part.put("text", text.into());
    part
}

/// Writes a call. `ours`: it came through this protocol. `signatures`: its
/// signatures may be sent. `demanded`: it is the first of its step, for a model
/// that demands a signature there.
pub(super) fn call_part(
    call: Call<'_>,
    ours: bool,
    signatures: bool,
    demanded: bool,
) -> Object<'_> {
    let mut function = Object::new();
    if ours && !call.id.starts_with(MADE_UP) {
        function.put("id", call.id);
    }
    function.put("name", call.name);
    function.put("args", object_or_wrapped(&call.call.arguments));
    let mut part = Object::new();
    part.put("functionCall", function);
    if ours {
        for (name, value) in call.call.extra.iter() {
            let is_signature = name == SIGNATURE;
            if !OURS.contains(&name.as_str()) && (signatures || !is_signature) {
                part.put(name.as_str(), value);
            }
        }
    }
    if demanded && !part.has(SIGNATURE) {
        part.put(SIGNATURE, NO_SIGNATURE);
    }
    part
}

/// Writes the answer to a call. It contains its images if the model accepts
/// them there; otherwise they are returned, to be placed after all answers.
pub(super) fn response_part(
    answer: Answer<'_>,
    images_inside: bool,
) -> (Object<'_>, Vec<Object<'_>>) {
    let mut function = Object::new();
    let ours = answer.origin == Some(Protocol::Gemini);
    if ours && !answer.id.starts_with(MADE_UP) {
        function.put("id", answer.id);
    }
    function.put("name", answer.name);
    let mut response = Object::new();
    let mut images = Vec::new();
    match answer.result {
        None => response.put("error", NO_RESULT),
        Some(result) => {
            let text = match result.parts.as_slice() {
                [Part::Text { text, .. }] => Cow::Borrowed(text.as_str()),
                _ => Cow::Owned(result.joined_text()),
            };
            let field = if result.is_error { "error" } else { "output" };
            let text = if is_blank(&text) { "(no output)".into() } else { text };
            response.put(field, text);
            images.extend(result.parts.iter().filter_map(|part| match part {
                Part::Image(image) if RULES.accept_image(answer.result_origin, &image.source) => {
                    Some(image_part(image))
                }
                _ => None,
            }));
        }
    }
    function.put("response", response);
    if images_inside && !images.is_empty() {
        let parts: Vec<Tree<'_>> =
            std::mem::take(&mut images).into_iter().map(Tree::from).collect();
        function.put("parts", parts);
    }
    let mut part = Object::new();
    part.put("functionResponse", function);
    (part, images)
}

pub(super) fn image_part(image: &Image) -> Object<'_> {
    let mut part = Object::new();
    if let Some(blob) = Blob::of(&image.source) {
        let mut data = Object::new();
        data.put("mimeType", blob.media_type);
        data.put("data", blob.data);
        part.put("inlineData", data);
        return part;
    }
    match &image.source {
        ImageSource::Url { url } => {
            let mut file = Object::new();
            file.put("mimeType", media_type(url));
            file.put("fileUri", url.as_str());
            part.put("fileData", file);
        }
        ImageSource::Provider { source } => part.put("fileData", source),
        // `Blob::of` accepts it.
        ImageSource::Base64 { .. } => {}
    }
    part
}

/// Guesses the type of an image from its URL.
fn media_type(url: &str) -> &'static str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let extension = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "png" => "image/png",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "heic" => "image/heic",
        _ => "image/jpeg",
    }
}

/// Returns a block of the provider's without what only the provider may add.
pub(super) fn opaque_part(block: &Value, signatures: bool) -> Option<Tree<'_>> {
    let fields = block.as_object()?;
    let signed = fields.get(SIGNATURE).is_some_and(Value::is_string);
    let is_thought = fields.get("thought") == Some(&Value::Bool(true));
    let is_seal_only = fields.get("text").and_then(Value::as_str).is_none_or(is_blank)
        && fields.len() <= 2
        && signed;
    // Visible thoughts are not read again; their signature is.
    if (is_thought && !signed) || (!signatures && (is_thought || is_seal_only)) {
        return None;
    }
    if signatures || !signed {
        return Some(Tree::Value(block));
    }
    let mut fields = fields.clone();
    fields.shift_remove(SIGNATURE);
    Some(Tree::Owned(Value::Object(fields)))
}
