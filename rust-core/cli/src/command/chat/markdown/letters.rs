//! Styled text.

use std::fmt::Write as _;

use anstyle::Style;

use crate::output::Printable;

/// Styled text.
#[derive(Debug, Default)]
pub(super) struct Letters {
    text: String,
    /// Where each style ends, and the style; together they cover the text.
    looks: Vec<(usize, Style)>,
}

impl Letters {
    /// The text without styles.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds text. Nothing in it can control the terminal.
    pub(super) fn push(&mut self, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        let _ = write!(self.text, "{}", Printable(text));
        match self.looks.last_mut().filter(|(_, last)| *last == style) {
            Some((end, _)) => *end = self.text.len(),
            None => self.looks.push((self.text.len(), style)),
        }
    }

    /// Writes the text from a position on, closing every style after its part.
    pub(super) fn write(&self, from: usize, out: &mut String) {
        let mut at = from;
        for (end, style) in &self.looks {
            if *end > at {
                let _ = write!(out, "{style}{}{style:#}", &self.text[at..*end]);
                at = *end;
            }
        }
    }
}
