//! Which pictures of a conversation its next request still has room for.
//!
//! Servers bound a request by its bytes and by its pictures, whatever their
//! tokens are. What has no room is left out of the request alone: it stays in
//! the conversation, and a look into the archive shows it again.

use std::collections::BTreeMap;

use vibeue_compaction::count_pictures;
use vibeue_conversation::{ImageSource, Message, Part, Role};

/// The most bytes of all pictures of a request, as base64: Gemini takes 20 MB
/// of a request in all.
const MOST_BYTES: usize = 16 << 20;
/// The most pictures of a request: of more, Anthropic takes only small ones.
const MOST: usize = 20;

/// The pictures of a request, message by message.
#[derive(Debug, Default)]
pub(super) struct PictureRoom {
    shown: BTreeMap<usize, Pictures>,
    number: usize,
    bytes: usize,
    /// The model has answered what stands before this place.
    seen: usize,
    leaves_out: bool,
}

/// The pictures of a message.
#[derive(Debug)]
struct Pictures {
    number: usize,
    bytes: usize,
    /// A person attached them.
    is_said: bool,
    /// They stay.
    is_pinned: bool,
}

impl PictureRoom {
    /// Adds the message that comes at a place, behind all before; returns the
    /// places whose pictures are left out from now on. Pictures that the model
    /// has not answered yet and pinned ones stay. At once as many go as leave
    /// half of the room: each time, the provider's prompt cache is left.
    pub(super) fn add(&mut self, at: usize, message: &Message) -> Vec<usize> {
        if message.role == Role::Assistant {
            self.seen = at;
        }
        let number = count_pictures(message);
        if number > 0 {
            let pictures = Pictures {
                number,
                bytes: bytes(message),
                is_said: message.role == Role::User && message.tool_results().next().is_none(),
                is_pinned: message.pinned,
            };
            self.number += number;
            self.bytes += pictures.bytes;
            self.shown.insert(at, pictures);
        }
        if self.number <= MOST && self.bytes <= MOST_BYTES {
            return Vec::new();
        }
        let free = |it: &(&usize, &Pictures)| *it.0 < self.seen && !it.1.is_pinned;
        let mut order: Vec<(bool, usize)> =
            self.shown.iter().filter(free).map(|(at, of)| (of.is_said, *at)).collect();
        // What a tool showed can be shown again; what a person attached cannot.
        order.sort_unstable();
        let mut gone = Vec::new();
        for (_, at) in order {
            if self.number <= MOST / 2 && self.bytes <= MOST_BYTES / 2 {
                break;
            }
            if let Some(of) = self.shown.remove(&at) {
                self.number -= of.number;
                self.bytes -= of.bytes;
                gone.push(at);
            }
        }
        self.leaves_out |= !gone.is_empty();
        gone
    }

    /// Whether anything is left out.
    pub(super) fn leaves_out(&self) -> bool {
        self.leaves_out
    }
}

/// The bytes of a message's pictures in a request.
fn bytes(message: &Message) -> usize {
    let of = |part: &Part| match part {
        Part::Image(image) => match &image.source {
            ImageSource::Base64 { data, .. } => data.len(),
            ImageSource::Url { url } if url.starts_with("data:") => url.len(),
            ImageSource::Url { .. } | ImageSource::Provider { .. } => 0,
        },
        _ => 0,
    };
    let inner = |part: &Part| match part {
        Part::ToolResult(result) => result.parts.iter().map(of).sum(),
        other => of(other),
    };
    message.parts.iter().map(inner).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, Image, MessageId};

    fn picture(bytes: usize) -> Part {
        let source =
            ImageSource::Base64 { media_type: "image/png".into(), data: "A".repeat(bytes) };
        Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
    }

    /// What goes at each message: a person's with so many pictures of so many
    /// bytes, pinned or not; or the model's, where there is none.
    fn gone(messages: &[Option<(usize, usize, bool)>]) -> Vec<Vec<usize>> {
        let mut room = PictureRoom::default();
        let all = messages.iter().enumerate().map(|(at, of)| {
            let message = match of {
                None => Message::text(MessageId(1), Role::Assistant, "I see."),
                Some((number, bytes, pinned)) => {
                    let parts = (0..*number).map(|_| picture(*bytes)).collect();
                    let mut message = Message::new(MessageId(1), Role::User, parts);
                    message.pinned = *pinned;
                    message
                }
            };
            room.add(at, &message)
        });
        let all: Vec<Vec<usize>> = all.collect();
        assert_eq!(room.leaves_out(), all.iter().any(|it| !it.is_empty()));
        all
    }

    #[test]
    fn the_oldest_go_by_half_of_the_room_and_what_is_not_answered_or_pinned_stays() {
        let nothing = || vec![Vec::new(); 6];
        let of = |number| Some((number, 1, false));
        assert_eq!(gone(&[of(10), None, of(10), None, None, None]), nothing());
        let mut expected = nothing();
        expected[4] = vec![0, 2];
        assert_eq!(gone(&[of(10), None, of(8), None, of(10), None]), expected);
        // Nothing of 30 was answered; then all but the newest goes.
        let mut expected = nothing();
        expected[5] = vec![0, 1];
        assert_eq!(
            gone(&[of(10), of(10), of(10), Some((0, 0, false)), of(0), None])[..5],
            nothing()[..5]
        );
        assert_eq!(gone(&[of(10), of(10), of(10), of(0), of(0), None]), {
            expected[5] = vec![0, 1];
            expected.clone()
        });
        let pinned = Some((10, 1, true));
        let mut expected = nothing();
        expected[4] = vec![2];
        assert_eq!(gone(&[pinned, None, of(8), None, of(10), None]), expected);
    }

    #[test]
    fn bytes_count_as_pictures_do() {
        let of = |bytes| Some((1, bytes, false));
        let third = MOST_BYTES / 3;
        assert_eq!(
            gone(&[of(third), None, of(third), None, of(third), None]),
            vec![Vec::<usize>::new(); 6]
        );
        let mut expected = vec![Vec::new(); 6];
        expected[4] = vec![0, 2];
        assert_eq!(gone(&[of(third), None, of(third), None, of(third + 3), None]), expected);
    }

    #[test]
    fn what_a_tool_showed_goes_before_what_a_person_attached() {
        let mut room = PictureRoom::default();
        let said = Message::new(MessageId(1), Role::User, vec![picture(1)]);
        assert_eq!(room.add(0, &said), [0; 0]);
        let mut last = Vec::new();
        for at in 1..=20 {
            let mut shown = Message::tool_result(MessageId(2), "c", None, "", false);
            if let [Part::ToolResult(result)] = shown.parts.as_mut_slice() {
                result.parts.push(picture(1));
            }
            room.add(2 * at - 1, &Message::text(MessageId(3), Role::Assistant, ""));
            last = room.add(2 * at, &shown);
        }
        assert_eq!(last, (1..=11).map(|at| 2 * at).collect::<Vec<_>>());
    }
}
