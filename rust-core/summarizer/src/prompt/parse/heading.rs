//! Decides which field a heading refers to.

use vibeue_compaction::rules::Section;

/// A field of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// Lines of a section.
    Lines(Section),
    /// The most important points.
    KeyPoints,
    /// What was decided.
    Decisions,
    /// What is to be done.
    ActionItems,
    /// What is open.
    Unresolved,
    /// What the conversation is about.
    Entities,
    /// Thinking, which is discarded.
    Analysis,
}

/// Words in a heading, each with the field that it refers to; the first one
/// that occurs decides.
const WORDS: [(&str, Field); 23] = [
    ("key point", Field::KeyPoints),
    ("key_point", Field::KeyPoints),
    ("action item", Field::ActionItems),
    ("action_item", Field::ActionItems),
    ("decision", Field::Decisions),
    ("unresolved", Field::Unresolved),
    ("open question", Field::Unresolved),
    ("entit", Field::Entities),
    ("analysis", Field::Analysis),
    ("overview", Field::Lines(Section::Overview)),
    ("goal", Field::Lines(Section::Overview)),
    ("foundation", Field::Lines(Section::Foundation)),
    ("codebase", Field::Lines(Section::Codebase)),
    ("files", Field::Lines(Section::Codebase)),
    ("problem", Field::Lines(Section::Problems)),
    ("progress", Field::Lines(Section::Progress)),
    ("accomplish", Field::Lines(Section::Progress)),
    ("active", Field::Lines(Section::Active)),
    ("current work", Field::Lines(Section::Active)),
    ("operation", Field::Lines(Section::Operations)),
    ("continuation", Field::Lines(Section::Continuation)),
    ("next step", Field::Lines(Section::Continuation)),
    ("remaining", Field::Lines(Section::Continuation)),
];

/// The field that a heading or a key refers to.
pub(super) fn field_of(heading: &str) -> Option<Field> {
    if heading.len() > 60 {
        return None;
    }
    let lower = heading.to_ascii_lowercase();
    WORDS.iter().find(|(word, _)| lower.contains(word)).map(|found| found.1)
}

/// Reads a line as a heading: `## Overview`, `**Overview**`, `1. Overview:`.
pub(super) fn heading(line: &str) -> Option<Option<Field>> {
    let line = line.trim();
    let marked = line.starts_with('#')
        || (line.starts_with("**") && line.trim_end_matches(':').ends_with("**"));
    let bare =
        line.trim_matches(|c: char| matches!(c, '#' | '*' | ':' | '.' | ' ') || c.is_ascii_digit());
    if marked && !bare.is_empty() {
        return Some(field_of(bare));
    }
    // Without a mark, only exact names followed by a colon count.
    let numbered = line.ends_with(':') && bare.split_whitespace().count() <= 3;
    let name = |section: Section| section.heading()[3..].eq_ignore_ascii_case(bare);
    if numbered && Section::ALL.into_iter().any(name) {
        return Some(field_of(bare));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_in_their_usual_spellings_and_lines_are_none() {
        let lines = |section| Some(Some(Field::Lines(section)));
        assert_eq!(heading("## Technical foundation"), lines(Section::Foundation));
        assert_eq!(heading("### 3. Codebase Status:"), lines(Section::Codebase));
        assert_eq!(heading("**Problem Resolution**:"), lines(Section::Problems));
        assert_eq!(heading("Active work:"), lines(Section::Active));
        assert_eq!(heading("## Key points"), Some(Some(Field::KeyPoints)));
        assert_eq!(heading("# Weather"), Some(None));
        assert_eq!(heading("the overview is done"), None);
        assert_eq!(heading("- progress: 3 of 4"), None);
    }
}
