//! A file's text, and how it is encoded.

use std::ops::Range;

use crate::project::file_kind::{HEAD, not_text};

const BOM: &str = "\u{feff}";

/// How the lines of a file end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Lf,
    CrLf,
}

/// A file's text, and how it is encoded: a byte order mark, how its lines end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextFile {
    /// The text as in the file, without the mark.
    text: String,
    has_mark: bool,
    ending: Ending,
}

impl TextFile {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// What it is if not UTF-8 text, in words for the model.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, String> {
        if let Some(kind) = not_text(&bytes[..bytes.len().min(HEAD)]) {
            return Err(format!("it is not a text file: {kind}"));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            format!(
                "it is not UTF-8: the bytes of line {line} are of another encoding, which an edit \
                 would spoil; ask the user to convert it"
            )
        })?;
        if text.contains('\0') {
            return Err("it is not a text file: binary data".to_owned());
        }
        let has_mark = text.starts_with(BOM);
        let text = if has_mark { text[BOM.len()..].to_owned() } else { text };
        let ending = ending_of(&text).unwrap_or(Ending::Lf);
        Ok(Self { text, has_mark, ending })
    }

    /// The text, without the mark.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where a text occurs, in bytes of this one, regardless of line ends. Matches do not overlap.
    pub(super) fn places(&self, sought: &str) -> Vec<Range<usize>> {
        let sought = unix(sought.strip_prefix(BOM).unwrap_or(sought));
        if sought.is_empty() {
            return Vec::new();
        }
        if !self.text.contains('\r') {
            return found(&self.text, &sought).collect();
        }
        // Searched in the text with plain line ends, mapping each position back.
        let plain = unix(&self.text);
        let mut way = Way::new(&self.text);
        found(&plain, &sought).map(|at| way.back(at.start)..way.back(at.end)).collect()
    }

    /// The file's bytes with other text in these ranges, which are in order and do not overlap. Its
    /// line ends become those of the file.
    pub(super) fn with(&self, places: &[Range<usize>], other: &str) -> String {
        let mut text = String::with_capacity(self.text.len() + other.len());
        let mut end = 0;
        for place in places {
            text.push_str(&self.text[end..place.start]);
            let near = ending_of(&self.text[place.clone()]).unwrap_or(self.ending);
            text.push_str(&ended(other, near));
            end = place.end;
        }
        text.push_str(&self.text[end..]);
        self.marked(text)
    }

    /// The file's bytes with all of its text replaced: mark, line ends and a line end after the
    /// last line stay as they are.
    pub(super) fn replaced(&self, content: &str) -> String {
        let content = content.strip_prefix(BOM).unwrap_or(content);
        let mut text = ended(content, self.ending);
        if self.text.ends_with('\n') && !text.ends_with('\n') && !text.is_empty() {
            text.push_str(if self.ending == Ending::CrLf { "\r\n" } else { "\n" });
        }
        self.marked(text)
    }

    fn marked(&self, text: String) -> String {
        if self.has_mark { format!("{BOM}{text}") } else { text }
    }
}

/// Maps positions in a text with plain line ends back to the original.
struct Way<'a> {
    text: &'a str,
    /// A position in both.
    plain: usize,
    at: usize,
}

impl<'a> Way<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, plain: 0, at: 0 }
    }

    /// The position of a later byte; must be called in ascending order.
    fn back(&mut self, plain: usize) -> usize {
        let bytes = self.text.as_bytes();
        while self.plain < plain {
            let pair = bytes[self.at] == b'\r' && bytes.get(self.at + 1) == Some(&b'\n');
            self.at += if pair { 2 } else { 1 };
            self.plain += 1;
        }
        self.at
    }
}

fn found<'a>(text: &'a str, sought: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    text.match_indices(sought).map(|(at, it)| at..at + it.len())
}

/// A text with plain line ends.
fn unix(text: &str) -> String {
    text.replace("\r\n", "\n")
}

fn ended(text: &str, ending: Ending) -> String {
    match ending {
        Ending::Lf => unix(text),
        Ending::CrLf => unix(text).replace('\n', "\r\n"),
    }
}

/// How most lines end; `None` for a single line.
fn ending_of(text: &str) -> Option<Ending> {
    let lines = text.matches('\n').count();
    let pairs = text.matches("\r\n").count();
    match (lines, pairs) {
        (0, _) => None,
        _ if pairs * 2 > lines => Some(Ending::CrLf),
        _ => Some(Ending::Lf),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> TextFile {
        TextFile::read(text.as_bytes().to_vec()).unwrap()
    }

    fn edited(text: &str, old: &str, new: &str) -> String {
        let file = file(text);
        file.with(&file.places(old), new)
    }

    #[test]
    fn line_ends_mark_and_the_end_of_the_file_stay() {
        assert_eq!(edited("a\r\nb\r\nc", "a\nb", "x\ny\nz"), "x\r\ny\r\nz\r\nc");
        assert_eq!(edited("\u{feff}a\nb\n", "\u{feff}a", "x\r\ny"), "\u{feff}x\ny\nb\n");
        assert_eq!(edited("ü\r\n\r\nä\r\n", "\n\nä\n", "-\n"), "ü-\r\n");
        // In a file with both, the line ends of the removed lines are used.
        assert_eq!(edited("a\nb\r\nc\nd\n", "b\nc", "x\ny"), "a\nx\r\ny\nd\n");
        // A lone carriage return is not a line end.
        assert_eq!(edited("a\rb\r\nc\r\n", "b\nc", "d"), "a\rd\r\n");
        assert_eq!(edited("aXbXc", "X", "YY"), "aYYbYYc");
        assert!(file("a\n").places("b").is_empty());
        assert!(file("a\n").places("").is_empty());
    }

    #[test]
    fn a_file_replaced_as_a_whole_keeps_how_it_is_written() {
        assert_eq!(file("\u{feff}a\r\nb\r\n").replaced("x\ny"), "\u{feff}x\r\ny\r\n");
        assert_eq!(file("a\nb").replaced("x\r\ny\r\n"), "x\ny\n");
        assert_eq!(file("a\n").replaced(""), "");
    }

    #[test]
    fn what_is_not_text_in_utf_8_is_named() {
        let wrong = |bytes: &[u8]| TextFile::read(bytes.to_vec()).unwrap_err();
        assert!(wrong(b"\xff\xfea\0").contains("UTF-16"));
        assert!(wrong(b"a\nb\nStra\xdfe\n").contains("not UTF-8: the bytes of line 3"));
        assert!(wrong(b"a\0b").contains("binary data"));
        let late = [&[b'a'; HEAD][..], b"\0"].concat();
        assert!(wrong(&late).contains("binary data"));
    }
}
