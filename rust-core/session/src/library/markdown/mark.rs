//! Hidden marks on a page: where messages and their parts begin, and what their texts leave out.

use memchr::memmem;
use serde::{Deserialize, Serialize};
use vibeue_conversation::{MessageId, Role};

/// What every mark begins with; its key follows.
const BEGINS: &str = "<!-- vibeue:";
/// What it ends with.
const ENDS: &str = " -->";

/// The form of the pages that this version writes, and the newest that it reads.
pub(super) const FORM: u32 = 1;

/// One mark: a line of its own, an HTML comment with JSON in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mark {
    /// A conversation begins: the first mark of a page.
    Conversation {
        /// The [`FORM`] of the version that wrote it.
        form: u32,
        /// Whether the heading is a name that the conversation was given.
        named: bool,
    },
    /// A message begins; its heading is followed by its first text, if that is its first part.
    Message(MessageMark),
    /// Another text of the message.
    Text,
    /// An image of the message, which the page does not have.
    Image,
    /// A tool call.
    Call {
        /// The provider's id of the call.
        id: Box<str>,
        /// The tool's name as it is.
        name: Box<str>,
        /// Whether the arguments end with a line break of their own.
        #[serde(default, skip_serializing_if = "is_false")]
        newline: bool,
    },
    /// The result of a tool call.
    Result {
        /// The id of the call that it answers.
        call: Box<str>,
        /// The tool's name as it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Box<str>>,
        /// Whether the tool failed.
        #[serde(default, skip_serializing_if = "is_false")]
        failed: bool,
        /// Whether the text ends with a line break of its own.
        #[serde(default, skip_serializing_if = "is_false")]
        newline: bool,
    },
    /// An image of the result before it, which the page does not have.
    ResultImage,
}

/// The mark of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MessageMark {
    /// Its id.
    pub(super) id: MessageId,
    /// Who speaks.
    pub(super) role: Role,
    /// Whether it is pinned.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) pinned: bool,
    /// Whether it is a summary.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) summary: bool,
    /// The content of a summary's tags, which the page leaves out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tags: Option<SummaryTags>,
}

/// The content of the tags around a summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SummaryTags {
    /// The record's id.
    pub(super) id: String,
    /// How many summaries it builds on.
    pub(super) depth: u32,
    /// How many messages it replaces.
    pub(super) messages: u64,
    /// The first and the last of those messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<(MessageId, MessageId)>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The key of a page's marks: a number that no mark in the page's texts has.
///
/// A text may quote another page, or this one's own source; its marks have other keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    /// The lowest key that none of these texts uses.
    pub(super) fn free_in<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> Self {
        let finder = memmem::Finder::new(BEGINS);
        let mut used = Vec::new();
        for text in texts {
            let text = text.as_ref();
            for at in finder.find_iter(text.as_bytes()) {
                used.extend(number(&text[at + BEGINS.len()..]));
            }
        }
        used.sort_unstable();
        let next = |free: u64, used: &u64| if *used == free { free + 1 } else { free };
        Self(used.iter().fold(1, next))
    }

    /// Writes a mark, as a line without its break.
    pub(super) fn line(self, mark: &Mark) -> String {
        let json = serde_json::to_string(mark)
            .expect("a mark has string keys only and memory never fails to write");
        // Characters that could end or begin a comment occur only in strings.
        let json = json.replace('<', "\\u003c").replace('>', "\\u003e").replace("--", "-\\u002d");
        format!("{BEGINS}{} {json}{ENDS}", self.0)
    }

    /// Finds the marks with this key in a text: for each, where its line begins and ends, and the
    /// mark, unless it is damaged.
    pub(super) fn find_in(self, text: &str) -> Vec<(usize, usize, Option<Mark>)> {
        let begins = format!("{BEGINS}{} ", self.0);
        let mut found = Vec::new();
        for at in memmem::find_iter(text.as_bytes(), &begins) {
            if at == 0 || text.as_bytes()[at - 1] == b'\n' {
                let end = end_of_line(text, at);
                let json = text[at + begins.len()..end].trim_end().strip_suffix(ENDS);
                let mark = json.and_then(|json| serde_json::from_str(json).ok());
                found.push((at, end, mark));
            }
        }
        found
    }

    /// The key of a line if it is the first mark of a page.
    pub(super) fn of_first(line: &str) -> Option<Self> {
        let key = number(line.strip_prefix(BEGINS)?)?;
        line.starts_with(&format!("{BEGINS}{key} {{\"conversation\"")).then_some(Self(key))
    }
}

/// Where the line that contains a position ends, without its break.
pub(super) fn end_of_line(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length)
}

/// The number at the beginning of a text.
fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_a_comment_whatever_is_in_it_and_is_found_with_its_key_only() {
        let call = Mark::Call { id: "a-->b--- <!--\n".into(), name: "f".into(), newline: false };
        let line = Key(7).line(&call);
        assert_eq!(
            line,
            "<!-- vibeue:7 {\"call\":{\"id\":\"a-\\u002d\\u003eb-\\u002d- \\u003c!-\\u002d\\n\",\
             \"name\":\"f\"}} -->"
        );
        let text = format!("{line}\nx {line}\n\n{line} \nmore\n<!-- vibeue:7 {{ -->");
        let end = line.len();
        let second = 2 * end + 5;
        let last = text.rfind("<!-- ").unwrap();
        assert_eq!(
            Key(7).find_in(&text),
            [
                (0, end, Some(call.clone())),
                (second, second + end + 1, Some(call)),
                (last, text.len(), None)
            ]
        );
        assert_eq!(Key(70).find_in(&text), []);
    }

    #[test]
    fn a_key_is_the_lowest_that_no_text_uses() {
        let free = |texts: &[&str]| Key::free_in(texts.iter().copied());
        assert_eq!(free(&[]), Key(1));
        assert_eq!(free(&["<!-- vibeue: <!-- vibeue:2 x", "vibeue:1 "]), Key(1));
        assert_eq!(
            free(&["a<!-- vibeue:2 <!-- vibeue:1 ", "<!-- vibeue:01 <!-- vibeue:4"]),
            Key(3)
        );
        assert_eq!(free(&["<!-- vibeue:99999999999999999999999 "]), Key(1));
    }

    #[test]
    fn only_the_first_mark_of_a_page_gives_its_key() {
        let first = Key(12).line(&Mark::Conversation { form: FORM, named: true });
        assert_eq!(first, "<!-- vibeue:12 {\"conversation\":{\"form\":1,\"named\":true}} -->");
        assert_eq!(Key::of_first(&first), Some(Key(12)));
        let padded = first.replace(":12 ", ":012 ");
        for other in [&padded, &Key(12).line(&Mark::Text), "<!-- vibeue: {\"conversation\"", ""] {
            assert_eq!(Key::of_first(other), None, "{other}");
        }
    }
}
