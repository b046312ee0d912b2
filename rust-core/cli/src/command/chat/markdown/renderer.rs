//! Markdown, piece by piece.

use unicode_width::UnicodeWidthChar as _;
use vibeue_core::markdown::GrowingText;

use super::drawing::{Above, End, draw};
use super::letters::Letters;

/// Shows Markdown while it is being written, as the core reads it: what is certain is shown at
/// once, and nothing is drawn twice.
///
/// It is read at the end of each word, so it does not matter in which pieces it arrives.
#[derive(Debug)]
pub(crate) struct Renderer {
    text: GrowingText,
    /// Bytes since the text was read.
    unread: usize,
    /// Whether a line has ended since then.
    line_ended: bool,
    /// The last block that is finished.
    above: Option<Above>,
    /// The text that was shown of unfinished blocks.
    shown: String,
    /// The width of the terminal, if known; determined once per block, so that what is shown of a
    /// block does not change.
    columns: fn() -> Option<usize>,
    width: Option<usize>,
}

impl Renderer {
    /// A text without spaces is read after this many bytes.
    const LONGEST_WORD: usize = 512;
    /// Reading a long block may not cost more with each word of it: it is read
    /// again when it has grown by this share.
    const SHARE: usize = 128;

    /// Begins a text; `columns` returns the width of the terminal.
    pub(crate) fn new(columns: fn() -> Option<usize>) -> Self {
        Self {
            text: GrowingText::default(),
            unread: 0,
            line_ended: false,
            above: None,
            shown: String::new(),
            columns,
            width: columns(),
        }
    }

    /// Takes a piece of text and returns what can be shown.
    pub(crate) fn push(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len() + 16);
        let mut from = 0;
        for (at, character) in piece.char_indices() {
            let end = at + character.len_utf8();
            self.unread += character.len_utf8();
            let ends_word = character.is_whitespace() || character.width() == Some(2);
            let length = self.text.unsettled() + end - from;
            self.line_ended |= character == '\n';
            let is_due = ends_word || self.unread >= Self::LONGEST_WORD;
            if is_due && self.unread >= length / Self::SHARE {
                self.text.push(&piece[from..end]);
                from = end;
                self.read(&mut out);
            }
        }
        self.text.push(&piece[from..]);
        out
    }

    /// Ends the text and returns what is left, styles closed.
    pub(crate) fn finish(&mut self) -> String {
        let mut out = String::new();
        let rest = draw(&self.text.finish(), self.above, self.width, End::Finished);
        self.show(&rest, &mut out);
        *self = Self::new(self.columns);
        out
    }

    fn read(&mut self, out: &mut String) {
        self.unread = 0;
        if std::mem::take(&mut self.line_ended) {
            let settled = self.text.settle();
            if let Some(last) = settled.last() {
                let drawing = draw(&settled, self.above, self.width, End::Finished);
                self.show(&drawing, out);
                self.above = Some(Above::of(last));
                // What was shown may already be more.
                self.shown.drain(..drawing.text().len());
                self.width = (self.columns)();
            }
        }
        let certain = self.text.certain();
        let end = if certain.is_in_word { End::InWord } else { End::MayGoOn };
        let drawing = draw(&certain.blocks, self.above, self.width, end);
        self.show(&drawing, out);
    }

    /// Shows what a drawing has in addition to what was already shown. If it differs, because a new
    /// line has changed the meaning of the words above it, the lines that differ are shown below.
    fn show(&mut self, drawing: &Letters, out: &mut String) {
        let text = drawing.text();
        if self.shown.starts_with(text) {
            return;
        }
        let same = text.bytes().zip(self.shown.bytes()).take_while(|(a, b)| a == b).count();
        let mut from = text.floor_char_boundary(same);
        if from < self.shown.len() {
            from = text[..from].rfind('\n').map_or(0, |end| end + 1);
            out.push('\n');
        }
        drawing.write(from, out);
        text.clone_into(&mut self.shown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::style;
    use vibeue_core::markdown::read;

    fn rendered(text: &str) -> String {
        let mut markdown = Renderer::new(|| Some(40));
        markdown.push(text) + &markdown.finish()
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(&rendered(text)).to_string()
    }

    const ANSWER: &str = "## A **b** door\n\n- `x` y\n  1. in `y`\n\n     of two\n- [x] t\n\n```\ncode\n```\n\
        ~~~cpp\nint a; // b\n\n| no |\n~~~\n\n| a | b |\n|---|--:|\n| 門 | **1** |\n\n> q **w\n> r\n\n---\n\
        See [it](https://example.com/a/long/address) of\u{1b}[2Jit, and `/Game/Doors/BP_Door.uasset` as well.\n\
        門を開ける前に鍵を確認してください。鍵がない場合は、もう一度試してください。";

    #[test]
    fn an_answer_looks_like_its_blocks() {
        assert_eq!(
            plain(ANSWER),
            "A b door\n\n• x y\n  1. in y\n    of two\n☑ t\n\n╭─\ncode\n╰─\n\n\
             ╭─ cpp\nint a; // b\n\n| no |\n╰─\n\n\
             a  │ b\n───┼──\n門 │ 1\n\n│ q **w\n│ r\n\n────────────────────────────────────────\n\n\
             See it\n(https://example.com/a/long/address)\nof\u{241b}[2Jit, and /Game/Doors/BP_Door.uasset\n\
             as well.\n門を開ける前に鍵を確認してください。鍵が\nない場合は、もう一度試してください。"
        );
        for text in ["2 * 3 * 4 and a*b", "#hash -dash", "1. one", "| no table", "TArray<FString>"]
        {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn words_and_code_have_their_looks() {
        let (bold, head) = (anstyle::Style::new().bold(), style::HEADING);
        assert_eq!(rendered("# T\n\na **b**"), format!("{head}T{head:#}\n\na {bold}b{bold:#}"));
        let faint = style::FAINT;
        let cyan = anstyle::AnsiColor::Cyan.on_default();
        assert_eq!(
            rendered("~~~cpp Door.h\n/* a\nb */ int A;\n~~~"),
            format!(
                "{faint}╭─ cpp Door.h{faint:#}\n{faint}/* a{faint:#}\n{faint}b */{faint:#} \
                 {cyan}int{cyan:#} A;\n{faint}╰─{faint:#}"
            )
        );
        let link = anstyle::Style::new().underline();
        assert_eq!(
            rendered("at https://example.com"),
            format!("at {link}https://example.com{link:#}")
        );
    }

    #[test]
    fn an_answer_grows_word_by_word_and_line_by_line() {
        let mut markdown = Renderer::new(|| Some(40));
        let mut grows =
            |piece: &str| anstream::adapter::strip_str(&markdown.push(piece)).to_string();
        assert_eq!(grows("The door is **lo"), "The door is");
        assert_eq!(grows("cked** and "), " locked and");
        assert_eq!(grows("closed.\n\n```cpp\nint A"), " closed.\n\n╭─ cpp");
        assert_eq!(grows(" = 1;\nint B"), "\nint A = 1;");
        assert_eq!(grows(";\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"), "\nint B;\n╰─");
        assert_eq!(grows("| 3 |"), "");
        assert_eq!(grows(" 4 |\n\nend "), "\n\na │ b\n──┼──\n1 │ 2\n3 │ 4\n\nend");
        assert_eq!(grows("of it\n"), " of it");
    }

    #[test]
    fn it_does_not_matter_where_the_pieces_are_cut() {
        for text in [ANSWER, "Title\n===\n\na | b\n--|--\n1 | 2\n\n*a ".repeat(9).as_str()] {
            let mut markdown = Renderer::new(|| Some(40));
            let mut pieces = String::new();
            for character in text.chars() {
                pieces.push_str(&markdown.push(character.encode_utf8(&mut [0; 4])));
            }
            pieces.push_str(&markdown.finish());
            assert_eq!(pieces, rendered(text));
        }
    }

    #[test]
    fn what_grows_looks_like_what_is_read_at_once() {
        for columns in [None, Some(80), Some(40), Some(17)] {
            let whole = draw(&read(ANSWER), None, columns, End::Finished);
            let width: fn() -> Option<usize> = match columns {
                None => || None,
                Some(80) => || Some(80),
                Some(40) => || Some(40),
                Some(_) => || Some(17),
            };
            let mut markdown = Renderer::new(width);
            let shown = markdown.push(ANSWER) + &markdown.finish();
            assert_eq!(anstream::adapter::strip_str(&shown).to_string(), whole.text());
        }
    }

    #[test]
    fn every_style_is_closed_at_the_end_of_its_line() {
        for text in ["# head\nx", "> quote\n\nx", "```py\nif 1: # c\n```\nx", "**open\nx"] {
            let shown = rendered(text);
            let line = shown.lines().next_back().unwrap();
            assert_eq!(line, "x", "{text}: {shown:?}");
            let closed = shown.matches("\u{1b}[0m").count();
            assert_eq!(shown.matches("\u{1b}[").count(), 2 * closed, "{text}: {shown:?}");
        }
    }

    #[test]
    fn endless_lines_are_not_held_back_for_ever() {
        for mark in ["|", "#", "`", "-", "> a ", "* ", "*a", "word ", "門", "[", "<http://"] {
            let text = mark.repeat(12_000 / mark.len());
            let mut markdown = Renderer::new(|| None);
            let shown = markdown.push(&text) + &markdown.finish();
            assert!(!shown.is_empty(), "{mark}");
        }
        let text = format!("```py\n{}", "1 ".repeat(10_000));
        assert_eq!(plain(&text), format!("╭─ py\n{}\n╰─", "1 ".repeat(10_000)));
    }
}
