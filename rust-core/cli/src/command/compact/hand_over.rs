//! A summary's text, in short.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
use vibeue_core::compaction::Section;

/// A summary's lines by section.
#[derive(Debug)]
pub(super) struct HandOver<'a> {
    sections: Vec<(Section, Vec<&'a str>)>,
}

/// In which order the sections give a line each to a short form, again and
/// again: what the person wants and what is next come first.
const TURNS: [Section; 12] = [
    Section::Overview,
    Section::Continuation,
    Section::Problems,
    Section::Progress,
    Section::Overview,
    Section::Active,
    Section::Progress,
    Section::Overview,
    Section::Continuation,
    Section::Foundation,
    Section::Codebase,
    Section::Operations,
];

impl<'a> HandOver<'a> {
    /// Takes a summary's text apart.
    pub(super) fn of(narrative: &'a str) -> Self {
        let mut sections: Vec<(Section, Vec<&'a str>)> = Vec::new();
        for line in narrative.lines() {
            if let Some(section) = Section::from_heading(line) {
                sections.push((section, Vec::new()));
            } else if let Some((_, lines)) = sections.last_mut()
                && !line.trim().is_empty()
            {
                lines.push(line);
            }
        }
        Self { sections }
    }

    /// How many lines there are, headings aside.
    pub(super) fn len(&self) -> usize {
        self.sections.iter().map(|(_, lines)| lines.len()).sum()
    }

    /// At most `most` lines, each with a short name of its section, in their
    /// order. Of progress and of what was done the newest are shown, of the
    /// rest the first.
    pub(super) fn in_short(&self, most: usize) -> Vec<(&'static str, &'a str)> {
        let mut taken = vec![0; self.sections.len()];
        let mut left = most;
        loop {
            let before = left;
            for turn in TURNS {
                let at = (0..self.sections.len()).find(|at| {
                    let (section, lines) = &self.sections[*at];
                    *section == turn && taken[*at] < lines.len()
                });
                if let (Some(at), 1..) = (at, left) {
                    taken[at] += 1;
                    left -= 1;
                }
            }
            if left == 0 || left == before {
                break;
            }
        }
        let shown = self.sections.iter().zip(taken).flat_map(|((section, lines), taken)| {
            let from = if newest_first(*section) { lines.len() - taken } else { 0 };
            lines[from..from + taken].iter().map(|line| (label(*section), *line))
        });
        shown.collect()
    }
}

fn newest_first(section: Section) -> bool {
    matches!(section, Section::Progress | Section::Operations)
}

/// A name of at most twelve letters.
fn label(section: Section) -> &'static str {
    match section {
        Section::Overview => "wanted",
        Section::Foundation => "ground",
        Section::Codebase => "files",
        Section::Problems => "problems",
        Section::Progress => "done",
        Section::Active => "under way",
        Section::Operations => "calls",
        Section::Continuation => "open",
        Section::Ledger => "facts",
    }
}

/// A line cut to a number of columns, with a mark where it was cut.
pub(super) fn cut_to(line: &str, columns: usize) -> String {
    let line = line.trim_start_matches("- ");
    if line.width() <= columns {
        return line.to_owned();
    }
    let mut used = 0;
    let kept = line.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used < columns
    });
    let mut out: String = kept.collect();
    out.truncate(out.trim_end().len());
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "## Overview\n- a\n- b\n- c\n- d\n## Progress\n- e\n- f\n- g\n\
                        ## Continuation plan\n- h\n## Facts\nnames: x\n";

    #[test]
    fn a_short_form_says_what_is_wanted_what_is_open_and_what_was_done_last() {
        let hand_over = HandOver::of(TEXT);
        let lines = |most| -> Vec<&str> {
            hand_over.in_short(most).iter().map(|(_, line)| *line).collect()
        };
        assert_eq!(lines(1), ["- a"]);
        assert_eq!(lines(3), ["- a", "- g", "- h"]);
        assert_eq!(lines(5), ["- a", "- b", "- f", "- g", "- h"]);
        assert_eq!(lines(99), ["- a", "- b", "- c", "- d", "- e", "- f", "- g", "- h"]);
        assert_eq!(hand_over.in_short(3)[2].0, "open");
        assert_eq!(HandOver::of("no headings").in_short(9), []);
    }

    #[test]
    fn a_line_is_cut_to_what_a_terminal_holds() {
        assert_eq!(cut_to("- never touch Content/Legacy", 12), "never touch…");
        assert_eq!(cut_to("- 扉は開かない", 7), "扉は開…");
        assert_eq!(cut_to("- short", 7), "short");
    }
}
