//! How the JSON of a file is laid out.

use std::io::{self, Write};

use super::Format;
use super::outside_strings::outside_strings;

/// White space, escapes and field order of a file, so that it is written back
/// in the same style.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    /// The format that the conversation was read from. Fields that only that
    /// provider knows are left out when another provider's format is written;
    /// `None` keeps every field.
    pub origin: Option<Format>,
    /// The indentation of one level; `None` writes everything on one line.
    pub indent: Option<String>,
    /// Whether a space follows each comma and colon on a line.
    pub spaced: bool,
    /// Whether everything except ASCII is written as `\u` escapes.
    pub ascii: bool,
    /// Whether lines end with carriage return and line feed.
    pub carriage_return: bool,
    /// Whether the text ends with a line break.
    pub final_newline: bool,
    /// The names of the top-level fields, in order.
    pub field_order: Vec<String>,
}

impl Layout {
    /// Everything on one line, without spaces.
    pub fn compact() -> Self {
        Self::default()
    }

    /// One field on each line, indented by two spaces, with a line break at
    /// the end.
    pub fn pretty() -> Self {
        Self { indent: Some("  ".to_owned()), spaced: true, final_newline: true, ..Self::default() }
    }

    /// Finds the layout of a text by what follows its first bracket and its
    /// first comma or colon, and by its end.
    pub(super) fn of(text: &str) -> Self {
        let open = text.find(['[', '{']).map_or(text.len(), |at| at + 1);
        let inside = &text[open..];
        let blank = inside.len() - inside.trim_start_matches([' ', '\t', '\r', '\n']).len();
        let (first, _) = inside.split_at(blank);
        let indent = first.rsplit_once('\n').map(|(_, indent)| indent.to_owned());
        Self {
            origin: None,
            // A list of messages, one on each line, has line breaks too.
            indent: indent.filter(|indent| !indent.is_empty()),
            spaced: spaced(inside),
            ascii: text.is_ascii() && text.contains("\\u"),
            // JSON strings contain no raw line breaks: the first one is between
            // tokens, between lines, or at the end.
            carriage_return: text.split_once('\n').is_some_and(|(line, _)| line.ends_with('\r')),
            final_newline: text.ends_with('\n'),
            field_order: Vec::new(),
        }
    }
}

/// Returns whether a space follows the first colon or comma outside of strings.
fn spaced(text: &str) -> bool {
    let first = outside_strings(text).find(|(_, byte)| matches!(byte, b':' | b','));
    let next = first.and_then(|(at, _)| text.as_bytes().get(at + 1));
    matches!(next, Some(b' ' | b'\n' | b'\r'))
}

/// Passes on JSON of any layout in the wanted one, byte by byte: white space
/// between tokens is dropped and written again, tokens stay unchanged.
pub(super) struct LayoutWriter<'l, W> {
    out: W,
    layout: &'l Layout,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Whether a bracket was just opened and is still empty.
    fresh: bool,
    /// The bytes received so far of a character that is not ASCII.
    partial: Vec<u8>,
}

impl<'l, W: Write> LayoutWriter<'l, W> {
    pub(super) fn new(out: W, layout: &'l Layout) -> Self {
        Self {
            out,
            layout,
            depth: 0,
            in_string: false,
            escaped: false,
            fresh: false,
            partial: Vec::new(),
        }
    }

    fn line_break(&mut self) -> io::Result<()> {
        if let Some(indent) = &self.layout.indent {
            self.out.write_all(if self.layout.carriage_return { b"\r\n" } else { b"\n" })?;
            for _ in 0..self.depth {
                self.out.write_all(indent.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Writes a run of bytes inside a string, without its closing quote.
    fn string_bytes(&mut self, run: &[u8]) -> io::Result<()> {
        if !self.layout.ascii {
            return self.out.write_all(run);
        }
        for &byte in run {
            if byte.is_ascii() {
                self.out.write_all(&[byte])?;
                continue;
            }
            self.partial.push(byte);
            if let Ok(character) = std::str::from_utf8(&self.partial) {
                let mut units = [0; 2];
                for character in character.chars() {
                    for unit in character.encode_utf16(&mut units) {
                        write!(self.out, "\\u{unit:04x}")?;
                    }
                }
                self.partial.clear();
            }
        }
        Ok(())
    }

    fn token_byte(&mut self, byte: u8) -> io::Result<()> {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => return Ok(()),
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if !self.fresh {
                    self.line_break()?;
                }
                self.fresh = false;
                return self.out.write_all(&[byte]);
            }
            _ => {}
        }
        if self.fresh {
            self.fresh = false;
            self.line_break()?;
        }
        self.out.write_all(&[byte])?;
        match byte {
            b'{' | b'[' => {
                self.depth += 1;
                self.fresh = true;
            }
            b',' if self.layout.indent.is_some() => self.line_break()?,
            b',' | b':' if self.layout.spaced => self.out.write_all(b" ")?,
            b'"' => self.in_string = true,
            _ => {}
        }
        Ok(())
    }
}

impl<W: Write> Write for LayoutWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if !self.in_string {
                self.token_byte(bytes[at])?;
                at += 1;
            } else if self.escaped {
                self.escaped = false;
                self.string_bytes(&bytes[at..=at])?;
                at += 1;
            } else {
                let rest = &bytes[at..];
                let run = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'));
                let end = run.unwrap_or(rest.len());
                self.string_bytes(&rest[..end])?;
                at += end;
                if let Some(&stop) = bytes.get(at) {
                    self.out.write_all(&[stop])?;
                    self.escaped = stop == b'\\';
                    self.in_string = stop == b'\\';
                    at += 1;
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Removes the white space between the tokens of valid JSON.
pub(super) fn compacted(json: &str) -> String {
    let mut out = Vec::with_capacity(json.len());
    let layout = Layout::compact();
    LayoutWriter::new(&mut out, &layout)
        .write_all(json.as_bytes())
        .expect("writing into memory does not fail");
    String::from_utf8(out).expect("only ASCII white space was removed from valid UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(json: &str, layout: &Layout, piece: usize) -> String {
        let mut out = Vec::new();
        let mut writer = LayoutWriter::new(&mut out, layout);
        for chunk in json.as_bytes().chunks(piece) {
            writer.write_all(chunk).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    const COMPACT: &str = r#"{"a":[1,{"b \" , : ü😀":null}],"c":{},"d":[],"e":"\\"}"#;

    #[test]
    fn pretty_text_is_what_serde_json_makes_of_it() {
        let value: serde_json::Value = serde_json::from_str(COMPACT).unwrap();
        let expected = serde_json::to_string_pretty(&value).unwrap();
        for piece in [1, 2, 3, 1_000] {
            assert_eq!(laid_out(COMPACT, &Layout::pretty(), piece), expected);
            assert_eq!(laid_out(&expected, &Layout::compact(), piece), COMPACT);
        }
    }

    #[test]
    fn spaces_escapes_and_line_ends_are_written_as_they_were_found() {
        for text in [
            "[{\"a\": \"\\u00fc\\ud83d\\ude00\", \"b\": [1, 2]}]\n",
            "{\r\n\t\"a\": \"ü\",\r\n\t\"b\": []\r\n}",
            "[{\"a\":1,\"b\":2}]",
            "[\n {\n  \"a\": 1\n }\n]\n",
            "[]",
        ] {
            let layout = Layout::of(text);
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let mut written = laid_out(&value.to_string(), &layout, 7);
            if layout.final_newline {
                written.push('\n');
            }
            assert_eq!(written, text);
        }
    }
}
