//! Marks within a line.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Effects, Style};

use crate::output::Printable;

/// Renders bold, italic and code within a line while it is written.
///
/// A mark is held back until its partner comes: what has none by the end of
/// the line, as in `2 ** 8` or `*pointer`, is shown as it was written. Only the
/// marks that became a style are left out. Underscores are never marks, because
/// names are full of them.
#[derive(Debug)]
pub(super) struct Inline {
    /// What came since a mark whose partner is still awaited.
    held: String,
    /// The character before that.
    before: Option<char>,
    /// The style of the line.
    base: Style,
}

/// What the text at a mark means.
enum Reading {
    /// What follows decides.
    Open,
    /// A run of more marks than this marks nothing.
    Plain(usize),
    /// A span of `bytes` bytes, with `marks` of its marks on each side.
    Span { bytes: usize, marks: usize },
    /// A mark that a backslash makes a character.
    Escaped,
}

impl Inline {
    /// The most bytes that are held back for a partner.
    const MOST_HELD: usize = 1_000;

    /// Begins a line.
    pub(super) fn new(base: Style) -> Self {
        Self { held: String::new(), before: None, base }
    }

    /// Renders a text that is whole.
    pub(super) fn render(text: &str, base: Style) -> String {
        let mut out = String::with_capacity(text.len() + 16);
        let mut line = Self::new(base);
        for character in text.chars() {
            line.push(character, &mut out);
        }
        line.finish(&mut out);
        out
    }

    /// Takes a character, and writes what is certain.
    pub(super) fn push(&mut self, character: char, out: &mut String) {
        if self.held.is_empty() && !is_mark(character) {
            return self.show(character, out);
        }
        let first = self.held.chars().next().unwrap_or(character);
        let last = self.held.chars().next_back();
        self.held.push(character);
        // Only a mark or what follows one can decide.
        let decisive = character == first || last == Some(first) || first == '\\';
        if decisive || self.held.len() > Self::MOST_HELD {
            self.settle(false, out);
        }
    }

    /// Ends the line: what has no partner by now has none.
    pub(super) fn finish(&mut self, out: &mut String) {
        self.settle(true, out);
        self.before = None;
    }

    fn settle(&mut self, ended: bool, out: &mut String) {
        let held = std::mem::take(&mut self.held);
        let mut rest = held.as_str();
        while let Some(first) = rest.chars().next() {
            if !is_mark(first) {
                self.show(first, out);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let bytes = match read(rest, self.before, ended || rest.len() > Self::MOST_HELD) {
                Reading::Open => break,
                Reading::Plain(bytes) => {
                    for character in rest[..bytes].chars() {
                        self.show(character, out);
                    }
                    bytes
                }
                Reading::Escaped => {
                    for character in rest[1..2].chars() {
                        self.show(character, out);
                    }
                    2
                }
                Reading::Span { bytes, marks } => {
                    self.span(first, &rest[marks..bytes - marks], marks, out);
                    self.before = Some(first);
                    bytes
                }
            };
            rest = &rest[bytes..];
        }
        self.held = rest.to_owned();
    }

    fn span(&self, mark: char, inner: &str, marks: usize, out: &mut String) {
        let style = match (mark, marks) {
            ('`', _) => self.base.fg_color(Some(Color::Ansi(AnsiColor::Cyan))),
            (_, 1) => with(self.base, Effects::ITALIC),
            (_, 2) => with(self.base, Effects::BOLD),
            _ => with(self.base, Effects::BOLD | Effects::ITALIC),
        };
        let base = self.base;
        let _ = write!(out, "{base:#}{style}");
        if mark == '`' {
            // Spaces that keep a backtick away from the mark are not code.
            let bare = inner.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
            let code = bare.filter(|code| !code.trim().is_empty()).unwrap_or(inner);
            let _ = write!(out, "{}", Printable(code));
        } else {
            out.push_str(&Self::render(inner, style));
        }
        let _ = write!(out, "{style:#}{base}");
    }

    fn show(&mut self, character: char, out: &mut String) {
        let mut buffer = [0; 4];
        let _ = write!(out, "{}", Printable(character.encode_utf8(&mut buffer)));
        self.before = Some(character);
    }
}

fn with(style: Style, effects: Effects) -> Style {
    style.effects(style.get_effects() | effects)
}

fn is_mark(character: char) -> bool {
    matches!(character, '*' | '`' | '\\')
}

/// Reads the mark that a text begins with; `ended` when nothing follows it.
fn read(text: &str, before: Option<char>, ended: bool) -> Reading {
    let mark = text.as_bytes()[0];
    if mark == b'\\' {
        return match text.as_bytes().get(1) {
            // Any other one may be a part of a path.
            Some(b'*' | b'`') => Reading::Escaped,
            None if !ended => Reading::Open,
            _ => Reading::Plain(1),
        };
    }
    let marks = run(text, mark);
    let rest = &text[marks..];
    let unclosed = if ended { Reading::Plain(marks) } else { Reading::Open };
    if rest.is_empty() {
        return unclosed;
    }
    let closing = if mark == b'`' {
        closing_ticks(rest, marks, ended)
    } else {
        let opens = marks <= 3
            && !rest.starts_with(char::is_whitespace)
            && !before.is_some_and(|before| before.is_ascii_alphanumeric());
        if !opens {
            return Reading::Plain(marks);
        }
        closing_stars(rest, marks, ended)
    };
    match closing {
        Some(at) => Reading::Span { bytes: marks + at + marks, marks },
        None => unclosed,
    }
}

/// Where the code ends that as many backticks opened.
fn closing_ticks(text: &str, marks: usize, ended: bool) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = text[at..].find('`') {
        at += next;
        let run = run(&text[at..], b'`');
        if run == marks && (ended || at + run < text.len()) {
            return Some(at);
        }
        at += run;
    }
    None
}

/// Where the words end that as many asterisks opened.
fn closing_stars(text: &str, marks: usize, ended: bool) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = text[at..].find(['*', '`']) {
        at += next;
        let mark = text.as_bytes()[at];
        let run = run(&text[at..], mark);
        let after = text[at + run..].chars().next();
        if mark == b'`' {
            // Asterisks in code are code.
            let code = closing_ticks(&text[at + run..], run, ended);
            at += run + code.map_or(0, |code| code + run);
            continue;
        }
        // Three marks at once end words in bold within words in italic.
        let ends = run == marks || (run == 3 && marks < 3);
        let follows_words = !text[..at].ends_with(char::is_whitespace) && at > 0;
        let apart = after.map_or(ended, |after| !after.is_ascii_alphanumeric());
        if ends && follows_words && apart {
            return Some(at + run - marks);
        }
        at += run;
    }
    None
}

/// How often a text repeats its first byte, which is ASCII.
fn run(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|byte| *byte == mark).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(&Inline::render(text, Style::new())).to_string()
    }

    #[test]
    fn marks_with_a_partner_become_styles() {
        for (text, shown) in [
            ("**bold** and *italic* and ***both***", "bold and italic and both"),
            ("`code` and ``co`de``, `` ` ``", "code and co`de, `"),
            ("`open and ``two`", "open and ``two"),
            ("`open and ``two``", "`open and two"),
            ("**a *b* `c*`**!", "a b c*!"),
            ("*a **b***", "a b"),
            ("**a *b***", "a b"),
            ("门**粗体**门", "门粗体门"),
            ("(**so**)", "(so)"),
            (r"\*not\* \`code\`", "*not* `code`"),
        ] {
            assert_eq!(plain(text), shown, "{text}");
        }
        let bold = Style::new().bold();
        assert_eq!(Inline::render("a **b** c", Style::new()), format!("a {bold}b{bold:#} c"));
    }

    #[test]
    fn what_has_no_partner_is_shown_as_it_was_written() {
        for text in [
            "2 ** 8 and 2**8 = 256 and a*b*c",
            "*pointer = *other; (*a)*b",
            "**kwargs and *args",
            "**open",
            "`open and ``two",
            "_init_ and __init__.py",
            r"C:\Game\_Old\*.uasset",
            "****",
            "*",
            "a * b * c",
            "\\",
        ] {
            let shown = text.replace(r"\*", "*");
            assert_eq!(plain(text), shown, "{text}");
        }
    }

    #[test]
    fn it_does_not_matter_how_long_a_mark_waits() {
        let long = format!("**{}", "word ".repeat(1_000));
        assert_eq!(plain(&long), long);
        let stars = "*a ".repeat(5_000);
        assert_eq!(plain(&stars), stars);
    }

    #[test]
    fn escape_sequences_are_shown_and_not_obeyed() {
        assert_eq!(plain("**a\u{1b}[2Jb** `\u{1b}c`"), "a\u{241b}[2Jb \u{241b}c");
    }
}
