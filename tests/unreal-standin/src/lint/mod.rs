//! Holds a whole plugin to the rules of the engine's build, of its editor and
//! of Fab: headers, sources, descriptor, package and build rules.
//!
//! [`lint`] runs every rule, those of the header tool included. A [`Rule`]
//! bears its reason, its public source, and samples that keep and break it;
//! `tests/lint.rs` runs them all.
//!
//! A finding that is meant is allowed by a comment with its reason, on the line
//! before or on the same: `// lint-allow(rule-id): why this is right here`.

mod allowance;
mod build_rules;
mod module_map;
mod patch;
mod plugin;
mod plugin_files;
mod rules;
mod sample_plugin;

pub use build_rules::{BuildRules, Listed};
pub use module_map::ModuleMap;
pub use patch::apply_patch;
pub use plugin::{Plugin, Target};
pub use plugin_files::PluginFiles;
pub use sample_plugin::{MarkedLines, lay_sample_over};

use crate::header_tool::{self, Diagnostic, Report, Rule};

/// All rules, those of the header tool first.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    header_tool::rules().chain(rules::rules()).chain(allowance::RULES)
}

/// Holds `files` to all rules and returns what was found, by file and line.
#[must_use]
pub fn lint(files: &PluginFiles) -> Vec<Diagnostic> {
    let plugin = Plugin::read(files);
    let mut report = Report::default();
    header_tool::check(&plugin.headers(), &mut report);
    rules::check(&plugin, &mut report);
    allowance::apply(&plugin, report)
}
