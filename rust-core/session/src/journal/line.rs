//! One line of a journal: an event, its number, its time, its checksum.

use std::io::Write;

use serde::{Deserialize, Serialize};

use super::checksum::crc32;
use super::spent;
use crate::Event;
use crate::cost_ledger::CostLedger;
use vibeue_conversation::{Error, ErrorKind, Result};

/// The longest line that is written or read, in bytes: 256 MiB. A message with several pictures has
/// a few MiB; a longer line means a damaged file, and must not exhaust the editor's memory.
pub const MAX_LINE_BYTES: usize = 256 * 1024 * 1024;

/// The deepest nesting of lists and objects in a line. The parser's own limit is 128, against a
/// stack overflow; what is written has to stay below it.
pub const MAX_DEPTH: usize = 120;

/// What to do about a damaged journal.
pub(super) const SALVAGE_HINT: &str =
    "restore a copy, or use --salvage to copy what is readable into a new file";

/// The bytes of `,"crc":"01234567"}`.
const SEAL_BYTES: usize = 18;
const SEAL_START: &[u8] = b",\"crc\":\"";
const SEAL_END: &[u8] = b"\"}";

/// A line as it is written, without its checksum.
#[derive(Serialize)]
struct Outgoing<'a> {
    seq: u64,
    at: u64,
    event: &'a Event,
    #[serde(with = "spent", skip_serializing_if = "Option::is_none")]
    spent: Option<&'a CostLedger>,
}

/// A line as it is read.
#[derive(Deserialize)]
pub(super) struct Incoming {
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) event: Event,
    #[serde(default, deserialize_with = "spent::deserialize")]
    pub(super) spent: Option<Box<CostLedger>>,
}

/// Writes an event's line, with its line break, replacing the buffer's content.
pub(super) fn encode(buffer: &mut Vec<u8>, seq: u64, at: u64, event: &Event) -> Result<()> {
    encode_spent(buffer, seq, at, event, None)
}

/// As [`encode`], with what was spent since the previous line.
pub(crate) fn encode_spent(
    buffer: &mut Vec<u8>,
    seq: u64,
    at: u64,
    event: &Event,
    spent: Option<&CostLedger>,
) -> Result<()> {
    buffer.clear();
    serde_json::to_writer(&mut *buffer, &Outgoing { seq, at, event, spent })
        .expect("an event has string keys only and memory never fails to write");
    buffer.pop();
    // One less for the brace that was just removed.
    if depth(buffer) > MAX_DEPTH {
        return Err(Error::new(
            ErrorKind::Input,
            format!("the event nests lists and objects deeper than {MAX_DEPTH} levels"),
        )
        .hint("shorten the provider's block that is nested so deeply"));
    }
    seal(buffer)
}

/// Closes an object, whose last brace was left out, with its checksum and a line break.
pub(super) fn seal(buffer: &mut Vec<u8>) -> Result<()> {
    let length = buffer.len() + SEAL_BYTES + 1;
    if length > MAX_LINE_BYTES {
        return Err(Error::new(
            ErrorKind::Input,
            format!("the event takes {length} bytes, a journal's line at most {MAX_LINE_BYTES}"),
        )
        .hint("shorten the message"));
    }
    let checksum = crc32(buffer);
    writeln!(buffer, ",\"crc\":\"{checksum:08x}\"}}").expect("memory never fails to write");
    Ok(())
}

/// Returns whether a line, without its line break, is a complete line of a journal.
pub(crate) fn is_whole_line(text: &[u8]) -> bool {
    verify(text).is_ok()
}

/// Checks that a line, without its line break, is as it was written.
pub(super) fn verify(text: &[u8]) -> Result<()> {
    let damaged = |what: String| Error::new(ErrorKind::Input, what).hint(SALVAGE_HINT);
    let Some((body, seal)) = text.split_last_chunk::<SEAL_BYTES>() else {
        return Err(damaged("the line is too short to be a journal's".to_owned()));
    };
    let written = seal
        .strip_prefix(SEAL_START)
        .and_then(|rest| rest.strip_suffix(SEAL_END))
        .ok_or_else(|| damaged("the line does not end with a checksum".to_owned()))?;
    let expected = format!("{:08x}", crc32(body));
    if written == expected.as_bytes() {
        return Ok(());
    }
    Err(damaged(format!(
        "the line was changed or damaged after it was written: its checksum is {}, \
         its text has {expected}",
        String::from_utf8_lossy(written)
    )))
}

/// Reads an event's line, without its line break.
pub(super) fn decode(text: &[u8]) -> Result<Incoming> {
    verify(text)?;
    serde_json::from_slice(text).map_err(|error| {
        // The checksum holds, so this is what some program meant to write.
        Error::new(ErrorKind::Input, format!("the line is complete but not understood: {error}"))
            .hint("a newer version may have written it: update the program")
    })
}

/// Returns how deep the lists and objects of a JSON text are nested.
fn depth(json: &[u8]) -> usize {
    let (mut now, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => {
                now += 1;
                deepest = deepest.max(now);
            }
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use vibeue_conversation::{Message, MessageId, Part, Role};

    fn event_of_depth(levels: usize) -> Event {
        let mut block = json!("core");
        for _ in 0..levels {
            block = Value::Array(vec![block]);
        }
        Event::Message(Message::new(
            MessageId(1),
            Role::Assistant,
            vec![Part::Opaque { block: Box::new(block) }],
        ))
    }

    fn encoded(event: &Event) -> Result<Vec<u8>> {
        let mut buffer = b"what an earlier event left".to_vec();
        encode(&mut buffer, 3, 1_795_212_000_000, event)?;
        assert_eq!(buffer.pop(), Some(b'\n'));
        Ok(buffer)
    }

    #[test]
    fn a_line_has_the_documented_form() {
        let event = Event::Rename { title: "Meshes \"and\" more".to_owned() };
        assert_eq!(
            String::from_utf8(encoded(&event).unwrap()).unwrap(),
            "{\"seq\":3,\"at\":1795212000000,\
             \"event\":{\"rename\":{\"title\":\"Meshes \\\"and\\\" more\"}},\"crc\":\"5361d63e\"}"
        );
    }

    #[test]
    fn every_changed_byte_is_found() {
        let line = encoded(&Event::Rename { title: "Größe 10 µm".to_owned() }).unwrap();
        assert!(decode(&line).is_ok());
        for at in 0..line.len() {
            for mask in [1, 0x20, 0x80] {
                let mut changed = line.clone();
                changed[at] ^= mask;
                assert!(decode(&changed).is_err(), "byte {at}, mask {mask}");
            }
        }
    }

    #[test]
    fn the_deepest_event_that_is_written_can_be_read() {
        let written: Vec<usize> =
            (0..140).filter(|levels| encoded(&event_of_depth(*levels)).is_ok()).collect();
        let deepest = *written.last().unwrap();
        // Line, event, message, parts, part, block: six levels of our own.
        assert_eq!(written.len(), deepest + 1);
        assert!((110..MAX_DEPTH).contains(&deepest), "{deepest}");
        let event = event_of_depth(deepest);
        assert_eq!(decode(&encoded(&event).unwrap()).unwrap().event, event);
    }

    #[test]
    fn brackets_inside_of_text_do_not_count_as_depth() {
        assert_eq!(depth(br#"{"a":"[[[\"[[["}"#), 1);
        assert_eq!(depth(br#"[[],[[]]]"#), 3);
    }

    #[test]
    fn an_event_of_a_newer_version_is_named_and_refused() {
        let mut line = br#"{"seq":3,"at":5,"event":{"teleport":{"to":"moon"}}"#.to_vec();
        seal(&mut line).unwrap();
        line.pop();
        let error = decode(&line).map(|_| ()).unwrap_err();
        assert!(error.message().contains("unknown variant `teleport`"), "{error}");
        assert_eq!(
            error.hint_text(),
            Some("a newer version may have written it: update the program")
        );
    }

    #[test]
    fn what_was_spent_stands_beside_the_event_and_nonsense_there_costs_nothing() {
        let event = Event::Rename { title: "t".to_owned() };
        let mut spent = CostLedger::default();
        spent.chat.calls = 2;
        spent.chat.input = 1_000;
        spent.chat.dollars = 0.25;
        spent.summaries.calls = 1;
        spent.summaries.dollars = f64::NAN;
        let mut line = Vec::new();
        encode_spent(&mut line, 3, 5, &event, Some(&spent)).unwrap();
        line.pop();
        let text = String::from_utf8(line.clone()).unwrap();
        assert!(
            text.starts_with(
                "{\"seq\":3,\"at\":5,\"event\":{\"rename\":{\"title\":\"t\"}},\"spent\":{\"chat\":\
                 {\"calls\":2,\"input\":1000,\"dollars\":0.25},\"summaries\":{\"calls\":1}},\"crc\""
            ),
            "{text}"
        );
        spent.summaries.dollars = 0.0;
        assert_eq!(decode(&line).unwrap().spent.as_deref(), Some(&spent));
        for nonsense in ["7", "null", "{\"chat\":{\"calls\":-1}}", "\"a lot\""] {
            let start = "{\"seq\":3,\"at\":5,\"event\":{\"rename\":{\"title\":\"t\"}},\"spent\":";
            let mut line = format!("{start}{nonsense}").into_bytes();
            seal(&mut line).unwrap();
            line.pop();
            let read = decode(&line).unwrap();
            assert_eq!((read.event, read.spent), (event.clone(), None), "{nonsense}");
        }
    }

    #[test]
    fn an_unknown_field_is_passed_over() {
        let mut line =
            br#"{"seq":3,"at":5,"mood":"good","event":{"rename":{"title":"t"}}"#.to_vec();
        seal(&mut line).unwrap();
        line.pop();
        assert_eq!(decode(&line).unwrap().event, Event::Rename { title: "t".to_owned() });
    }
}
