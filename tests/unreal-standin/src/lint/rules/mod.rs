//! What no compiler checks: one file for each family of rules.

use crate::header_tool::{Report, Rule};
use crate::lint::plugin::Plugin;

mod bindings;
mod descriptor;
mod file_head;
mod hazards;
mod layout;
mod localization;
mod module_dependencies;
mod module_names;
mod object_pointers;
mod package;
mod registration;
mod settings;
mod shared_names;
mod spec_code;
mod specs;

pub(super) use file_head::COPYRIGHT_LINE;

/// A family's rules and its check.
type Family = (&'static [Rule], fn(&Plugin<'_>, &mut Report));

const FAMILIES: &[Family] = &[
    (bindings::RULES, bindings::check),
    (descriptor::RULES, descriptor::check),
    (file_head::RULES, file_head::check),
    (hazards::RULES, hazards::check),
    (layout::RULES, layout::check),
    (localization::RULES, localization::check),
    (module_dependencies::RULES, module_dependencies::check),
    (module_names::RULES, module_names::check),
    (object_pointers::RULES, object_pointers::check),
    (package::RULES, package::check),
    (registration::RULES, registration::check),
    (settings::RULES, settings::check),
    (shared_names::RULES, shared_names::check),
    (specs::RULES, specs::check),
];

/// All rules of the lint, without those of the header tool.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|(rules, _)| rules.iter())
}

/// Holds a plugin to all rules of the lint.
pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for (_, check) in FAMILIES {
        check(plugin, report);
    }
}
