//! Markdown, piece by piece.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use vibeue_core::markdown::{CodeLanguage, CodeReader};

use super::fence::Fence;
use super::inline::Inline;
use super::line::Line;
use super::looks;
use super::pipe_table::PipeTable;
use crate::output::{Printable, style};

const CODE: Style = AnsiColor::Cyan.on_default();
const QUOTE: Style = Style::new().dimmed();

/// Renders Markdown while it is being written: what is certain comes out at
/// once; marks that may go on, tables, and lines of code whose language has
/// looks, are held back.
///
/// Knows what models write: headings, bold, italic, code, fences, quotes,
/// lists, tables and rules. Everything else is shown as it is; nothing is left
/// out but the marks that became a style.
#[derive(Debug)]
pub(crate) struct Renderer {
    /// The beginning of a line that may be one thing or another.
    held: String,
    /// What the current line is, once that is decided.
    line: Option<Body>,
    /// The fence of the code that is being shown.
    fence: Option<Fence>,
    /// What gives that code its looks, where its language has some.
    code: Option<CodeReader>,
    /// The rows of a table that may go on.
    table: PipeTable,
    /// How wide the terminal is, where that is known.
    columns: fn() -> Option<usize>,
}

/// The rest of a line that was decided.
#[derive(Debug)]
enum Body {
    /// Words with marks.
    Words(Inline, Style),
    /// Code, as it is.
    Code,
}

impl Renderer {
    /// The most bytes of a line that are held back until it is whole.
    const MOST_HELD: usize = 512;
    /// The same for a row of a table.
    const LONGEST_ROW: usize = 8 * 1024;
    /// The most cells of a rule across the page.
    const RULE: usize = 60;

    /// Begins a text; `columns` tells how wide the terminal is.
    pub(crate) fn new(columns: fn() -> Option<usize>) -> Self {
        let table = PipeTable::default();
        Self { held: String::new(), line: None, fence: None, code: None, table, columns }
    }

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
        self.end_line(false, &mut out);
        self.flush_table(false, &mut out);
        *self = Self::new(self.columns);
        out
    }

    fn take(&mut self, character: char, out: &mut String) {
        if character == '\n' {
            return self.end_line(true, out);
        }
        match &mut self.line {
            Some(Body::Words(words, _)) => words.push(character, out),
            Some(Body::Code) => show(character, out),
            None => {
                self.held.push(character);
                self.decide(out);
            }
        }
    }

    /// Decides what the line is, if its beginning tells.
    fn decide(&mut self, out: &mut String) {
        let row = self.fence.is_none() && self.held.trim_start_matches(' ').starts_with('|');
        let most = if row { Self::LONGEST_ROW } else { Self::MOST_HELD };
        let long = self.held.len() > most;
        if let Some(fence) = self.fence {
            let is_code = self.code.is_none() && !fence.may_be_closed_by(&self.held);
            if is_code || long {
                self.begin_code(out);
            }
            return;
        }
        let line = Line::of(&self.held);
        let whole = matches!(line, Line::Undecided | Line::Fence | Line::Row | Line::Rule);
        if whole && !long {
            return;
        }
        self.flush_table(true, out);
        self.begin(line, out);
    }

    /// Shows the beginning of a line of code, or all of it.
    fn begin_code(&mut self, out: &mut String) {
        match &mut self.code {
            Some(code) => looks::show(&code.line(&self.held), out),
            None => {
                let _ = write!(out, "{CODE}{}", Printable(&self.held));
            }
        }
        self.held.clear();
        self.line = Some(Body::Code);
    }

    /// Begins a line that is decided.
    fn begin(&mut self, line: Line, out: &mut String) {
        let held = std::mem::take(&mut self.held);
        let (shown, rest, base) = match line {
            Line::Heading(mark) => (String::new(), &held[mark..], style::HEADING),
            Line::Quote(indent) => (format!("{}│", &held[..indent]), &held[indent + 1..], QUOTE),
            Line::Bullet(indent) => {
                (format!("{}•", &held[..indent]), &held[indent + 1..], Style::new())
            }
            Line::Task { indent, done } => {
                let mark = if done { "☑ " } else { "☐ " };
                (format!("{}{mark}", &held[..indent]), &held[indent + Line::TASK..], Style::new())
            }
            _ => (String::new(), &held[..], Style::new()),
        };
        let _ = write!(out, "{base}{shown}");
        let mut words = Inline::new(base);
        for character in rest.chars() {
            words.push(character, out);
        }
        self.line = Some(Body::Words(words, base));
    }

    fn end_line(&mut self, broken: bool, out: &mut String) {
        if self.line.is_none() && self.ends_whole(broken, out) {
            return;
        }
        match self.line.take() {
            Some(Body::Words(mut words, base)) => {
                words.finish(out);
                let _ = write!(out, "{base:#}");
            }
            Some(Body::Code) if self.code.is_none() => {
                let _ = write!(out, "{CODE:#}");
            }
            Some(Body::Code) | None => {}
        }
        if broken {
            out.push('\n');
        }
    }

    /// Ends a line of which all was held back. Returns whether all of it is
    /// dealt with.
    fn ends_whole(&mut self, broken: bool, out: &mut String) -> bool {
        if let Some(fence) = self.fence {
            if fence.is_closed_by(&self.held) {
                (self.fence, self.code) = (None, None);
                self.show_fence(out);
            } else if !self.held.is_empty() {
                self.begin_code(out);
            }
            return false;
        }
        let line = Line::of(&self.held);
        if line == Line::Row {
            self.table.push(std::mem::take(&mut self.held));
            if !broken || self.table.is_full() {
                self.flush_table(broken, out);
            }
            return true;
        }
        self.flush_table(true, out);
        if let Some(fence) = Fence::opened_by(&self.held) {
            self.fence = Some(fence);
            let language = CodeLanguage::of(self.held.trim_start_matches([' ', '`', '~']));
            self.code = language.map(CodeReader::new);
            self.show_fence(out);
        } else if Line::is_rule(&self.held) {
            self.held.clear();
            let width = (self.columns)().unwrap_or(Self::RULE).min(Self::RULE);
            let _ = write!(out, "{QUOTE}{}{QUOTE:#}", "─".repeat(width));
        } else if !self.held.is_empty() {
            // An entry of a list without words is none.
            self.begin(Line::Text, out);
        }
        false
    }

    fn show_fence(&mut self, out: &mut String) {
        let _ = write!(out, "{QUOTE}{}{QUOTE:#}", Printable(&self.held));
        self.held.clear();
    }

    fn flush_table(&mut self, broken: bool, out: &mut String) {
        if self.table.is_empty() {
            return;
        }
        let lines = std::mem::take(&mut self.table).render((self.columns)());
        out.push_str(&lines.join("\n"));
        if broken {
            out.push('\n');
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

    fn rendered(text: &str) -> String {
        let mut markdown = Renderer::new(|| Some(40));
        markdown.push(text) + &markdown.finish()
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(&rendered(text)).to_string()
    }

    #[test]
    fn marks_become_styles_and_words_stay() {
        assert_eq!(
            plain("# Title\n\nSome **bold** and `code`.\n- one\n* two\n  - [x] three\n> said\n"),
            "Title\n\nSome bold and code.\n• one\n• two\n  ☑ three\n│ said\n"
        );
        for text in
            ["2 * 3 * 4 and a*b", "#hash -dash", "#", "*", "-", "   indented", "1. one", "--"]
        {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("---\n"), format!("{}\n", "─".repeat(40)));
    }

    #[test]
    fn code_is_shown_as_it_is_until_its_own_fence() {
        for text in [
            "```rust\nlet a = **b;\n# no heading\n| no | table |\n```\nend",
            "````markdown\n```cpp\nint a;\n```\n````\n",
            "~~~\n```\n~~~\n",
            "```\ncut by the stream",
            "```",
            "  ```\n  indented\n  ```\n",
        ] {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("```\na\n```\n**b**"), "```\na\n```\nb");
    }

    #[test]
    fn code_has_the_looks_of_its_language_line_by_line() {
        let mut markdown = Renderer::new(|| None);
        assert_eq!(markdown.push("```cpp Door.h\n/* a\nb */ int"), {
            let fence = format!("{QUOTE}```cpp Door.h{QUOTE:#}");
            format!("{fence}\n{}/* a{}\n", style::FAINT, style::FAINT.render_reset())
        });
        let cyan = AnsiColor::Cyan.on_default();
        assert_eq!(
            markdown.push(" A;\n```\nint"),
            format!(
                "{}b */{} {cyan}int{cyan:#} A;\n{QUOTE}```{QUOTE:#}\nint",
                style::FAINT,
                style::FAINT.render_reset()
            )
        );
        // An endless line goes on without looks.
        let line = format!("```py\n{}", "1 ".repeat(10_000));
        assert_eq!(plain(&line), line);
    }

    #[test]
    fn a_table_comes_out_when_it_is_whole() {
        let mut markdown = Renderer::new(|| None);
        assert_eq!(markdown.push("x\n| a | b |\n|---|---|\n| 1 | 22 |\n"), "x\n");
        let shown = markdown.push("after");
        assert_eq!(
            anstream::adapter::strip_str(&shown).to_string(),
            "a │ b\n──┼───\n1 │ 22\nafter"
        );
        assert_eq!(plain("| a |\n|---|\n| 1 |"), "a\n─\n1");
        assert_eq!(plain("| no table\n\n- x"), "| no table\n\n• x");
    }

    #[test]
    fn it_does_not_matter_where_the_pieces_are_cut() {
        let text = "## A **b**\n\n- `x` y\n```\ncode\n```\n```cpp\nint a; // b\n```\n| a | b |\n|---|--:|\n| 門 | **1** |\n\n\
                    > q **w\n- [ ] t\n---\nend * of\u{1b}[2Jit";
        let whole = rendered(text);
        let mut markdown = Renderer::new(|| Some(40));
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
    fn every_style_is_closed_at_the_end_of_its_line() {
        for text in [
            "# head\nx",
            "> quote\nx",
            "```\ncode\n```\nx",
            "```py\nif 1: # c\n```\nx",
            "**open\nx",
            "`a` **b** *c*\nx",
        ] {
            let shown = rendered(text);
            let line = shown.lines().next_back().unwrap();
            assert_eq!(line, "x", "{text}: {shown:?}");
            let opened = shown.matches("\u{1b}[").count() - shown.matches("\u{1b}[0m").count();
            assert_eq!(opened, shown.matches("\u{1b}[0m").count(), "{text}: {shown:?}");
        }
    }

    #[test]
    fn endless_lines_are_not_held_back_for_ever() {
        for mark in ["|", "#", "`", "-", ">", "* "] {
            let text = mark.repeat(50_000);
            let mut markdown = Renderer::new(|| None);
            let shown = markdown.push(&text).len();
            assert!(shown + 2 * Renderer::LONGEST_ROW >= text.len(), "{mark}: {shown}");
        }
    }
}
