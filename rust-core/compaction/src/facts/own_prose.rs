//! What the user says in their own words: not what they quote, attach, paste or
//! demonstrate.

use std::borrow::Cow;

use crate::fences::{FenceLine, Fences};

/// The lines of a message that are the user's own prose, without the quotations
/// in them.
///
/// Left out are code fences (``` and ~~~), quoted lines (`>`), indented code,
/// blocks between tags (`<document>`, `<attachment …>`, `<example>`), forwarded
/// and example conversations, lines that name a speaker, source code, logs and
/// terminal output.
pub(super) fn own_lines(text: &str) -> Vec<Cow<'_, str>> {
    if is_terminal_output(text) {
        return Vec::new();
    }
    let text = without_quotations(text);
    let mut lines = Vec::new();
    let mut block = Block::None;
    let mut fences = Fences::default();
    let mut before_blank = true;
    for line in text.lines() {
        let bare = line.trim();
        if block.goes_on(bare) {
            continue;
        }
        if fences.read(line) != FenceLine::Outside {
            before_blank = false;
            continue;
        }
        let indented = line.starts_with("    ") || line.starts_with('\t');
        if let Some(opened) = Block::opened(bare) {
            block = opened;
        } else if !(bare.starts_with('>')
            // Code within its line.
            || bare.starts_with("```")
            || indented && before_blank && !is_point(bare)
            || names_a_speaker(bare)
            || is_code(bare)
            || is_log(bare))
        {
            lines.push(Cow::Owned(bare.to_owned()));
        }
        before_blank = bare.is_empty() || indented;
    }
    lines
}

/// A block of several lines that is not the user's own prose.
enum Block {
    None,
    Tag(String),
    Section,
}

impl Block {
    fn opened(line: &str) -> Option<Self> {
        if let Some(name) = tag(line) {
            let close = format!("</{name}>");
            return Some(if line.contains(&close) { Self::None } else { Self::Tag(close) });
        }
        let lower = line.to_ascii_lowercase();
        let section = line.starts_with("---")
            && ["demonstration", "forwarded", "original message", "begin", "example"]
                .iter()
                .any(|word| lower.contains(word));
        section.then_some(Self::Section)
    }

    /// Returns whether a line belongs to the block, and closes it after its last line.
    fn goes_on(&mut self, line: &str) -> bool {
        let ends = match self {
            Self::None => return false,
            Self::Tag(close) => line.contains(close.as_str()),
            Self::Section => line.starts_with("---") && line.to_ascii_lowercase().contains("end"),
        };
        if ends {
            *self = Self::None;
        }
        true
    }
}

/// The name of the tag that a line begins with: `document` for `<document>`.
fn tag(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('<')?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'))?;
    let name = &rest[..end];
    (name.starts_with(|c: char| c.is_ascii_alphabetic()) && rest[end..].contains('>'))
        .then_some(name)
}

/// The most bytes between two quotation marks.
const LONGEST_QUOTATION: usize = 2_000;

/// The text without anything in quotation marks.
fn without_quotations(text: &str) -> Cow<'_, str> {
    const PAIRS: [(char, char); 8] = [
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('»', '«'),
        ('「', '」'),
        ('『', '』'),
        ('\'', '\''),
    ];
    let mut out = String::new();
    let mut rest = text;
    let mut changed = false;
    'next: while let Some(at) = rest.find(['"', '“', '„', '«', '»', '「', '『', '\'']) {
        let open = rest[at..].chars().next().unwrap_or('"');
        let before = rest[..at].chars().next_back();
        let inner = at + open.len_utf8();
        let apostrophe = open == '\'' && before.is_some_and(|c| !c.is_whitespace() && c != '(');
        if !apostrophe {
            for (_, close) in PAIRS.iter().filter(|pair| pair.0 == open) {
                let limit = rest.floor_char_boundary((inner + LONGEST_QUOTATION).min(rest.len()));
                let Some(length) = rest[inner..limit].find(*close) else { continue };
                let after = inner + length + close.len_utf8();
                let word = rest[after..].chars().next().is_some_and(char::is_alphanumeric);
                if (open == '\'' && word) || rest[inner..after].contains("\n\n") {
                    continue;
                }
                out.push_str(&rest[..at]);
                out.push('…');
                rest = &rest[after..];
                changed = true;
                continue 'next;
            }
        }
        out.push_str(&rest[..inner]);
        rest = &rest[inner..];
    }
    if !changed {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn is_point(line: &str) -> bool {
    line.starts_with(['-', '*', '•'])
}

/// Recognizes a line of a transcript: `User: never`, `[assistant] ok`.
fn names_a_speaker(line: &str) -> bool {
    let lower = line.get(..line.floor_char_boundary(14)).unwrap_or_default().to_ascii_lowercase();
    let roles = ["user", "assistant", "system", "human", "ai", "bot", "agent", "q", "a"];
    roles.iter().any(|role| {
        lower.strip_prefix(role).is_some_and(|rest| rest.starts_with(':'))
            || lower
                .strip_prefix('[')
                .and_then(|rest| rest.strip_prefix(role))
                .is_some_and(|rest| rest.starts_with(']'))
    })
}

/// Tells source code from prose by marks that prose does not have.
fn is_code(line: &str) -> bool {
    let point = is_point(line);
    let bare = line.trim_start_matches(['-', '*', ' ']);
    let marks = ["();", "){", ") {", "==", "&&", "//", "/*", "*/", "::", "=>", "</", "\" =", " = "];
    let address = line.contains("://");
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let listing = digits > 0
        && matches!(line[digits..].trim_start().as_bytes().first(), Some(b':' | b'|'))
        && !line[digits..].starts_with(": ");
    let listed = digits > 0 && line[digits..].starts_with(": ") && !point;
    line.starts_with(['{', '}', '[', '#', '+', '$', '@', '|'])
        || line.starts_with("diff ")
        || listing
        || listed
        || line.ends_with([';', '{', '}'])
        || !address && marks.iter().any(|mark| bare.contains(mark))
        || ["def ", "fn ", "class ", "return ", "import ", "assert ", "SELECT ", "UPROPERTY("]
            .iter()
            .any(|word| bare.starts_with(word))
}

/// Recognizes a line of log, compiler or terminal output.
fn is_log(line: &str) -> bool {
    const WORDS: [&str; 15] = [
        "error:",
        "error ",
        "warning:",
        "fatal:",
        "FAILED ",
        "npm WARN",
        "Traceback",
        "Exception:",
        "Error:",
        "ERROR",
        "WARN ",
        "INFO ",
        "remote:",
        ">>> ",
        "bash-$",
    ];
    let head = &line[..line.floor_char_boundary(72)];
    let tagged = head
        .strip_prefix("Log")
        .is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest.contains(": "));
    let digits = head.bytes().take_while(u8::is_ascii_digit).count();
    let dated = digits == 4 && head[digits..].starts_with('-');
    let coded = head.split(' ').next().is_some_and(|word| {
        word.ends_with("Error:")
            || word.len() > 3
                && word.ends_with(':')
                && word.bytes().any(|b| b.is_ascii_digit())
                && word.starts_with(char::is_uppercase)
    });
    tagged
        || dated
        || coded
        || head.contains(":\\") && head.contains('>')
        || WORDS.iter().any(|word| head.contains(word))
            && (head.contains(':')
                || head.starts_with(">>>")
                || head.starts_with("FAILED")
                || head.starts_with("npm")
                || head.starts_with("bash"))
}

/// Recognizes a message in the user role that is a terminal's output, passed on
/// by an agent's harness.
pub(crate) fn is_terminal_output(text: &str) -> bool {
    let text = text.trim_end();
    let last = text.lines().next_back().unwrap_or_default().trim();
    let prompt = last.len() <= 80
        && (last.ends_with("$")
            || last.ends_with("bash-$")
            || last.starts_with("PS ") && last.ends_with('>'));
    let first = text.lines().next().unwrap_or_default();
    let begins = ["[File: ", "OBSERVATION", "Observation:", "[exit code", "Exit code:", "$ "]
        .iter()
        .any(|lead| first.starts_with(lead));
    // A task description that ends with the first prompt is still the user's.
    let is_task = text.len() > 3_000 || text.contains("ISSUE") || text.contains("INSTRUCTIONS");
    begins || prompt && !is_task
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Vec<String> {
        let lines = own_lines(text).into_iter().map(Cow::into_owned);
        lines.filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn what_the_user_quotes_pastes_or_demonstrates_is_not_their_own() {
        let text = "Look:\n```\nnever\n```\n> never\n~~~\nnever\n~~~\n<document>\nnever\n\
            </document>\n\n    never = 1\n\nUser: never\n--- DEMONSTRATION ---\nnever\n\
            --- END ---\nhe said \"never\" and it's fine\n// never\nLogTemp: Error: never\n- mine";
        assert_eq!(own(text), ["Look:", "he said … and it's fine", "- mine"]);
        let fences = "````\n```\nnever\n```\nnever\n````\nmine\n```never()```\n~~~ sh\nnever\n```";
        assert_eq!(own(fences), ["mine"]);
        assert_eq!(own("[File: a.py (3 lines total)]\n1: never\nbash-$"), Vec::<String>::new());
        assert_eq!(own("„nie“ and “no” and 'no way' don't"), ["… and … and … don't"]);
    }
}
