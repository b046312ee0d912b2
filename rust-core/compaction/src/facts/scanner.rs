//! One pass over a text that finds everything except JSON structure.
//!
//! The text is cut into chunks: runs of letters, digits and the marks that
//! occur in paths, names and numbers. When a chunk ends, the classes of bytes
//! in it are known, so plain lower-case words, most of any text, cost one table
//! look-up per byte and nothing else.

use super::class::{
    APOSTROPHE, CLASS, COLON, COMMA, DIGIT, DOT, HIGH, LETTER, LOWER, SLASH, UPPER, ceil_boundary,
    floor_boundary, is_inside, mask_of,
};
use super::collector::Collector;
use super::sentence::Sentence;
use super::{FactKind, command, error_line, word};
use crate::fences::{FenceLine, Fences};

/// How far ahead to look for a closing quote, in bytes.
const QUOTE_REACH: usize = 120;

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&[u8]; 8] =
    [b"e.g.", b"i.e.", b" vs.", b" cf.", b" approx.", b" z.B.", b" p.ex.", b" no."];

/// The pass over one text.
pub(super) struct Scanner<'t, 'c, 's> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) out: &'c mut Collector<'s>,
    /// Where the current line begins.
    pub(super) line: usize,
    /// Where the last error line that was taken ends.
    pub(super) error_until: usize,
    /// Set while a Python traceback is open: its last `File …` line.
    traceback: Option<(usize, usize)>,
    sentence: Sentence,
    fences: Fences,
    /// Whether the fence that is open contains a shell's commands.
    is_shell: bool,
    /// Quotes before this position are skipped: they close one already read.
    quoted_until: usize,
    prose: bool,
}

/// Finds the facts of a text.
pub(super) fn scan(text: &str, out: &mut Collector<'_>) {
    let prose = out.is_prose();
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        out,
        line: 0,
        error_until: 0,
        traceback: None,
        sentence: Sentence::default(),
        fences: Fences::default(),
        is_shell: false,
        quoted_until: 0,
        prose,
    };
    scanner.run();
}

impl Scanner<'_, '_, '_> {
    fn run(&mut self) {
        let end = self.bytes.len();
        let mut at = 0;
        self.open_line(0);
        while at < end {
            let byte = self.bytes[at];
            if byte == b' ' {
                at += 1;
                continue;
            }
            if is_inside(CLASS[usize::from(byte)]) {
                at = self.chunk(at);
                continue;
            }
            match byte {
                b'\n' => {
                    self.close_line(at);
                    at += 1;
                    self.open_line(at);
                }
                b'!' | b'?' => {
                    at += 1;
                    if self.prose && self.bytes.get(at).is_none_or(u8::is_ascii_whitespace) {
                        self.close_sentence(at);
                    }
                }
                b'"' | b'`' | b'\'' => {
                    self.quote(at);
                    at += 1;
                }
                0xE0.. => {
                    at = ceil_boundary(self.text, at + 1);
                }
                0x80..0xE0 => at = ceil_boundary(self.text, at + 1),
                _ => at += 1,
            }
        }
        self.close_line(end);
        self.close_traceback(None);
    }

    /// Takes the chunk that begins here; returns where it ends.
    fn chunk(&mut self, start: usize) -> usize {
        let bytes = self.bytes;
        let mut mask = 0u16;
        let mut at = start;
        loop {
            for byte in &bytes[at..] {
                let class = CLASS[usize::from(*byte)];
                if !is_inside(class) {
                    break;
                }
                mask |= class;
                at += 1;
            }
            match bytes.get(at) {
                // A mark joins only letters and digits.
                Some(b'\'') if is_letter(bytes, at - 1) && is_letter(bytes, at + 1) => {
                    mask |= APOSTROPHE;
                }
                Some(b',') if is_digit(bytes, at - 1) && is_digit(bytes, at + 1) => mask |= COMMA,
                // Names in East Asian scripts continue a chunk only inside a
                // path.
                Some(&byte) if byte >= 0xE0 && mask & SLASH != 0 && is_wide_letter(bytes, at) => {
                    mask |= HIGH;
                    at = ceil_boundary(self.text, at + 1);
                    continue;
                }
                _ => break,
            }
            at += 1;
        }
        if mask & !(LOWER | UPPER | HIGH | APOSTROPHE) == 0 {
            self.plain_word(start, at, mask);
            return self.after_word(start, at, mask);
        }
        if mask & DIGIT == 0 && mask & !(LOWER | UPPER | DOT | COLON) == 0 {
            // A word at the end of a sentence or clause: by far the most
            // frequent kind of chunk with a mark in it.
            let mut stop = at;
            while stop > start && matches!(bytes[stop - 1], b'.' | b':') {
                stop -= 1;
            }
            if bytes[start..stop].iter().all(u8::is_ascii_alphabetic) {
                let letters = mask_of(&self.text[start..stop]);
                self.plain_word(start, stop, letters);
                let next = self.after_word(start, stop, letters).max(at);
                self.maybe_close_sentence(next);
                return next;
            }
        }
        if mask & LETTER == 0 && self.out.only.is_some() {
            // Only numbers and marks report no error.
            return at;
        }
        let next = word::classify_chunk(self, start, at, mask).max(at);
        self.maybe_close_sentence(next);
        next
    }

    /// Takes a word of letters only: it may hint at an error, end a sentence,
    /// begin a date or a name.
    #[inline]
    fn plain_word(&mut self, start: usize, end: usize, mask: u16) {
        // In lower case only a few words are hints; their first letters rule out
        // the rest.
        let may_hint = mask & UPPER != 0 || matches!(self.bytes.get(start), Some(b'e' | b'f'));
        if may_hint && end - start >= 4 && error_line::is_hint(&self.bytes[start..end]) {
            error_line::take(self, start, end);
        }
        if self.prose && end - start <= 12 {
            self.prose_word(start, end, mask);
        }
    }

    /// Takes a word of prose.
    fn prose_word(&mut self, start: usize, end: usize, mask: u16) {
        self.sentence.add_word(self.text, start, end, self.out.origin);
        if mask & UPPER != 0 {
            self.participant(start, end);
        }
    }

    /// A word with capitals inside, or in capitals throughout, is a name or a
    /// code; a month may begin a date.
    fn after_word(&mut self, start: usize, end: usize, mask: u16) -> usize {
        if mask & UPPER == 0 {
            return end;
        }
        word::capitalised(self, start, end, mask).max(end)
    }

    fn participant(&mut self, start: usize, end: usize) {
        let word = &self.text[start..end];
        let rest = &self.text[end..];
        let name_at = if matches!(word, "I'm" | "Im") && rest.starts_with(' ') {
            end + 1
        } else if matches!(word, "My" | "I") || !rest.starts_with(' ') {
            let introduced = [" name is ", " am called "];
            match introduced.iter().find(|lead| rest.starts_with(**lead)) {
                Some(lead) => end + lead.len(),
                None => return,
            }
        } else {
            return;
        };
        self.name_at(name_at);
    }

    /// Takes up to three capitalised words as a person's name.
    pub(super) fn name_at(&mut self, from: usize) {
        let mut end = from;
        for (count, word) in self.text[from..].split(' ').take(3).enumerate() {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            if !bare.chars().next().is_some_and(char::is_uppercase) || bare.len() > 40 {
                break;
            }
            end = if count == 0 { from } else { end + 1 } + bare.len();
            if bare.len() != word.len() {
                break;
            }
        }
        if end > from + 1 {
            self.out.add(FactKind::Participant, &self.text[from..end]);
        }
    }

    /// Ends the sentence when the chunk before `at` ended in a full stop.
    fn maybe_close_sentence(&mut self, at: usize) {
        if self.prose
            && at > 0
            && self.bytes[at - 1] == b'.'
            && self.bytes.get(at).is_none_or(u8::is_ascii_whitespace)
            && !ABBREVIATIONS.iter().any(|end| self.bytes[..at].ends_with(end))
        {
            self.close_sentence(at);
        }
    }

    fn close_sentence(&mut self, end: usize) {
        if !self.fences.is_open() {
            self.sentence.close(self.text, end, self.out);
        }
        self.sentence = Sentence::from(end);
    }

    fn open_line(&mut self, start: usize) {
        self.line = start;
        let mut at = start;
        while matches!(self.bytes.get(at), Some(b' ' | b'\t')) && at < start + 64 {
            at += 1;
        }
        let rest = &self.bytes[at..];
        if let Some(file) = self.traceback {
            self.traceback_line(at, at > start, file);
        }
        let is_code = match self.fences.read_after(at - start, &self.text[at..]) {
            FenceLine::Outside => false,
            FenceLine::Inside => true,
            FenceLine::Opens(language) => {
                self.is_shell = command::is_shell_language(language);
                return;
            }
            FenceLine::Closes => return,
        };
        match rest.first() {
            Some(b'$') if rest.get(1) == Some(&b' ') => self.command_line(at + 2),
            Some(b'P') if rest.starts_with(b"PS ") => {
                let line = self.line_end(at, 200);
                if let Some(prompt) = memchr::memmem::find(&self.bytes[at..line], b"> ") {
                    self.command_line(at + prompt + 2);
                }
            }
            Some(b'-' | b'*') if self.prose && rest.starts_with(b"- [ ] ") => {
                let end = self.line_end(at, 200);
                self.out.add(FactKind::Task, self.text[at + 6..end].trim_end());
            }
            Some(_) if is_code && self.is_shell => self.command_line(at),
            Some(_) if is_code => {
                let end = self.line_end(at, 200);
                if command::is_command(&self.text[at..end]) {
                    self.command_line(at);
                }
            }
            _ => {}
        }
    }

    fn close_line(&mut self, end: usize) {
        if self.prose {
            self.close_sentence(end);
        }
    }

    /// The end of the line that contains `at`, or a character boundary at most
    /// `reach` bytes further on.
    pub(super) fn line_end(&self, at: usize, reach: usize) -> usize {
        let limit = floor_boundary(self.text, (at + reach).min(self.bytes.len())).max(at);
        memchr::memchr(b'\n', &self.bytes[at..limit]).map_or(limit, |found| at + found)
    }

    fn command_line(&mut self, from: usize) {
        let end = self.line_end(from, super::Fact::MAX_BYTES);
        let command = self.text[from..end].trim();
        if command.len() >= 2 && !command.starts_with('#') {
            self.out.add(FactKind::Command, command);
        }
    }

    /// Opens a traceback: its last line will be the error.
    pub(super) fn open_traceback(&mut self) {
        self.traceback = Some((0, 0));
    }

    fn traceback_line(&mut self, at: usize, indented: bool, file: (usize, usize)) {
        let end = self.line_end(at, 160);
        let line = &self.text[at..end];
        if line.starts_with("File \"") {
            self.traceback = Some((at, end));
        } else if !indented && !line.is_empty() {
            self.close_traceback(Some((at, end)));
        } else {
            self.traceback = Some(file);
        }
    }

    fn close_traceback(&mut self, last: Option<(usize, usize)>) {
        let Some((start, end)) = self.traceback.take() else {
            return;
        };
        if end > start {
            self.out.add(FactKind::Error, self.text[start..end].trim_end());
        }
        if let Some((start, end)) = last {
            self.out.add(FactKind::Error, self.text[start..end].trim_end());
            self.error_until = end;
        }
    }

    /// Takes the text between two quotes, if the closing one is near.
    fn quote(&mut self, open: usize) {
        let mark = self.bytes[open];
        if open < self.quoted_until
            || (mark == b'\'' && open > 0 && is_letter(self.bytes, open - 1))
        {
            return;
        }
        let limit = (open + 1 + QUOTE_REACH).min(self.bytes.len());
        let Some(length) = memchr::memchr2(mark, b'\n', &self.bytes[open + 1..limit]) else {
            return;
        };
        let close = open + 1 + length;
        if self.bytes[close] != mark {
            return;
        }
        self.quoted_until = close + 1;
        let inner = &self.text[open + 1..close];
        let tight = inner.trim();
        if tight.len() < 2
            || !inner.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
        {
            return;
        }
        if mark == b'`' {
            let kind = if command::is_command(tight) { FactKind::Command } else { FactKind::Quote };
            self.out.add(kind, tight);
        } else if inner.len() == tight.len() && !tight.starts_with([':', ',', ']', '}', ')', '=']) {
            self.out.add(FactKind::Quote, tight);
        }
    }
}

fn is_letter(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| CLASS[usize::from(*byte)] & (LOWER | UPPER | HIGH) != 0)
}

fn is_digit(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_digit)
}

/// Tells letters of three- and four-byte UTF-8 from the punctuation of those
/// ranges (general punctuation, CJK marks, full-width forms).
fn is_wide_letter(bytes: &[u8], at: usize) -> bool {
    !matches!(
        (bytes[at], bytes.get(at + 1)),
        (0xE2, Some(0x80..=0x8F)) | (0xE3, Some(0x80)) | (0xEF, _) | (_, None)
    )
}
