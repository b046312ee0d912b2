//! The items of a request's input.

use std::borrow::Cow;

use serde_json::Value;

use crate::dialogue::{Answer, Call, Piece, Rules, Turn, is_blank, is_plain};
use crate::json_text::object_text;
use vibeue_conversation::pairing::NO_RESULT;
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Extra, Image, ImageSource, Message, MessageKind, Part, Protocol};

/// How dialogues are put in order for this protocol.
pub(super) const RULES: Rules = Rules {
    protocol: Protocol::Responses,
    owns: |block| {
        match block.get("type").and_then(Value::as_str).unwrap_or_default() {
            "reasoning" | "refusal" | "input_file" => true,
            // Anthropic's block of this name is readable.
            "compaction" => block.get("content").is_none(),
            _ => false,
        }
    },
    owns_source: |source| source.get("file_id").is_some_and(Value::is_string),
    id_char: |c| !c.is_control(),
    id_length: 64,
    name_char: is_plain,
    name_length: 64,
};

/// The field under which a text keeps the unknown fields of its message item
/// (`phase`).
pub(super) const ITEM: &str = "item";

/// Writes the items of an input.
#[derive(Debug, Clone, Copy)]
pub(super) struct ItemsWriter {
    /// Whether earlier reasoning may be sent.
    pub(super) reasoning: bool,
}

impl ItemsWriter {
    /// Writes the turns.
    ///
    /// - Ids of items are left out: with `store: false` the server keeps none of
    ///   them, and refuses ids that it does not know. For the same reason
    ///   reasoning is sent only with its encrypted content.
    /// - Reasoning comes directly before the message or call that it led to, or
    ///   is left out.
    /// - A summary that the provider made is sent as its items, unchanged, in
    ///   place of its text.
    pub(super) fn write<'a>(self, turns: Vec<Turn<'a>>) -> Vec<Tree<'a>> {
        let mut items = Vec::with_capacity(turns.len());
        for turn in turns {
            match turn {
                Turn::System(texts) => {
                    let content = texts.into_iter().map(|text| text_part("input_text", text));
                    items.push(message_item("developer", content.collect(), None).into());
                }
                Turn::User(message, pieces) => user(message, pieces, &mut items),
                Turn::Assistant(message, pieces) => self.assistant(message, pieces, &mut items),
                Turn::Results(answers) => {
                    items.extend(answers.into_iter().map(|answer| Tree::from(output(answer))));
                }
            }
        }
        items
    }

    fn assistant<'a>(
        self,
        message: &'a Message,
        pieces: Vec<Piece<'a>>,
        items: &mut Vec<Tree<'a>>,
    ) {
        let ours = message.origin == Some(Protocol::Responses);
        let mut page = Page { items, reasoning: Vec::new(), content: Vec::new(), fields: None };
        for piece in pieces {
            match piece {
                Piece::Part(Part::Text { text, extra }) => {
                    let extra = ours.then_some(extra);
                    page.text(text.as_str().into(), extra);
                }
                Piece::Words(words) => page.text(words, None),
                Piece::Call(call) => page.item(call_item(call, ours)),
                Piece::Part(Part::Opaque { block }) => match kind_of(block) {
                    "refusal" => {
                        let refusal = block.get("refusal").and_then(Value::as_str);
                        let mut part = Object::new();
                        part.put("type", "refusal");
                        part.put("refusal", refusal.unwrap_or_default());
                        page.part(part, None);
                    }
                    "reasoning" if self.reasoning => page.reasoning(block),
                    "reasoning" | "item_reference" => {}
                    "compaction" => page.compaction(block),
                    // An item of the provider's own tools.
                    _ => page.item(without_id(block)),
                },
                Piece::Part(_) => page.text("(an image)".into(), None),
            }
        }
        page.close();
    }
}

/// The items of one turn of the model while they are being written.
struct Page<'a, 'i> {
    items: &'i mut Vec<Tree<'a>>,
    /// Reasoning that waits for the item that it led to.
    reasoning: Vec<Object<'a>>,
    /// The content of the message item that is being written, and its other
    /// fields.
    content: Vec<Tree<'a>>,
    fields: Option<&'a Value>,
}

impl<'a> Page<'a, '_> {
    fn text(&mut self, text: Cow<'a, str>, extra: Option<&'a Extra>) {
        let mut part = text_object("output_text", text);
        if let Some(extra) = extra {
            part.put_extra(extra, &["type", "text", "logprobs", ITEM]);
        }
        self.part(part, extra.and_then(|extra| extra.get(ITEM)));
    }

    fn part(&mut self, part: Object<'a>, fields: Option<&'a Value>) {
        if fields != self.fields {
            self.flush();
        }
        self.fields = fields;
        self.content.push(part.into());
    }

    fn reasoning(&mut self, block: &'a Value) {
        self.flush();
        let sealed = block.get("encrypted_content").and_then(Value::as_str);
        if sealed.is_some_and(|sealed| !sealed.is_empty()) {
            self.reasoning.push(without_id(block));
        }
    }

    fn item(&mut self, item: Object<'a>) {
        self.flush();
        self.items.extend(self.reasoning.drain(..).map(Tree::from));
        self.items.push(item.into());
    }

    /// Reasoning does not lead to a compaction, which replaces it.
    fn compaction(&mut self, block: &'a Value) {
        self.flush();
        self.reasoning.clear();
        self.items.push(Tree::Value(block));
    }

    fn flush(&mut self) {
        let fields = self.fields.take();
        if !self.content.is_empty() {
            self.items.extend(self.reasoning.drain(..).map(Tree::from));
            let content = std::mem::take(&mut self.content);
            self.items.push(message_item("assistant", content, fields).into());
        }
    }

    fn close(mut self) {
        self.flush();
    }
}

fn user<'a>(message: &'a Message, pieces: Vec<Piece<'a>>, items: &mut Vec<Tree<'a>>) {
    let compaction = |piece: &Piece<'_>| matches!(piece, Piece::Part(Part::Opaque { block }) if kind_of(block) == "compaction");
    let native = message.kind == MessageKind::Summary && pieces.iter().any(compaction);
    let mut content = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Part(Part::Opaque { block }) => match kind_of(block) {
                "input_file" | "input_image" | "input_text" if !native => {
                    content.push(Tree::Value(block));
                }
                "reasoning" | "refusal" | "item_reference" => {}
                _ => {
                    flush_user(&mut content, items);
                    items.push(Tree::Value(block));
                }
            },
            _ if native => {}
            Piece::Part(Part::Text { text, .. }) => {
                content.push(text_part("input_text", text.as_str()));
            }
            Piece::Part(Part::Image(image)) => content.push(image_part(image).into()),
            Piece::Words(words) => content.push(text_object("input_text", words).into()),
            // The dialogue turns these into pieces of their own.
            Piece::Call(_) | Piece::Part(Part::ToolCall(_) | Part::ToolResult(_)) => {}
        }
    }
    flush_user(&mut content, items);
}

fn flush_user<'a>(content: &mut Vec<Tree<'a>>, items: &mut Vec<Tree<'a>>) {
    if !content.is_empty() {
        items.push(message_item("user", std::mem::take(content), None).into());
    }
}

fn message_item<'a>(
    role: &'static str,
    content: Vec<Tree<'a>>,
    fields: Option<&'a Value>,
) -> Object<'a> {
    let mut item = Object::new();
    item.put("type", "message");
    item.put("role", role);
    item.put("content", content);
    for (name, value) in fields.and_then(Value::as_object).into_iter().flatten() {
        if !item.has(name) {
            item.put(name.as_str(), value);
        }
    }
    item
}

fn call_item(call: Call<'_>, ours: bool) -> Object<'_> {
    let mut item = Object::new();
    item.put("type", "function_call");
    item.put("call_id", call.id);
    item.put("name", call.name);
    item.put("arguments", object_text(&call.call.arguments));
    if ours {
        item.put_extra(&call.call.extra, &["type", "id", "call_id", "name", "arguments", "status"]);
    }
    item
}

fn output(answer: Answer<'_>) -> Object<'_> {
    let mut item = Object::new();
    item.put("type", "function_call_output");
    item.put("call_id", answer.id);
    let Some(result) = answer.result else {
        item.put("output", NO_RESULT);
        return item;
    };
    let has_image = result.parts.iter().any(|part| match part {
        Part::Image(image) => RULES.accept_image(answer.result_origin, &image.source),
        _ => false,
    });
    if !has_image {
        let text = match result.parts.as_slice() {
            [Part::Text { text, .. }] => Cow::Borrowed(text.as_str()),
            _ => Cow::Owned(result.joined_text()),
        };
        item.put("output", if is_blank(&text) { "(no output)".into() } else { text });
        return item;
    }
    let mut content = Vec::new();
    for part in &result.parts {
        match part {
            Part::Text { text, .. } if !is_blank(text) => {
                content.push(text_part("input_text", text.as_str()));
            }
            Part::Image(image) if RULES.accept_image(answer.result_origin, &image.source) => {
                content.push(image_part(image).into());
            }
            _ => {}
        }
    }
    item.put("output", content);
    item
}

fn text_part<'a>(kind: &'static str, text: &'a str) -> Tree<'a> {
    text_object(kind, text.into()).into()
}

fn text_object<'a>(kind: &'static str, text: Cow<'a, str>) -> Object<'a> {
    let mut part = Object::new();
    part.put("type", kind);
    part.put("text", text);
    part
}

fn image_part(image: &Image) -> Object<'_> {
    let mut part = Object::new();
    part.put("type", "input_image");
    match &image.source {
        ImageSource::Base64 { media_type, data } => {
            part.put("image_url", format!("data:{media_type};base64,{data}"));
        }
        ImageSource::Url { url } => part.put("image_url", url.as_str()),
        ImageSource::Provider { source } => {
            if let Some(id) = source.get("file_id") {
                part.put("file_id", id);
            }
        }
    }
    if let Some(detail) = &image.detail {
        part.put("detail", detail.as_ref());
    }
    part
}

/// An item without what only the server that stored it could resolve.
fn without_id(block: &Value) -> Object<'_> {
    let mut item = Object::new();
    let is_reasoning = kind_of(block) == "reasoning";
    for (name, value) in block.as_object().into_iter().flatten() {
        let is_left_out = match name.as_str() {
            "id" => true,
            "status" => is_reasoning,
            // Visible thoughts are not accepted back.
            "content" => is_reasoning && value.is_null(),
            _ => false,
        };
        if !is_left_out {
            item.put(name.as_str(), value);
        }
    }
    if is_reasoning && !item.has("summary") {
        item.put("summary", Vec::<Tree<'_>>::new());
    }
    item
}

fn kind_of(block: &Value) -> &str {
    block.get("type").and_then(Value::as_str).unwrap_or_default()
}
