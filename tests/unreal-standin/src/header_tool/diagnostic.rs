//! What a rule found, and what a rule is.

use std::collections::BTreeSet;
use std::fmt;

/// A rule that files are held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name in reports: lower case, words joined by `-`.
    pub id: &'static str,
    /// Why it exists, in one sentence.
    pub reason: &'static str,
    /// The public source that shows it.
    pub source: &'static str,
    /// Files that keep it and files that break it.
    pub samples: &'static [Sample],
}

/// Files that keep a rule or break it. They are laid over a small plugin that
/// breaks no rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Paths below the plugin's folder, and texts. A line that must be
    /// reported ends with [`Sample::MARK`].
    pub files: &'static [(&'static str, &'static str)],
    /// Whether the texts are whole files; else a header or source is given
    /// its copyright line and its includes first.
    pub is_whole: bool,
}

impl Sample {
    /// Ends a line of a sample that must be reported.
    pub const MARK: &'static str = " ⟵";

    /// A sample whose headers and sources are given their first lines.
    #[must_use]
    pub const fn part(files: &'static [(&'static str, &'static str)]) -> Self {
        Self { files, is_whole: false }
    }

    /// A sample of whole files.
    #[must_use]
    pub const fn whole(files: &'static [(&'static str, &'static str)]) -> Self {
        Self { files, is_whole: true }
    }

    /// Whether it breaks its rule.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.files.iter().any(|(_, text)| text.contains(Self::MARK))
    }
}

/// A rule broken at a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// The path below the plugin's folder, with `/`.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What to do, as a sentence.
    pub advice: String,
    /// The [`Rule::id`] of the rule.
    pub rule: &'static str,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, message, advice, rule } = self;
        write!(formatter, "{path}({line}): Error: {message} {advice} [{rule}]")
    }
}

/// Collects what rules find; the same finding counts once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    found: BTreeSet<Diagnostic>,
}

impl Report {
    /// Adds a finding.
    pub fn add(
        &mut self,
        rule: &Rule,
        path: &str,
        line: u32,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) {
        self.found.insert(Diagnostic {
            path: path.to_owned(),
            line,
            message: message.into(),
            advice: advice.into(),
            rule: rule.id,
        });
    }

    /// All findings, by file and line.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.found.into_iter().collect()
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_reads_as_the_build_tool_writes_errors() {
        let rule = Rule { id: "a-rule", reason: "", source: "", samples: &[] };
        let mut report = Report::default();
        for _ in 0..2 {
            report.add(&rule, "Source/A.h", 7, "X is wrong.", "Write Y.");
        }
        let all = report.into_diagnostics();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].to_string(), "Source/A.h(7): Error: X is wrong. Write Y. [a-rule]");
    }
}
