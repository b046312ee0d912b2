//! Fenced code in a text, as CommonMark defines it.

/// The most blanks before a fence that are no part of the list around it.
const MOST_INDENT: usize = 3;

/// The fewest signs of a fence.
const FEWEST_SIGNS: usize = 3;

/// The most digits of a number in front of a point.
const MOST_DIGITS: usize = 9;

/// Tells for each line of a text whether it is in fenced code; reads line after
/// line and keeps nothing of them.
///
/// A line does not say how deep the list is that it is in, so a fence may begin
/// at any indentation; a fence in a quotation (`> `) is left to the quotation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fences {
    open: Option<Open>,
}

/// The fence that is open.
#[derive(Debug, Clone, Copy)]
struct Open {
    sign: u8,
    length: usize,
    indent: usize,
}

/// What a line is to fenced code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FenceLine<'t> {
    /// It is not in a fence.
    Outside,
    /// It opens a fence whose code is in this language; empty if it says none.
    Opens(&'t str),
    /// It is code.
    Inside,
    /// It closes the fence.
    Closes,
}

impl Fences {
    /// Returns whether the next line may be code.
    pub(crate) fn is_open(self) -> bool {
        self.open.is_some()
    }

    /// Reads the line that a text begins with.
    pub(crate) fn read<'t>(&mut self, text: &'t str) -> FenceLine<'t> {
        let bare = text.trim_start_matches([' ', '\t']);
        self.read_after(text.len() - bare.len(), bare)
    }

    /// Reads the rest of a line that is indented so; what follows the line may
    /// be there, too.
    #[inline]
    pub(crate) fn read_after<'t>(&mut self, indent: usize, rest: &'t str) -> FenceLine<'t> {
        // Few lines begin with any of these, and the others are not examined.
        match (rest.as_bytes().first(), self.open) {
            (Some(b'`' | b'~'), Some(open)) => self.close(open, indent, rest),
            (Some(b'`' | b'~' | b'-' | b'*' | b'+' | b'0'..=b'9'), None) => {
                self.begin(indent, rest)
            }
            (_, Some(_)) => FenceLine::Inside,
            (_, None) => FenceLine::Outside,
        }
    }

    fn begin<'t>(&mut self, indent: usize, rest: &'t str) -> FenceLine<'t> {
        let inner = after_points(rest);
        let signs = inner.as_bytes();
        let Some(&sign @ (b'`' | b'~')) = signs.first() else { return FenceLine::Outside };
        let length = run(signs, sign);
        if length < FEWEST_SIGNS {
            return FenceLine::Outside;
        }
        let behind = &inner[length..];
        // Backticks after backticks are inline code.
        let ends = |byte: &u8| *byte == b'\n' || *byte == b'`' && sign == b'`';
        let end = behind.bytes().position(|byte| ends(&byte)).unwrap_or(behind.len());
        if behind.as_bytes().get(end) == Some(&b'`') {
            return FenceLine::Outside;
        }
        self.open = Some(Open { sign, length, indent: indent + (rest.len() - inner.len()) });
        FenceLine::Opens(behind[..end].split_whitespace().next().unwrap_or_default())
    }

    fn close<'t>(&mut self, open: Open, indent: usize, rest: &str) -> FenceLine<'t> {
        let length = run(rest.as_bytes(), open.sign);
        let line = rest[length..].bytes().take_while(|byte| *byte != b'\n');
        let closes = length >= open.length
            && indent <= open.indent + MOST_INDENT
            && line.into_iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        if !closes {
            return FenceLine::Inside;
        }
        self.open = None;
        FenceLine::Closes
    }
}

/// How often a sign is repeated at the beginning.
fn run(bytes: &[u8], sign: u8) -> usize {
    bytes.iter().take_while(|byte| **byte == sign).count()
}

/// What follows the marks of list items at the beginning of a line.
fn after_points(line: &str) -> &str {
    let mut rest = line;
    loop {
        let bytes = rest.as_bytes();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mark = match (bytes.get(digits), digits) {
            (Some(b'-' | b'*' | b'+'), 0) | (Some(b'.' | b')'), 1..=MOST_DIGITS) => digits + 1,
            _ => return rest,
        };
        let blanks = run(&bytes[mark..], b' ');
        if !(1..=MOST_INDENT + 1).contains(&blanks) {
            return rest;
        }
        rest = &rest[mark + blanks..];
    }
}

/// A block of fenced code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fenced<'t> {
    /// The language that its fence says; may be empty.
    pub(crate) language: &'t str,
    /// Its lines, as they were written.
    pub(crate) code: &'t str,
}

/// The blocks of fenced code of a text. One that is not closed extends to the end.
pub(crate) fn fenced(text: &str) -> impl Iterator<Item = Fenced<'_>> {
    let mut fences = Fences::default();
    let mut open = None;
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(Some).chain([None]);
    lines.filter_map(move |line| {
        let begins = at;
        at += line.map_or(0, str::len);
        match line.map(|line| fences.read(line)) {
            Some(FenceLine::Opens(language)) => {
                open = Some((language, at));
                None
            }
            Some(FenceLine::Inside | FenceLine::Outside) => None,
            Some(FenceLine::Closes) | None => {
                let (language, from) = open.take()?;
                Some(Fenced { language, code: &text[from..begins] })
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each line is: `.` outside, `(` opens, `|` inside, `)` closes.
    fn signs(text: &str) -> String {
        let mut fences = Fences::default();
        let sign = |line| match fences.read(line) {
            FenceLine::Outside => '.',
            FenceLine::Opens(_) => '(',
            FenceLine::Inside => '|',
            FenceLine::Closes => ')',
        };
        text.lines().map(sign).collect()
    }

    fn blocks(text: &str) -> Vec<(&str, &str)> {
        fenced(text).map(|block| (block.language, block.code)).collect()
    }

    #[test]
    fn a_fence_of_backticks_or_tildes_ends_with_its_own_sign() {
        assert_eq!(signs("a\n```sh\nls\n```\nb"), ".(|).");
        assert_eq!(signs("a\n~~~sh\nls\n~~~\nb"), ".(|).");
        assert_eq!(signs("~~~\n```\n~~~\n```\n~~~\n```"), "(|)(|)");
    }

    #[test]
    fn a_fence_ends_with_at_least_as_many_signs_and_nothing_behind_them() {
        assert_eq!(signs("````md\n```sh\nls\n```\n`````  \nb"), "(|||).");
        assert_eq!(signs("```\n```sh\n``` \t\nb"), "(|).");
        assert_eq!(signs("``\nls\n``"), "...");
    }

    #[test]
    fn backticks_behind_backticks_are_code_within_a_line() {
        assert_eq!(signs("```Open()``` opens.\nb"), "..");
        assert_eq!(signs("``` a`b\nb"), "..");
        // After tildes they are a part of the info string.
        assert_eq!(signs("~~~ a`b ~~~\nb\n~~~"), "(|)");
    }

    #[test]
    fn a_fence_that_is_not_closed_goes_on_to_the_end() {
        assert_eq!(signs("a\n```\nb\n\nc"), ".(|||");
        assert_eq!(blocks("```sh\nls\n"), [("sh", "ls\n")]);
        assert_eq!(blocks("```sh"), [("sh", "")]);
    }

    #[test]
    fn a_fence_in_a_list_is_one_and_code_that_shows_a_fence_deeper_in_does_not_end_it() {
        assert_eq!(signs("- a\n\n      ```\n      b\n      ```\nc"), "..(|).");
        assert_eq!(signs("1. - ```sh\n     ls\n     ```\nc"), "(|).");
        assert_eq!(signs("```\n    ```\n   ```\nb"), "(|).");
        assert_eq!(signs("- - -\n**bold**\n2026-01-02 ```\n-     ```\n> ```\nb"), "......");
    }

    #[test]
    fn the_language_is_the_first_word_behind_the_fence_whatever_ends_its_line() {
        let text = "```bash title=x\r\nls -l\r\n```\r\ntext\n~~~\na\n\nb\n~~~\n```\n```";
        assert_eq!(blocks(text), [("bash", "ls -l\r\n"), ("", "a\n\nb\n"), ("", "")]);
    }

    #[test]
    fn the_rest_of_a_text_may_follow_a_line() {
        let mut fences = Fences::default();
        assert_eq!(fences.read("```sh\nls `pwd`\n```"), FenceLine::Opens("sh"));
        assert_eq!(fences.read("ls `pwd`\n```"), FenceLine::Inside);
        assert_eq!(fences.read("```\nrest"), FenceLine::Closes);
        assert!(!fences.is_open());
    }
}
