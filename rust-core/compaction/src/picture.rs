//! Pictures of messages, and the lines in their places.

use vibeue_conversation::{Message, MessageId, Part, Role};

/// The line in the place of a picture that is not shown any more: by the
/// message's id it can be looked at again.
pub fn picture_line(id: MessageId) -> String {
    format!("[image archived as {id}]")
}

/// Whether somebody said a message with a picture, and not in a tool's result.
pub(super) fn shows_picture(message: &Message) -> bool {
    message.role != Role::System && message.parts.iter().any(|it| matches!(it, Part::Image(_)))
}

/// How many pictures a message has, those of tool results too.
pub fn count_pictures(message: &Message) -> usize {
    let of = |part: &Part| match part {
        Part::Image(_) => 1,
        Part::ToolResult(result) => {
            result.parts.iter().filter(|it| matches!(it, Part::Image(_))).count()
        }
        _ => 0,
    };
    message.parts.iter().map(of).sum()
}

/// A message with lines in the places of its pictures, those of tool results
/// too; all else stays.
pub fn without_pictures(message: &Message) -> Message {
    let line = || Part::text(picture_line(message.id));
    let mut without = message.clone();
    for part in &mut without.parts {
        match part {
            Part::Image(_) => *part = line(),
            Part::ToolResult(result) => {
                for inner in &mut result.parts {
                    if matches!(inner, Part::Image(_)) {
                        *inner = line();
                    }
                }
            }
            _ => {}
        }
    }
    without
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, Image, ImageSource, ToolResult};

    fn picture() -> Part {
        let source = ImageSource::Url { url: "https://a.b/c.png".to_owned() };
        Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
    }

    #[test]
    fn lines_take_the_places_of_pictures_and_all_else_stays() {
        let result = |parts| {
            Part::ToolResult(Box::new(ToolResult {
                call_id: "c1".into(),
                name: None,
                parts,
                is_error: false,
                extra: Extra::new(),
            }))
        };
        let parts = vec![Part::text("See"), picture(), result(vec![Part::text("a"), picture()])];
        let message = Message::new(MessageId(7), Role::User, parts);
        let line = || Part::text("[image archived as m7]");
        assert_eq!((count_pictures(&message), shows_picture(&message)), (2, true));
        let without = without_pictures(&message);
        let expected = vec![Part::text("See"), line(), result(vec![Part::text("a"), line()])];
        assert_eq!(without, Message::new(MessageId(7), Role::User, expected));
        assert_eq!((count_pictures(&without), shows_picture(&without)), (0, false));
        let words = Message::text(MessageId(1), Role::User, "See");
        assert_eq!(without_pictures(&words), words);
    }
}
