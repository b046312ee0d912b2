//! The first line of a journal.

use std::hash::{BuildHasher, Hasher, RandomState};

use serde::{Deserialize, Serialize};

use super::line;
use vibeue_conversation::{Error, ErrorKind, Result};

/// The first line of a journal: what it is, and which conversation it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    #[serde(rename = "vibeue_journal")]
    format: u32,
    /// The id of the conversation, unique among all conversations.
    pub conversation: String,
    /// When the conversation began, in milliseconds since the Unix epoch.
    pub created: u64,
    /// The program that created the file, with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// How every journal begins, so that other programs can recognize it.
const BEGINNING: &[u8] = b"{\"vibeue_journal\"";

/// Enough of a first line to tell a journal of any version from other files.
#[derive(Deserialize)]
struct Probe {
    vibeue_journal: u64,
}

impl Header {
    /// The version of the format that this crate writes, and the only one so
    /// far.
    pub const FORMAT: u32 = 1;

    /// The longest header that is written or read, in bytes. A file without line breaks that is not
    /// a journal is refused after reading that much.
    pub const MAX_BYTES: usize = 64 * 1024;

    /// Creates the header of a conversation with a known id.
    pub fn new(conversation: impl Into<String>, created: u64) -> Self {
        let program = Some(concat!("vibeue ", env!("CARGO_PKG_VERSION")).to_owned());
        Self { format: Self::FORMAT, conversation: conversation.into(), created, program }
    }

    /// Creates the header of a new conversation, with an id of 32 random hexadecimal digits.
    ///
    /// The randomness tells conversations apart; it guards no secret.
    pub fn with_random_id(created: u64) -> Self {
        // The standard library seeds its hashers from the operating system.
        let random = || RandomState::new().build_hasher().finish();
        Self::new(format!("{:016x}{:016x}", random(), random()), created)
    }

    /// Writes the line, with its line break.
    pub(super) fn encode(&self, buffer: &mut Vec<u8>) -> Result<()> {
        buffer.clear();
        serde_json::to_writer(&mut *buffer, self)
            .expect("a header has string keys only and memory never fails to write");
        buffer.pop();
        line::seal(buffer)?;
        if buffer.len() > Self::MAX_BYTES {
            return Err(Error::new(
                ErrorKind::Input,
                format!(
                    "the header takes {} bytes, but at most {} are allowed",
                    buffer.len(),
                    Self::MAX_BYTES
                ),
            )
            .hint("use a shorter conversation id"));
        }
        Ok(())
    }

    /// Reads the line, without its line break.
    pub(super) fn decode(text: &[u8]) -> Result<Self> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let verified = line::verify(text);
        let format = match serde_json::from_slice::<Probe>(text) {
            Ok(probe) => probe.vibeue_journal,
            Err(_) if is_header(text) => {
                return Err(Error::new(
                    ErrorKind::Input,
                    "the header of the journal is cut short or damaged",
                )
                .hint(line::SALVAGE_HINT));
            }
            Err(_) => {
                return Err(Error::new(ErrorKind::Input, "this is not a VibeUE journal")
                    .hint("a journal begins with {\"vibeue_journal\":1"));
            }
        };
        if format != u64::from(Self::FORMAT) {
            return Err(Error::new(
                ErrorKind::Input,
                format!(
                    "the journal has format {format}, this program reads format {}",
                    Self::FORMAT
                ),
            )
            .hint("update the program"));
        }
        verified?;
        serde_json::from_slice(text).map_err(|error| {
            Error::new(
                ErrorKind::Input,
                format!("the header of the journal is incomplete: {error}"),
            )
            .hint(line::SALVAGE_HINT)
        })
    }
}

/// Returns whether a file begins like a journal of any version.
pub(crate) fn is_header(head: &[u8]) -> bool {
    head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).starts_with(BEGINNING)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(header: &Header) -> Vec<u8> {
        let mut buffer = Vec::new();
        header.encode(&mut buffer).unwrap();
        buffer.pop();
        buffer
    }

    #[test]
    fn a_header_comes_back_as_it_was_written() {
        let header = Header::new("c1", 1_795_212_000_000);
        assert_eq!(Header::decode(&line_of(&header)), Ok(header.clone()));
        let with_mark = [b"\xEF\xBB\xBF".as_slice(), &line_of(&header)].concat();
        assert_eq!(Header::decode(&with_mark), Ok(header));
    }

    #[test]
    fn a_header_begins_with_the_field_that_other_programs_look_for() {
        assert!(line_of(&Header::new("c1", 7)).starts_with(b"{\"vibeue_journal\":1,"));
    }

    #[test]
    fn a_newer_format_is_refused_with_both_numbers() {
        let error = Header::decode(b"{\"vibeue_journal\":2,\"shape\":\"new\"}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the journal has format 2, this program reads format 1 (update the program)"
        );
    }

    #[test]
    fn another_file_is_told_from_a_damaged_journal() {
        let say = |text: &[u8]| Header::decode(text).unwrap_err().message().to_owned();
        for text in ["", "[]", "{\"messages\":[]}", "\u{7f}ELF", "null", "{\"vibeue_journal\":-1}x"]
        {
            let expected = if text.starts_with("{\"vibeue") {
                "the header of the journal is cut short or damaged"
            } else {
                "this is not a VibeUE journal"
            };
            assert_eq!(say(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(say(b"\xFF\xFE\x00"), "this is not a VibeUE journal");
    }

    #[test]
    fn a_changed_byte_in_the_header_is_found() {
        let line = line_of(&Header::new("conversation", 1_795_212_000_000));
        for at in 0..line.len() {
            let mut changed = line.clone();
            changed[at] ^= 1;
            assert!(Header::decode(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn random_ids_differ() {
        let one = Header::with_random_id(0).conversation;
        assert_eq!(one.len(), 32);
        assert_ne!(one, Header::with_random_id(0).conversation);
    }
}
