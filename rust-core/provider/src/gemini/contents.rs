//! The contents of a request, under the rules that the API enforces.

use super::model::Gemini;
use super::parts::{OURS, SIGNATURE, call_part, image_part, opaque_part, response_part, text_part};
use crate::dialogue::{Piece, Turn};
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Message, Part, Protocol};

/// Precedes a conversation that begins with the model, and is used for one
/// without messages.
const OPENING: &str = "(the conversation begins)";

/// Follows a conversation that ends with the model.
const CONTINUE: &str = "(go on)";

/// How the turns of a dialogue are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContentsWriter {
    /// What the model accepts.
    pub(super) model: Gemini,
    /// Whether earlier signatures may be sent.
    pub(super) signatures: bool,
    /// Whether results may contain images.
    pub(super) images_in_results: bool,
}

struct Content<'a> {
    role: &'static str,
    parts: Vec<Tree<'a>>,
}

impl ContentsWriter {
    /// Writes the turns.
    ///
    /// - Roles alternate; the conversation begins and ends with the user.
    /// - A turn with calls is followed by as many responses, in one content.
    /// - Signatures stay in the part in which they arrived. For a model that
    ///   demands them, the first call of each step gets the documented one if it
    ///   has none.
    pub(super) fn write<'a>(self, turns: Vec<Turn<'a>>) -> Vec<Tree<'a>> {
        let mut contents: Vec<Content<'a>> = Vec::new();
        for turn in turns {
            match turn {
                Turn::System(texts) => {
                    let parts = texts.into_iter().map(|text| {
                        let text = format!("(from the host of this conversation)\n{text}");
                        text_part(text).into()
                    });
                    push(&mut contents, "user", parts.collect());
                }
                Turn::Results(answers) => {
                    let mut parts = Vec::with_capacity(answers.len());
                    let mut images = Vec::new();
                    for answer in answers {
                        let (part, more) = response_part(answer, self.images_in_results);
                        parts.push(part.into());
                        images.extend(more.into_iter().map(Tree::from));
                    }
                    parts.append(&mut images);
                    push(&mut contents, "user", parts);
                }
                Turn::User(message, pieces) => {
                    let parts = self.parts(message, pieces);
                    push(&mut contents, "user", parts);
                }
                Turn::Assistant(message, pieces) => {
                    let parts = self.parts(message, pieces);
                    push(&mut contents, "model", parts);
                }
            }
        }
        if contents.first().is_none_or(|first| first.role == "model") {
            contents.insert(0, Content { role: "user", parts: vec![text_part(OPENING).into()] });
        }
        if contents.last().is_some_and(|last| last.role == "model") {
            push(&mut contents, "user", vec![text_part(CONTINUE).into()]);
        }
        contents.into_iter().map(|content| content.into_object().into()).collect()
    }

    fn parts<'a>(self, message: &'a Message, pieces: Vec<Piece<'a>>) -> Vec<Tree<'a>> {
        let ours = message.origin == Some(Protocol::Gemini);
        let mut parts = Vec::with_capacity(pieces.len());
        // The first call of a step carries the signature of all.
        let mut first_call = true;
        for piece in pieces {
            match piece {
                Piece::Words(words) => parts.push(text_part(words).into()),
                Piece::Call(call) => {
                    let demanded = first_call && self.model.wants_signatures();
                    first_call = false;
                    parts.push(call_part(call, ours, self.signatures, demanded).into());
                }
                Piece::Part(Part::Text { text, extra }) => {
                    let mut part = text_part(text.as_str());
                    if ours {
                        for (name, value) in extra.iter() {
                            let sealed = name == SIGNATURE && !self.signatures;
                            if !OURS.contains(&name.as_str()) && !sealed {
                                part.put(name.as_str(), value);
                            }
                        }
                    }
                    parts.push(part.into());
                }
                Piece::Part(Part::Image(image)) => parts.push(image_part(image).into()),
                Piece::Part(Part::Opaque { block }) => {
                    parts.extend(opaque_part(block, self.signatures));
                }
                // The dialogue turns these into pieces of their own.
                Piece::Part(Part::ToolCall(_) | Part::ToolResult(_)) => {}
            }
        }
        parts
    }
}

impl<'a> Content<'a> {
    fn into_object(self) -> Object<'a> {
        let mut content = Object::new();
        content.put("role", self.role);
        content.put("parts", self.parts);
        content
    }
}

/// Adds parts to the last content if it has this role, or begins a new one.
fn push<'a>(contents: &mut Vec<Content<'a>>, role: &'static str, parts: Vec<Tree<'a>>) {
    if parts.is_empty() {
        return;
    }
    match contents.last_mut() {
        Some(last) if last.role == role => last.parts.extend(parts),
        _ => contents.push(Content { role, parts }),
    }
}
