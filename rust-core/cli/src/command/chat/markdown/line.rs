//! What a line of Markdown is.

use super::fence;

/// What a line is, as far as its beginning tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// More of it is needed.
    Undecided,
    /// A fence may open here: the whole line is needed.
    Fence,
    /// A row of a table may be here: the whole line is needed.
    Row,
    /// A rule across the page may be here: the whole line is needed.
    Rule,
    /// A heading, with the number of bytes of its mark.
    Heading(usize),
    /// A quote, with the number of spaces before its mark.
    Quote(usize),
    /// An entry of a list, with the number of spaces before its mark.
    Bullet(usize),
    /// An entry of a list of things to do.
    Task {
        /// The number of spaces before its mark.
        indent: usize,
        /// It is done.
        done: bool,
    },
    /// Anything else.
    Text,
}

impl Line {
    /// Bytes of a task's mark: `- [x] `.
    pub(super) const TASK: usize = 6;

    /// Reads the beginning of a line outside of code.
    pub(super) fn of(beginning: &str) -> Self {
        let rest = beginning.trim_start_matches(' ');
        let indent = beginning.len() - rest.len();
        match rest.bytes().next() {
            None => Line::Undecided,
            Some(b'`' | b'~') if fence::may_open(rest) => Line::Fence,
            Some(b'|') => Line::Row,
            Some(b'#') => {
                let marks = rest.bytes().take_while(|byte| *byte == b'#').count();
                match rest.as_bytes().get(marks) {
                    None if marks <= 6 => Line::Undecided,
                    Some(b' ') if marks <= 6 => Line::Heading(indent + marks + 1),
                    _ => Line::Text,
                }
            }
            Some(b'>') => Line::Quote(indent),
            Some(mark @ (b'-' | b'*' | b'+' | b'_')) => {
                if mark != b'+' && rest.len() > 1 && rest.bytes().all(|byte| byte == mark) {
                    return Line::Rule;
                }
                match &rest[1..] {
                    "" => Line::Undecided,
                    _ if mark == b'_' => Line::Text,
                    after if " [ ] ".starts_with(after) || " [x] ".starts_with(after) => {
                        match after.len() {
                            5 => Line::Task { indent, done: after == " [x] " },
                            _ => Line::Undecided,
                        }
                    }
                    after if after.starts_with(' ') => Line::Bullet(indent),
                    _ => Line::Text,
                }
            }
            Some(_) => Line::Text,
        }
    }

    /// Tells whether a whole line is a rule across the page.
    pub(super) fn is_rule(line: &str) -> bool {
        let line = line.trim_matches(' ');
        let mark = line.chars().next().unwrap_or(' ');
        matches!(mark, '-' | '*' | '_')
            && line.len() >= 3
            && line.chars().all(|character| character == mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_its_beginning_says() {
        for (beginning, line) in [
            ("", Line::Undecided),
            ("  ", Line::Undecided),
            ("``", Line::Fence),
            ("```cpp", Line::Fence),
            ("`code", Line::Text),
            ("| a", Line::Row),
            ("##", Line::Undecided),
            ("## T", Line::Heading(3)),
            ("#tag", Line::Text),
            ("####### ", Line::Text),
            (" >", Line::Quote(1)),
            ("-", Line::Undecided),
            ("- ", Line::Undecided),
            ("- a", Line::Bullet(0)),
            ("  + a", Line::Bullet(2)),
            ("- [x", Line::Undecided),
            ("- [x] ", Line::Task { indent: 0, done: true }),
            (" * [ ] ", Line::Task { indent: 1, done: false }),
            ("- [link", Line::Bullet(0)),
            ("--", Line::Rule),
            ("***", Line::Rule),
            ("**bold", Line::Text),
            ("_a", Line::Text),
            ("-a", Line::Text),
            ("1. one", Line::Text),
            ("日本", Line::Text),
        ] {
            assert_eq!(Line::of(beginning), line, "{beginning:?}");
        }
        assert!(Line::is_rule(" ---") && Line::is_rule("***") && Line::is_rule("____"));
        assert!(!Line::is_rule("--") && !Line::is_rule("-*-") && !Line::is_rule(""));
    }
}
