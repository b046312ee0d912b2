//! A digest under construction, field by field.

use std::borrow::Cow;

use super::cut;

/// A digest under construction: fields are added until there is no more room.
pub(super) struct Line {
    out: String,
    /// Characters of `out`.
    used: usize,
    fields: usize,
    max: usize,
}

impl Line {
    pub(super) fn open(mut out: String, max: usize) -> Self {
        let used = out.chars().count();
        out.reserve(max);
        Self { out, used, fields: 0, max }
    }

    /// Adds `Label: value` on one line, cut to the remaining room.
    pub(super) fn field(&mut self, label: &str, value: &str) {
        let lead = if self.fields == 0 { ": " } else { " | " };
        let mut cost = lead.len();
        if !label.is_empty() {
            cost += label.chars().count() + 2;
        }
        let room = self.max.saturating_sub(self.used + 1 + cost);
        if room < 8 && room < value.chars().take(9).count() {
            return;
        }
        let value = one_line(value, room);
        if value.is_empty() {
            return;
        }
        self.out.push_str(lead);
        if !label.is_empty() {
            self.out.push_str(label);
            self.out.push_str(": ");
        }
        self.out.push_str(&value);
        self.used += cost + value.chars().count();
        self.fields += 1;
    }

    pub(super) fn close(mut self) -> String {
        self.out.push(']');
        self.out
    }

    pub(super) fn room(&self) -> usize {
        self.max.saturating_sub(self.used + 4)
    }
}

/// How many lines a text has; a line break at its end does not begin another.
pub(super) fn line_count(text: &str) -> usize {
    let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    breaks + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Folds a text into one line: runs of white space become one space.
pub(super) fn one_line(text: &str, max: usize) -> Cow<'_, str> {
    // Twice the room is enough even when every second character is a space.
    let text = cut::head(text, max.saturating_mul(4));
    if is_one_line(text.as_bytes()) {
        return cut::ellipsis(text, max);
    }
    let mut out = String::with_capacity(text.len().min(2 * max + 4));
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        // What will be cut off needs no folding; a character has four bytes at
        // most.
        if out.len() > 4 * max {
            break;
        }
    }
    match cut::ellipsis(&out, max) {
        Cow::Borrowed(_) => Cow::Owned(out),
        Cow::Owned(short) => Cow::Owned(short),
    }
}

/// Returns whether a text is already one line: ASCII words with one space between them.
pub(crate) fn is_one_line(text: &[u8]) -> bool {
    let mut before = b' ';
    for &byte in text {
        if !(0x20..0x80).contains(&byte) || byte == b' ' && before == b' ' {
            return false;
        }
        before = byte;
    }
    before != b' ' || text.is_empty()
}
