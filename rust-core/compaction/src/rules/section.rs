//! The sections of a summary.

/// A section of a summary, in the order in which they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// What the user wants: rules in their own words, requests.
    Overview,
    /// Names, versions and values that the work depends on.
    Foundation,
    /// Files and assets that were touched.
    Codebase,
    /// What went wrong, and whether it still does.
    Problems,
    /// What was done and decided.
    Progress,
    /// What was going on most recently.
    Active,
    /// The latest tool calls.
    Operations,
    /// What comes next.
    Continuation,
    /// Facts that no line above contains.
    Ledger,
}

impl Section {
    /// All sections, in order.
    pub const ALL: [Section; 9] = [
        Section::Overview,
        Section::Foundation,
        Section::Codebase,
        Section::Problems,
        Section::Progress,
        Section::Active,
        Section::Operations,
        Section::Continuation,
        Section::Ledger,
    ];

    /// The heading as it is written.
    pub fn heading(self) -> &'static str {
        match self {
            Section::Overview => "## Overview",
            Section::Foundation => "## Technical foundation",
            Section::Codebase => "## Codebase status",
            Section::Problems => "## Problem resolution",
            Section::Progress => "## Progress",
            Section::Active => "## Active work",
            Section::Operations => "## Recent operations",
            Section::Continuation => "## Continuation plan",
            Section::Ledger => "## Facts",
        }
    }

    /// Reads a heading.
    pub fn from_heading(line: &str) -> Option<Self> {
        Section::ALL.into_iter().find(|section| section.heading() == line.trim_end())
    }
}
