//! The width of the terminal, and wrapping texts to it.

use std::io::{self, IsTerminal as _};

use unicode_width::UnicodeWidthStr as _;

/// How many characters fit on a line of the terminal; `None` if standard output is not one, or does
/// not report it.
pub(crate) fn columns() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let (width, _) = terminal_size::terminal_size()?;
    (width.0 > 0).then_some(usize::from(width.0))
}

/// The same for standard error, where notes and the status line go.
pub(crate) fn error_columns() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(io::stderr())?;
    (width.0 > 0).then_some(usize::from(width.0))
}

/// Breaks a text between words so that no line is wider than `columns`; continuation lines begin
/// with `indent` spaces. Words that are wider than a line stay whole.
pub(crate) fn wrapped(text: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let lines: Vec<String> =
        text.split('\n').map(|line| wrapped_line(line, indent, columns)).collect();
    lines.join("\n")
}

fn wrapped_line(text: &str, indent: usize, columns: usize) -> String {
    // A terminal this narrow leaves no room for an indent.
    let indent = if indent * 2 > columns { 0 } else { indent };
    let mut out = String::with_capacity(text.len() + 16);
    let mut used = 0;
    let mut begun = false;
    for word in text.split_inclusive(' ') {
        let wide = word.trim_end().width();
        if begun && used + wide > columns {
            let end = out.trim_end().len();
            out.truncate(end);
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        }
        out.push_str(word);
        used += word.width();
        begun = begun || wide > 0;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_indent() {
        assert_eq!(
            wrapped("  /pin  keep it for good", 8, Some(16)),
            "  /pin  keep it\n        for good"
        );
        assert_eq!(wrapped("one two", 0, None), "one two");
        assert_eq!(wrapped("東京 特許", 0, Some(6)), "東京\n特許");
        assert_eq!(wrapped("unbreakable", 2, Some(4)), "unbreakable");
        assert_eq!(wrapped("a b c", 30, Some(3)), "a b\nc");
        assert_eq!(wrapped("one two\n  three four", 4, Some(9)), "one two\n  three\n    four");
    }
}
