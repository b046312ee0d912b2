//! A short form of a summary's text.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
use vibeue_core::compaction::Section;

/// A summary's lines, by their part in a short form.
#[derive(Debug)]
pub(super) struct HandOver<'a> {
    parts: [Vec<&'a str>; Part::ALL.len()],
    lines: usize,
}

/// What a line is, in the order in which a short form shows them.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    Wanted,
    Rules,
    Open,
    Problems,
    Done,
    UnderWay,
    Calls,
    Ground,
    Files,
}

impl Part {
    const ALL: [Self; 9] = [
        Self::Wanted,
        Self::Rules,
        Self::Open,
        Self::Problems,
        Self::Done,
        Self::UnderWay,
        Self::Calls,
        Self::Ground,
        Self::Files,
    ];

    /// The order in which the parts take turns in giving a line: what the user wants and what is
    /// next come first.
    const TURNS: [Self; 12] = [
        Self::Wanted,
        Self::Open,
        Self::Done,
        Self::Wanted,
        Self::Problems,
        Self::Rules,
        Self::UnderWay,
        Self::Done,
        Self::Rules,
        Self::Open,
        Self::Ground,
        Self::Files,
    ];

    /// Where a section's line belongs; facts have no place in a short form.
    fn of(section: Section, line: &str) -> Option<Self> {
        let line = line.trim_start_matches("- ");
        Some(match section {
            Section::Overview
                if ["Rule (", "Keep (", "Kept ("].iter().any(|it| line.starts_with(it)) =>
            {
                Self::Rules
            }
            Section::Overview => Self::Wanted,
            Section::Continuation => Self::Open,
            Section::Problems => Self::Problems,
            Section::Progress => Self::Done,
            Section::Active => Self::UnderWay,
            Section::Operations => Self::Calls,
            Section::Foundation => Self::Ground,
            Section::Codebase => Self::Files,
            Section::Ledger => return None,
        })
    }

    /// A name of at most twelve letters.
    fn label(self) -> &'static str {
        match self {
            Self::Wanted => "wanted",
            Self::Rules => "rules",
            Self::Open => "open",
            Self::Problems => "problems",
            Self::Done => "done",
            Self::UnderWay => "under way",
            Self::Calls => "calls",
            Self::Ground => "ground",
            Self::Files => "files",
        }
    }

    /// Whether the newest lines are shown, as for what was done, rather than the first.
    fn is_newest_first(self) -> bool {
        matches!(self, Self::Done | Self::Calls)
    }
}

impl<'a> HandOver<'a> {
    /// Splits a summary's text.
    pub(super) fn of(narrative: &'a str) -> Self {
        let mut parts = <[Vec<&str>; Part::ALL.len()]>::default();
        let (mut section, mut lines) = (None, 0);
        for line in narrative.lines() {
            if let Some(next) = Section::from_heading(line) {
                section = Some(next);
            } else if let Some(section) = section.filter(|_| !line.trim().is_empty()) {
                lines += 1;
                if let Some(part) = Part::of(section, line) {
                    parts[part as usize].push(line);
                }
            }
        }
        // What the user said last is what the user wants now.
        let done = &mut parts[Part::Done as usize];
        if let Some(at) = done.iter().rposition(|line| line.contains(" user: \"")) {
            let wish = done.remove(at);
            parts[Part::Wanted as usize].insert(0, wish);
        }
        // What is solved is no longer a problem.
        parts[Part::Problems as usize].sort_by_key(|line| !line.starts_with("- Open "));
        parts[Part::Problems as usize].retain(|line| !line.starts_with("- Solved "));
        Self { parts, lines }
    }

    /// The number of lines, without headings.
    pub(super) fn len(&self) -> usize {
        self.lines
    }

    /// At most `most` lines, each with the short name of its part, in the order of the parts.
    pub(super) fn in_short(&self, most: usize) -> Vec<(&'static str, &'a str)> {
        let mut taken = [0; Part::ALL.len()];
        let mut left = most;
        loop {
            let before = left;
            for part in Part::TURNS {
                if left > 0 && taken[part as usize] < self.parts[part as usize].len() {
                    taken[part as usize] += 1;
                    left -= 1;
                }
            }
            // Calls say the least: they are shown only if there is nothing else.
            let calls = Part::Calls as usize;
            if left > 0 && left == before && taken[calls] < self.parts[calls].len() {
                taken[calls] += 1;
                left -= 1;
            }
            if left == 0 || left == before {
                break;
            }
        }
        let shown = Part::ALL.into_iter().flat_map(|part| {
            let (lines, taken) = (&self.parts[part as usize], taken[part as usize]);
            let from = if part.is_newest_first() { lines.len() - taken } else { 0 };
            lines[from..from + taken].iter().map(move |line| (part.label(), *line))
        });
        shown.collect()
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

    const TEXT: &str = "## Overview\n- Rule (m2): never a.\n- Rule (m2): never b.\n- Rule (m3): c\n\
                        - m2 user: \"open the door\"\n## Progress\n- m4: e\n- m5 user: \"f\"\n- m6: g\n\
                        ## Problem resolution\n- Solved m7: x\n- Failed m8: y\n- Open m9: z\n\
                        ## Continuation plan\n- m3: h\n## Recent operations\n- m9: call\n## Facts\nnames: x\n";

    #[test]
    fn a_short_form_says_what_is_wanted_now_what_is_open_and_what_was_done_last() {
        let hand_over = HandOver::of(TEXT);
        let lines = |most| -> Vec<&str> {
            hand_over.in_short(most).iter().map(|(_, line)| *line).collect()
        };
        assert_eq!(lines(1), ["- m5 user: \"f\""]);
        assert_eq!(lines(3), ["- m5 user: \"f\"", "- m3: h", "- m6: g"]);
        assert_eq!(
            lines(6),
            [
                "- m5 user: \"f\"",
                "- m2 user: \"open the door\"",
                "- Rule (m2): never a.",
                "- m3: h",
                "- Open m9: z",
                "- m6: g"
            ]
        );
        assert_eq!(lines(99).len(), 11);
        assert_eq!((hand_over.len(), hand_over.in_short(3)[1].0), (13, "open"));
        assert_eq!(HandOver::of("no headings").in_short(9), []);
    }

    #[test]
    fn a_line_is_cut_to_what_a_terminal_holds() {
        assert_eq!(cut_to("- never touch Content/Legacy", 12), "never touch…");
        assert_eq!(cut_to("- 扉は開かない", 7), "扉は開…");
        assert_eq!(cut_to("- short", 7), "short");
    }
}
