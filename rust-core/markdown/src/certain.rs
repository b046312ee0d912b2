//! How much of an unfinished text will not change.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::reader::options;

/// The maximum number of bytes that wait for the partner of a mark, or for the end of a line.
const MOST_HELD: usize = 1_000;

/// Where the last part of a text begins: the block, list, quote or table that a following line may
/// continue.
pub(crate) fn last_part(text: &str) -> usize {
    let mut depth = 0_u32;
    let mut last = 0;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(_) => {
                if depth == 0 {
                    last = range.start;
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Rule if depth == 0 => last = range.start,
            _ => {}
        }
    }
    line_start(text, last)
}

/// How many bytes of an unfinished text are certain.
pub(crate) fn certain(text: &str) -> usize {
    let end = decided_lines(text);
    let end = decided_words(&text[..end]).min(end);
    // What is left of a line may be nothing but its mark.
    decided_lines(&text[..end])
}

/// Where the line of a position begins.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Leaves out the last line while its beginning may be a mark, and with it the
/// one above when both may be the head of a table.
fn decided_lines(text: &str) -> usize {
    let last = line_start(text, text.len());
    let line = &text[last..];
    if line.len() > MOST_HELD {
        return text.len();
    }
    if last > 0 && line.bytes().all(|byte| b" \t>|:-".contains(&byte)) {
        let before = line_start(text, last - 1);
        let head = text[before..last].trim_start_matches([' ', '\t', '>']);
        if head.starts_with('|') && head.len() <= MOST_HELD {
            return before;
        }
    }
    if may_be_mark(line) { last } else { text.len() }
}

/// Returns whether a line consists only of marks so far.
fn may_be_mark(line: &str) -> bool {
    let mut rest = line.trim_start_matches([' ', '\t', '>']);
    loop {
        if rest.starts_with(['|', '=']) || rest.starts_with("```") || rest.starts_with("~~~") {
            return true;
        }
        if rest.bytes().all(|byte| b" \t-*+_=#>~`".contains(&byte)) {
            return true;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = match rest.as_bytes().first() {
            Some(b'-' | b'*' | b'+') => &rest[1..],
            Some(b'[') => {
                let task = rest.trim_end();
                return matches!(task, "[" | "[x" | "[X" | "[]" | "[ ]" | "[x]" | "[X]");
            }
            _ if (1..=9).contains(&digits) => match rest.as_bytes().get(digits) {
                None => return true,
                Some(b'.' | b')') => &rest[digits + 1..],
                Some(_) => return false,
            },
            _ => return false,
        };
        if !after.is_empty() && !after.starts_with([' ', '\t']) {
            return false;
        }
        rest = after.trim_start_matches([' ', '\t', '>']);
        if rest.is_empty() {
            return true;
        }
    }
}

/// The words that are being written at the end of a text.
#[derive(Debug, Default)]
struct Words {
    /// Where the first mark is that still may get a partner.
    hold: Option<usize>,
    /// How many styles are open around.
    depth: u32,
    /// Where the outermost of them begins.
    outer: usize,
}

/// Leaves out what begins with a mark that may get a partner, a table, and the
/// last line of code.
fn decided_words(text: &str) -> usize {
    let mut words = Words::default();
    let mut whole: Option<Whole> = None;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. }) => {
                if words.depth == 0 {
                    words.outer = range.start;
                }
                words.depth += 1;
            }
            Event::End(
                tag @ (TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image),
            ) => {
                words.depth = words.depth.saturating_sub(1);
                let is_style = matches!(tag, TagEnd::Emphasis | TagEnd::Strong);
                if is_style && range.end == text.len() {
                    words.hold_from(range.start, text);
                }
            }
            Event::Code(_) if range.end == text.len() => words.hold_from(range.start, text),
            Event::Text(_) => words.read(text, range),
            Event::Start(Tag::Table(_)) => whole = Some(Whole::Table(range.start)),
            Event::Start(Tag::CodeBlock(_)) => whole = Some(Whole::Code),
            Event::Start(Tag::TableHead | Tag::TableRow | Tag::TableCell) => {}
            Event::Start(_) | Event::Rule => {
                words = Words::default();
                whole = None;
            }
            _ => {}
        }
    }
    match whole {
        Some(Whole::Table(at)) => line_start(text, at),
        Some(Whole::Code) => match line_start(text, text.len()) {
            last if text.len() - last > MOST_HELD => text.len(),
            last => last,
        },
        None => words.hold.unwrap_or(text.len()),
    }
}

/// What is at the end of a text in place of words.
enum Whole {
    /// A table, and where it begins.
    Table(usize),
    /// Code.
    Code,
}

impl Words {
    /// Holds what begins at a place, unless it has waited for too long.
    fn hold_from(&mut self, at: usize, text: &str) {
        let at = if self.depth > 0 { self.outer } else { at };
        if self.hold.is_none() && text.len() - at <= MOST_HELD {
            self.hold = Some(at);
        }
    }

    /// Reads words without styles: the marks in them have no partner yet.
    fn read(&mut self, text: &str, range: Range<usize>) {
        let escaped = text[..range.start].ends_with('\\');
        let is_entity = text[range.clone()].starts_with('&') && text[..range.end].ends_with(';');
        if is_entity || self.hold.is_some() {
            return;
        }
        // Older marks are not waited for any longer.
        let oldest = text.floor_char_boundary(text.len().saturating_sub(MOST_HELD));
        let mut at = range.start.max(oldest);
        if escaped && at == range.start {
            at += text[at..range.end].chars().next().map_or(0, char::len_utf8);
        }
        while let Some(next) =
            text[at..range.end.max(at)].find(['*', '`', '[', '!', '<', '&', '\\'])
        {
            at += next;
            if may_go_on(text, at) {
                return self.hold_from(at, text);
            }
            let mark = text.as_bytes()[at];
            at += text[at..range.end].bytes().take_while(|byte| *byte == mark).count();
        }
    }
}

/// Returns whether what follows may make something of the mark at a place.
fn may_go_on(text: &str, at: usize) -> bool {
    let mark = text.as_bytes()[at];
    let run = text[at..].bytes().take_while(|byte| *byte == mark).count();
    let rest = &text[at + run..];
    match mark {
        b'*' => {
            let before = text[..at].chars().next_back();
            let opens = !rest.starts_with(char::is_whitespace);
            let in_name = run == 1 && before.is_some_and(|c| c.is_alphanumeric() || c == '_');
            // A second star may follow.
            opens && (rest.is_empty() || !in_name)
        }
        b'`' => true,
        b'[' => link_may_go_on(&text[at..]),
        b'!' => rest.is_empty() || (rest.starts_with('[') && link_may_go_on(rest)),
        b'<' => {
            let lower = rest.get(..8).unwrap_or(rest).to_ascii_lowercase();
            let begins = ["http://", "https://"]
                .iter()
                .any(|scheme| scheme.starts_with(&lower) || lower.starts_with(scheme));
            begins && !rest.contains(char::is_whitespace)
        }
        b'&' => rest.len() <= 32 && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#'),
        b'\\' => rest.is_empty() && run % 2 == 1,
        _ => false,
    }
}

/// Returns whether what follows may turn a bracket into a link: here only an address in parentheses
/// does.
fn link_may_go_on(text: &str) -> bool {
    let mut open = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => open += 1,
            b']' => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            let rest = &text[at + 1..];
            let address = rest.strip_prefix('(');
            return rest.is_empty() || address.is_some_and(|address| !address.contains(')'));
        }
    }
    true
}
