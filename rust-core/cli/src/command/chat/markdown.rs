//! Markdown in a terminal, while it is still being written.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::output::{Printable, style};

const CODE: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();
const QUOTE: Style = Style::new().dimmed();

/// Renders Markdown piece by piece: what is certain comes out at once, only
/// marks that may go on are held back.
///
/// Knows what models write: headings, bold, code, fences, quotes and lists.
/// Everything else is shown as it is; nothing is ever left out but the marks
/// that became a style.
#[derive(Debug, Default)]
pub(crate) struct Markdown {
    /// Characters whose meaning depends on what follows.
    held: String,
    /// Something of the current line was shown.
    in_line: bool,
    fence: bool,
    /// The current line is the fence's own.
    at_fence: bool,
    bold: bool,
    code: bool,
    /// The style of the whole line.
    line: Option<Style>,
}

impl Markdown {
    /// Takes a piece of text and returns what can be shown.
    pub(crate) fn push(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len() + 16);
        for character in piece.chars() {
            self.take(character, &mut out);
        }
        out
    }

    /// Ends the text and returns what is left, styles closed.
    pub(crate) fn finish(&mut self) -> String {
        let mut out = String::new();
        self.release(&mut out);
        self.end_line(&mut out);
        *self = Self::default();
        out
    }

    fn take(&mut self, character: char, out: &mut String) {
        if character == '\n' {
            self.release(out);
            self.end_line(out);
            out.push('\n');
            return;
        }
        if !self.in_line {
            return self.begin_line(character, out);
        }
        if self.fence || self.at_fence {
            self.release(out);
            return show(character, out);
        }
        match (self.held.as_str(), character) {
            ("*", '*') => {
                self.held.clear();
                self.bold = !self.bold;
                self.restyle(out);
            }
            ("", '*') if !self.code => self.held.push('*'),
            (_, '`') => {
                self.release(out);
                self.code = !self.code;
                self.restyle(out);
            }
            _ => {
                self.release(out);
                show(character, out);
            }
        }
    }

    /// Holds the first characters of a line until it is clear what it is.
    fn begin_line(&mut self, character: char, out: &mut String) {
        self.held.push(character);
        let held = self.held.trim_start_matches(' ');
        let undecided = held.is_empty()
            || "```".starts_with(held)
            || (!self.fence && held.len() < 7 && held.bytes().all(|byte| byte == b'#'))
            || (!self.fence && (held == ">" || held == "*" || held == "-"));
        if undecided && held != "```" {
            return;
        }
        self.in_line = true;
        if held == "```" {
            self.fence = !self.fence;
            self.at_fence = true;
            let _ = write!(out, "{QUOTE}");
            return self.release(out);
        }
        if self.fence {
            let _ = write!(out, "{CODE}");
            return self.release(out);
        }
        if held.starts_with('#') && held.ends_with(' ') {
            self.line = Some(style::HEADING);
            self.held.clear();
            return self.restyle(out);
        }
        if held.starts_with('>') {
            self.line = Some(QUOTE);
            self.held = self.held.replacen('>', "│", 1);
            self.restyle(out);
            return self.release(out);
        }
        if held == "* " || held == "- " {
            let bullet = self.held.replacen(['*', '-'], "•", 1);
            self.held = bullet;
            return self.release(out);
        }
        // An ordinary line: its first characters may be marks themselves.
        let first = std::mem::take(&mut self.held);
        for character in first.chars() {
            self.take(character, out);
        }
    }

    /// Shows what was held back as it is.
    fn release(&mut self, out: &mut String) {
        let held = std::mem::take(&mut self.held);
        out.push_str(&Printable(&held).to_string());
    }

    fn end_line(&mut self, out: &mut String) {
        let styled = self.line.is_some()
            || self.bold
            || self.code
            || self.at_fence
            || (self.fence && self.in_line);
        if styled {
            out.push_str("\u{1b}[0m");
        }
        self.in_line = false;
        self.at_fence = false;
        self.line = None;
        // A mark that nobody closed does not colour the rest of the answer.
        self.bold = false;
        self.code = false;
    }

    fn restyle(&self, out: &mut String) {
        out.push_str("\u{1b}[0m");
        if let Some(line) = self.line {
            let _ = write!(out, "{line}");
        }
        if self.bold {
            let _ = write!(out, "{BOLD}");
        }
        if self.code {
            let _ = write!(out, "{CODE}");
        }
    }
}

fn show(character: char, out: &mut String) {
    let mut buffer = [0; 4];
    let _ = write!(out, "{}", Printable(character.encode_utf8(&mut buffer)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        let mut markdown = Markdown::default();
        let shown = markdown.push(text) + &markdown.finish();
        anstream::adapter::strip_str(&shown).to_string()
    }

    #[test]
    fn marks_become_styles_and_words_stay() {
        assert_eq!(
            plain("# Title\n\nSome **bold** and `code`.\n- one\n* two\n> said\n"),
            "Title\n\nSome bold and code.\n• one\n• two\n│ said\n"
        );
        assert_eq!(
            plain("```rust\nlet a = **b;\n# no heading\n```\nend"),
            "```rust\nlet a = **b;\n# no heading\n```\nend"
        );
        assert_eq!(plain("2 * 3 * 4 and a*b"), "2 * 3 * 4 and a*b");
        assert_eq!(plain("#hash -dash"), "#hash -dash");
        assert_eq!(plain("#"), "#");
        assert_eq!(plain("*"), "*");
        assert_eq!(plain("   indented"), "   indented");
    }

    #[test]
    fn it_does_not_matter_where_the_pieces_are_cut() {
        let text = "## A **b**\n\n- `x` y\n```\ncode\n```\n> q **w\nend * of\u{1b}[2Jit";
        let whole = {
            let mut markdown = Markdown::default();
            markdown.push(text) + &markdown.finish()
        };
        let mut markdown = Markdown::default();
        let mut pieces = String::new();
        let mut buffer = [0; 4];
        for character in text.chars() {
            pieces.push_str(&markdown.push(character.encode_utf8(&mut buffer)));
        }
        pieces.push_str(&markdown.finish());
        assert_eq!(pieces, whole);
        assert!(whole.contains("\u{241b}[2J"), "escape sequences of the model are not obeyed");
    }

    #[test]
    fn a_mark_that_nobody_closes_ends_with_its_line() {
        let mut markdown = Markdown::default();
        let shown = markdown.push("**open\nnext") + &markdown.finish();
        assert!(shown.ends_with("\u{1b}[0m\nnext"), "{shown:?}");
    }
}
