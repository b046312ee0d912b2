//! What has arrived of an answer.

use vibeue_conversation::{Message, Reasoning};

use super::room::Room;

/// What the host has seen of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::live) struct Arrived {
    /// The words of the answer.
    pub(in crate::live) words: String,
    /// What the model thought, if it showed any of that.
    pub(in crate::live) reasoning: Option<Reasoning>,
}

impl Arrived {
    /// Takes only as much as there is room for: words first.
    pub(super) fn fit(&mut self, room: &mut Room) {
        cut(&mut self.words, room);
        if let Some(reasoning) = &mut self.reasoning {
            cut(&mut reasoning.text, room);
        }
    }
}

/// What is kept of a model's reasoning with its answer: the text only if the answer does not have
/// it for its provider.
pub(super) fn kept_with(
    message: &Message,
    reasoning: Option<Reasoning>,
    room: &mut Room,
) -> Option<Box<Reasoning>> {
    let mut reasoning = reasoning?;
    if message.returned_reasoning().trim().is_empty() {
        cut(&mut reasoning.text, room);
    } else {
        reasoning.text.clear();
    }
    Some(Box::new(reasoning))
}

fn cut(text: &mut String, room: &mut Room) {
    let fits = room.take(text).len();
    text.truncate(fits);
}
