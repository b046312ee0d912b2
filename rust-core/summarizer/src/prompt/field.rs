//! What the fields of an answer in JSON are called.

use vibeue_compaction::rules::Section;

/// The name of a section's field.
pub(super) fn field(section: Section) -> &'static str {
    match section {
        Section::Overview => "overview",
        Section::Foundation => "foundation",
        Section::Codebase => "codebase",
        Section::Problems => "problems",
        Section::Progress => "progress",
        Section::Active => "active",
        Section::Operations => "operations",
        Section::Continuation => "continuation",
        Section::Ledger => "facts",
    }
}
