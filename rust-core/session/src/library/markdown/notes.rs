//! Notes about a page that was read.

/// What was ambiguous on a page, or left out, in the order of its lines.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// About the whole page.
    general: Vec<String>,
    list: Vec<String>,
    unlisted: usize,
    /// How far lines have been counted: a position, and the number of its line.
    counted: (usize, usize),
}

impl Notes {
    /// The user reads the first few; a page may have a million lines of each kind.
    const MOST: usize = 1_000;

    /// Adds a note about the whole page; these come first.
    pub(super) fn add_general(&mut self, note: impl Into<String>) {
        self.general.push(note.into());
    }

    /// Notes that images are missing: a page has only placeholders for them.
    pub(super) fn add_images(&mut self, count: usize) {
        if count > 0 {
            self.add_general(format!(
                "file: images are not exported as Markdown ({count}); each was replaced by text"
            ));
        }
    }

    /// Adds a note about the line at a position: what is there, and what was done about it.
    pub(super) fn add(&mut self, text: &str, at: usize, note: &str) {
        if self.list.len() == Self::MOST {
            self.unlisted += 1;
            return;
        }
        let (from, line) = if at < self.counted.0 { (0, 0) } else { self.counted };
        let breaks = memchr::memchr_iter(b'\n', &text.as_bytes()[from..at]).count();
        self.counted = (at, line + breaks);
        self.list.push(format!("line {}: {note}", self.counted.1 + 1));
    }

    /// Returns all notes, those about the whole page first; the last entry says how many more there
    /// were.
    pub(super) fn into_vec(self) -> Vec<String> {
        let more =
            (self.unlisted > 0).then(|| format!("file: {} more lines like these", self.unlisted));
        self.general.into_iter().chain(self.list).chain(more).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_name_their_lines_and_are_bounded() {
        let mut notes = Notes::default();
        let text = "a\n".repeat(3_000);
        notes.add(&text, 4, "x; y");
        for line in 0..Notes::MOST + 1 {
            notes.add(&text, 2 * line, "x; y");
        }
        notes.add_general("file: z");
        let notes = notes.into_vec();
        assert_eq!(notes.len(), Notes::MOST + 2);
        assert_eq!(
            [&notes[0], &notes[1], &notes[2], &notes[Notes::MOST + 1]],
            ["file: z", "line 3: x; y", "line 1: x; y", "file: 2 more lines like these"]
        );
    }
}
