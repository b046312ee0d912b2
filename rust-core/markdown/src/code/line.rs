//! One line of code.

use super::beginning;
use super::class::{CodeClass, CodeSpan};
use super::grammar::{Form, Grammar, Raw};
use super::open::Open;

/// Adds a part of a line; to the last one if it has the same class.
pub(super) fn push<'t>(
    spans: &mut Vec<CodeSpan<'t>>,
    line: &'t str,
    from: usize,
    to: usize,
    class: CodeClass,
) {
    if from >= to {
        return;
    }
    match spans.last_mut().filter(|last| last.class == class) {
        Some(last) => last.text = &line[from - last.text.len()..to],
        None => spans.push(CodeSpan { class, text: &line[from..to] }),
    }
}

/// A line that is being read.
pub(super) struct Line<'t> {
    grammar: &'static Grammar,
    line: &'t str,
    /// Where the reading is.
    at: usize,
    /// What comes before has its look.
    from: usize,
    spans: Vec<CodeSpan<'t>>,
}

impl<'t> Line<'t> {
    pub(super) fn new(grammar: &'static Grammar, line: &'t str) -> Self {
        Self { grammar, line, at: 0, from: 0, spans: Vec::new() }
    }

    /// Reads all of it, after what an earlier line has opened.
    pub(super) fn read(mut self, open: &mut Open) -> Vec<CodeSpan<'t>> {
        match std::mem::replace(open, Open::Nothing) {
            Open::Nothing => {
                let (grammar, line) = (self.grammar, self.line);
                self.at = beginning::read(grammar, line, &mut |class, to| self.end(class, to));
            }
            Open::Comments(depth) => *open = self.comment(0, depth),
            Open::Text { close, escapes } => *open = self.text(0, close, escapes, true),
        }
        while let Some(c) = self.rest().chars().next() {
            if let Some(opened) = self.step(c) {
                *open = opened;
            }
        }
        self.end(CodeClass::Plain, self.line.len());
        self.spans
    }

    fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }

    /// Gives everything up to a place its look.
    fn end(&mut self, class: CodeClass, to: usize) {
        push(&mut self.spans, self.line, self.from, to, class);
        self.from = self.from.max(to);
        self.at = self.at.max(to);
    }

    /// Gives the next `length` bytes a look.
    fn take(&mut self, class: CodeClass, length: usize) {
        let to = self.at + length;
        self.end(CodeClass::Plain, self.at);
        self.end(class, to);
    }

    /// Takes the next item; returns what it leaves open, if anything.
    fn step(&mut self, c: char) -> Option<Open> {
        if let Some((begin, _)) = self.grammar.block_comment
            && self.rest().starts_with(begin)
        {
            return Some(self.comment(begin.len(), 1));
        }
        if self.begins_comment() {
            self.take(CodeClass::Comment, self.rest().len());
            return None;
        }
        if c.is_alphabetic() || c == '_' || (c == '@' && self.grammar.raw == Raw::At) {
            return self.word(c);
        }
        for quote in self.grammar.quotes {
            if self.rest().starts_with(quote.open) {
                if self.grammar.has_lifetimes && quote.open == "'" && self.lifetime() {
                    return None;
                }
                let close = quote.close.to_owned();
                return Some(self.text(quote.open.len(), close, quote.escapes, quote.goes_on));
            }
        }
        match c {
            '0'..='9' => self.number(),
            _ if self.grammar.directive == Some(c) && self.begins_line() => self.directive(c),
            _ if self.grammar.variable == Some(c) => self.variable(c),
            _ => self.at += c.len_utf8(),
        }
        None
    }

    fn begins_line(&self) -> bool {
        self.line[..self.at].trim_start().is_empty()
    }

    fn begins_comment(&self) -> bool {
        let grammar = self.grammar;
        if grammar.comments_begin_lines {
            return false;
        }
        // `a#b` of a shell is not a comment.
        let free = |mark: &str| {
            let before = self.line[..self.at].chars().next_back();
            let within = grammar.variable.is_some() || grammar.form == Form::Outline;
            mark != "#" || !within || before.is_none_or(char::is_whitespace)
        };
        grammar.comments.iter().any(|mark| self.rest().starts_with(mark) && free(mark))
    }

    /// Takes comments to their end or to that of the line; the first `begun`
    /// bytes opened the first of them.
    fn comment(&mut self, begun: usize, mut depth: u32) -> Open {
        let Some((begin, end)) = self.grammar.block_comment else { return Open::Nothing };
        let rest = self.rest();
        let mut at = begun;
        while depth > 0 && at < rest.len() {
            let left = &rest.as_bytes()[at..];
            if left.starts_with(end.as_bytes()) {
                (depth, at) = (depth - 1, at + end.len());
            } else if self.grammar.nests && left.starts_with(begin.as_bytes()) {
                (depth, at) = (depth.saturating_add(1), at + begin.len());
            } else {
                at += 1;
            }
        }
        self.take(CodeClass::Comment, at);
        if depth == 0 { Open::Nothing } else { Open::Comments(depth) }
    }

    /// Takes a string to its end, the first `begun` bytes being its opening. One that may not
    /// continue ends with its line, unless that ends with a backslash.
    fn text(&mut self, begun: usize, close: String, escapes: bool, goes_on: bool) -> Open {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let mut at = begun;
        while at < bytes.len() {
            if escapes && bytes[at] == b'\\' {
                at += 2;
            } else if bytes[at..].starts_with(close.as_bytes()) {
                at += close.len();
                let after = rest[at..].trim_start();
                let is_key = self.grammar.texts_are_keys && after.starts_with(':');
                self.take(if is_key { CodeClass::Key } else { CodeClass::Text }, at);
                return Open::Nothing;
            } else {
                at += 1;
            }
        }
        self.take(CodeClass::Text, rest.len());
        let is_open = goes_on || (escapes && at > bytes.len());
        if is_open { Open::Text { close, escapes } } else { Open::Nothing }
    }

    /// Takes `'a` if it is not the beginning of `'a'`.
    fn lifetime(&mut self) -> bool {
        let mut letters = self.rest()[1..].chars();
        let (first, second) = (letters.next(), letters.next());
        let is_name = first.is_some_and(|c| c.is_alphabetic() || c == '_');
        if !is_name || second == Some('\'') {
            return false;
        }
        let length = name_length(&self.rest()[1..]);
        self.take(CodeClass::Type, 1 + length);
        true
    }

    fn number(&mut self) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
        let mut at = 1;
        while let Some(byte) = bytes.get(at) {
            let next = bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
            let goes_on = match byte {
                b'+' | b'-' => !is_hex && matches!(bytes[at - 1], b'e' | b'E') && next,
                b'\'' => next && self.grammar.is_unreals,
                b'.' => next && bytes[at - 1] != b'.',
                _ => byte.is_ascii_alphanumeric() || *byte == b'_',
            };
            if !goes_on {
                break;
            }
            at += 1;
        }
        self.take(CodeClass::Number, at);
    }

    /// Takes a word for the compiler; the file that it includes is a text.
    fn directive(&mut self, mark: char) {
        let behind = &self.rest()[mark.len_utf8()..];
        let blanks = behind.len() - behind.trim_start().len();
        let name = &behind[blanks..];
        let mut length = name_length(name);
        while mark == '@' && name[length..].starts_with('.') {
            length += 1 + name_length(&name[length + 1..]);
        }
        let word = &name[..length];
        self.take(CodeClass::Directive, mark.len_utf8() + blanks + length);
        let rest = self.rest();
        let path = rest.trim_start();
        if let ("include" | "import", Some('<')) = (word, path.chars().next())
            && let Some(end) = rest.find('>')
        {
            self.at += rest.len() - path.len();
            self.take(CodeClass::Text, end + 1 - (rest.len() - path.len()));
        }
    }

    /// Takes `$name`, `${name}` and `$1`.
    fn variable(&mut self, mark: char) {
        let behind = &self.rest()[mark.len_utf8()..];
        let length = match behind.chars().next() {
            Some('{') => behind.find('}').map_or(0, |at| at + 1),
            Some(c) if "#?@*$!-".contains(c) => 1,
            _ => name_length(behind),
        };
        match length {
            0 => self.at += mark.len_utf8(),
            _ => self.take(CodeClass::Key, mark.len_utf8() + length),
        }
    }

    /// Takes a word, or the text that it is the beginning of.
    fn word(&mut self, first: char) -> Option<Open> {
        let rest = self.rest();
        let length = first.len_utf8() + name_length(&rest[first.len_utf8()..]);
        let (word, behind) = rest.split_at(length);
        if let Some((begun, close)) = self.raw(word, behind) {
            return Some(self.text(length + begun, close, false, true));
        }
        if self.grammar.prefixes.contains(&word) {
            for quote in self.grammar.quotes {
                if behind.starts_with(quote.open) {
                    let begun = length + quote.open.len();
                    let close = quote.close.to_owned();
                    return Some(self.text(begun, close, quote.escapes, quote.goes_on));
                }
            }
        }
        match self.class_of(word, behind) {
            CodeClass::Plain => self.at += length,
            class => self.take(class, length),
        }
        None
    }

    /// The opening of a raw string, in bytes after the word before it, and what ends it.
    fn raw(&self, word: &str, behind: &str) -> Option<(usize, String)> {
        match self.grammar.raw {
            Raw::Delimited if matches!(word, "R" | "LR" | "uR" | "UR" | "u8R") => {
                let mark = behind.strip_prefix('"')?;
                let end = mark.find('(').filter(|end| *end <= 16)?;
                Some((end + 2, format!("){}\"", &mark[..end])))
            }
            Raw::Hashes if matches!(word, "r" | "br" | "cr") => {
                let hashes = behind.bytes().take_while(|it| *it == b'#').count();
                behind[hashes..]
                    .starts_with('"')
                    .then(|| (hashes + 1, format!("\"{}", &behind[..hashes])))
            }
            Raw::At if word == "@" => behind.starts_with('"').then(|| (1, "\"".to_owned())),
            _ => None,
        }
    }

    fn class_of(&self, word: &str, behind: &str) -> CodeClass {
        let grammar = self.grammar;
        if grammar.keywords.binary_search(&word).is_ok() {
            return CodeClass::Keyword;
        }
        if grammar.types.binary_search(&word).is_ok() {
            return CodeClass::Type;
        }
        let mut letters = word.chars();
        let (first, second) = (letters.next(), letters.next());
        let third_is_small = letters.next().is_some_and(char::is_lowercase);
        let capital = |c: Option<char>| c.is_some_and(char::is_uppercase);
        if grammar.is_unreals {
            let is_macro = word.len() > 2
                && capital(first)
                && behind.starts_with('(')
                && !word.contains(char::is_lowercase);
            let is_prefixed =
                first.is_some_and(|c| "AEFISTU".contains(c)) && capital(second) && third_is_small;
            return match (is_macro, is_prefixed) {
                (true, _) => CodeClass::Directive,
                (_, true) => CodeClass::Type,
                _ => CodeClass::Plain,
            };
        }
        match grammar.capitals_are_types && capital(first) {
            true => CodeClass::Type,
            false => CodeClass::Plain,
        }
    }
}

/// How many bytes of a text are of one name.
fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}
