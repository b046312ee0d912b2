//! Wraps words to the width of the terminal.

use std::mem;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::letters::Letters;

/// Wraps words into lines that fit the terminal.
///
/// What was laid out never moves when more words arrive: a word that may still grow is left out
/// until it is clear which line it belongs to. Words that are wider than a line stay whole, so that
/// an address can be copied.
pub(super) struct Layout<'l> {
    letters: &'l mut Letters,
    columns: Option<usize>,
    /// What every line but the first begins with.
    indent: (Style, String),
    /// The columns of the line that are in use.
    used: usize,
    /// Spaces between the line and the word.
    gap: (Style, usize),
    /// The word that is being read, in its styles.
    word: Vec<(Style, String)>,
}

impl<'l> Layout<'l> {
    /// Begins words after `first`; their other lines begin with `indent`, which is as wide.
    pub(super) fn new(
        letters: &'l mut Letters,
        columns: Option<usize>,
        style: Style,
        first: &str,
        indent: String,
    ) -> Self {
        letters.push(style, first);
        let used = first.width();
        // A terminal this narrow is ignored.
        let columns = columns.filter(|columns| *columns > used + 4);
        let gap = (Style::new(), 0);
        Self { letters, columns, indent: (style, indent), used, gap, word: Vec::new() }
    }

    /// Adds words of the same style.
    pub(super) fn push(&mut self, style: Style, text: &str) {
        for character in text.chars() {
            match character {
                '\n' => {
                    self.end_word();
                    self.break_line();
                }
                ' ' | '\t' => {
                    self.end_word();
                    self.gap = (style, self.gap.1 + 1);
                }
                _ => {
                    if stands_alone(character) || self.ends_alone() && !is_closing(character) {
                        self.end_word();
                    }
                    match self.word.last_mut().filter(|(last, _)| *last == style) {
                        Some((_, word)) => word.push(character),
                        None => self.word.push((style, character.to_string())),
                    }
                }
            }
        }
    }

    /// Ends the words; `open` if the last of them may still grow.
    pub(super) fn finish(mut self, open: bool) {
        let fits = self.columns.is_some_and(|columns| self.needed() <= columns);
        if !(open && fits) {
            self.end_word();
        }
    }

    /// The columns that the line needs with the word in it.
    fn needed(&self) -> usize {
        self.used + self.gap.1 + self.word.iter().map(|(_, word)| word.width()).sum::<usize>()
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let begins_line = self.used <= self.indent.1.width();
        let is_too_wide = self.columns.is_some_and(|columns| self.needed() > columns);
        if is_too_wide && !begins_line {
            self.break_line();
        }
        let (style, blanks) = mem::take(&mut self.gap);
        self.letters.push(style, &" ".repeat(blanks));
        self.used += blanks;
        for (style, word) in mem::take(&mut self.word) {
            self.used += word.width();
            self.letters.push(style, &word);
        }
    }

    fn break_line(&mut self) {
        self.letters.push(Style::new(), "\n");
        let (style, indent) = &self.indent;
        self.letters.push(*style, indent);
        self.used = indent.width();
        self.gap = (Style::new(), 0);
    }

    /// Returns whether the word ends with a character that is a word by itself.
    fn ends_alone(&self) -> bool {
        let last = self.word.last().and_then(|(_, word)| word.chars().next_back());
        last.is_some_and(|last| stands_alone(last) || is_wide_mark(last))
    }
}

/// Returns whether a line may break before and after a character, in scripts that write words
/// without spaces.
fn stands_alone(character: char) -> bool {
    is_east_asian(character) && !is_wide_mark(character)
}

fn is_east_asian(character: char) -> bool {
    character.width() == Some(2)
        && matches!(character,
            '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
            | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns whether a character must not begin a line.
fn is_closing(character: char) -> bool {
    is_wide_mark(character) || character.width() == Some(0) || ".,;:!?)]}".contains(character)
}

fn is_wide_mark(character: char) -> bool {
    "、。，．：；！？）」』】》〉〕ー々".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(text: &str, columns: usize, open: bool) -> String {
        let mut letters = Letters::default();
        let mut layout =
            Layout::new(&mut letters, Some(columns), Style::new(), "• ", "  ".to_owned());
        layout.push(Style::new(), text);
        layout.finish(open);
        letters.text().to_owned()
    }

    #[test]
    fn words_go_to_the_next_line_whole() {
        assert_eq!(laid_out("one two  three\nfour", 9, false), "• one two\n  three\n  four");
        assert_eq!(
            laid_out("at https://example.com/page now", 12, false),
            "• at\n  https://example.com/page\n  now"
        );
        assert_eq!(laid_out("one two", 3, false), "• one two", "too narrow to write for");
    }

    #[test]
    fn words_without_spaces_break_between_their_characters() {
        assert_eq!(laid_out("東京特許許可局。です", 12, false), "• 東京特許許\n  可局。です");
        assert_eq!(laid_out("東京特許許。可", 12, false), "• 東京特許\n  許。可");
        assert_eq!(laid_out("a 👩‍👩‍👧 b 👍🏽 c", 9, false), "• a 👩‍👩‍👧 b\n  👍🏽 c");
    }

    #[test]
    fn a_word_that_may_grow_waits_until_its_line_is_clear() {
        assert_eq!(laid_out("one tw", 9, true), "• one");
        assert_eq!(laid_out("one twothree", 9, true), "• one\n  twothree");
        let text = "one two 東京特許、許可局 seven-and-more https://example.com/x (eight)";
        let whole = laid_out(text, 12, false);
        for (end, _) in text.char_indices() {
            let shown = laid_out(&text[..end], 12, true);
            assert!(whole.starts_with(&shown), "{shown:?}");
        }
    }
}
