//! How much may still be written in a turn.

use std::io::{self, Write};

use vibeue_provider::Reply;

/// What is left of the bytes that may be written in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::live) struct Room(u64);

impl Room {
    pub(in crate::live) fn new(bytes: u64) -> Self {
        Self(bytes)
    }

    /// Takes as much of a text as there is room for, and returns it.
    pub(in crate::live) fn take<'a>(&mut self, text: &'a str) -> &'a str {
        // Most texts need not be examined by character: none grows beyond this.
        if (text.len() as u64).saturating_mul(LONGEST_ESCAPE) <= self.0 {
            self.0 -= written_bytes(text);
            return text;
        }
        for (at, character) in text.char_indices() {
            let bytes = written(character);
            if bytes > self.0 {
                self.0 = 0;
                return &text[..at];
            }
            self.0 -= bytes;
        }
        text
    }

    /// Takes room for a whole answer; returns whether there was enough. If there was not, none is
    /// left.
    pub(super) fn take_answer(&mut self, reply: &Reply) -> bool {
        let mut size = Size(0);
        // Never fails: the sink accepts everything, and all keys are strings.
        let measured = serde_json::to_writer(&mut size, &reply.parts)
            .and_then(|()| serde_json::to_writer(&mut size, &reply.extra));
        match self.0.checked_sub(size.0) {
            Some(left) if measured.is_ok() => {
                self.0 = left;
                true
            }
            _ => {
                self.0 = 0;
                false
            }
        }
    }
}

/// The bytes of `\u0000`, the longest that one byte becomes.
const LONGEST_ESCAPE: u64 = 6;

/// How many bytes a text takes in a line of a journal.
fn written_bytes(text: &str) -> u64 {
    text.bytes().map(|byte| written(char::from(byte.min(0x7f)))).sum()
}

fn written(character: char) -> u64 {
    match character {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => LONGEST_ESCAPE,
        other => other.len_utf8() as u64,
    }
}

/// Counts what is written.
struct Size(u64);

impl Write for Size {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::Part;
    use vibeue_provider::StopReason;

    #[test]
    fn a_text_takes_the_room_that_it_has_in_a_journal() {
        for text in ["", "The door.", "Größe 10 µm, 🚪", "\"\\\n\r\t\u{8}\u{c}", "\0\u{1f}\u{7f}"]
        {
            let written = serde_json::to_string(text).unwrap().len() as u64 - 2;
            for room in [written, written + 7, 1_000] {
                let mut left = Room::new(room);
                assert_eq!(left.take(text), text);
                assert_eq!(left, Room::new(room - written), "{text:?}");
            }
        }
    }

    #[test]
    fn what_is_beyond_the_room_is_cut_between_characters() {
        let mut room = Room::new(6);
        assert_eq!(room.take("Größe"), "Größ");
        assert_eq!(room.take("e"), "");
        assert_eq!(Room::new(11).take("\0\0"), "\0");
    }

    #[test]
    fn an_answer_is_measured_with_all_that_it_carries() {
        let reply = |text: &str| {
            let opaque = Part::Opaque { block: Box::new("x".repeat(50).into()) };
            Reply::new(vec![Part::text(text), opaque], StopReason::End)
        };
        let mut room = Room::new(1_000);
        assert!(room.take_answer(&reply("short")));
        assert!(room.0 < 950 && room.0 > 800, "{room:?}");
        assert!(!room.take_answer(&reply(&"long ".repeat(200))));
        assert_eq!(room, Room::new(0));
    }
}
