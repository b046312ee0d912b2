//! Letters in their looks.

use std::fmt::Write as _;

use anstyle::Style;

use crate::output::Printable;

/// Letters in their looks.
#[derive(Debug, Default)]
pub(super) struct Letters {
    text: String,
    /// Where a look ends, and which; together they cover the text.
    looks: Vec<(usize, Style)>,
}

impl Letters {
    /// The letters without their looks.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds letters. Nothing in them steers the terminal.
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

    /// Writes the letters from a place on, every look closed after its own.
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
