//! What the engine's header tool refuses: one file for each family of rules.

use crate::header_tool::diagnostic::{Report, Rule};

mod bodies;
mod delegates;
mod editing;
mod enums;
mod functions;
mod headers;
mod includes;
mod names;
mod property_types;
mod scope;
mod specifiers;
mod stand_in;
mod vocabulary;

pub use headers::Headers;

/// A family's rules and its check.
type Family = (&'static [Rule], fn(&Headers<'_, '_>, &mut Report));

const FAMILIES: &[Family] = &[
    (includes::RULES, includes::check),
    (bodies::RULES, bodies::check),
    (names::RULES, names::check),
    (scope::RULES, scope::check),
    (property_types::RULES, property_types::check),
    (delegates::RULES, delegates::check),
    (functions::RULES, functions::check),
    (specifiers::RULES, specifiers::check),
    (editing::RULES, editing::check),
    (enums::RULES, enums::check),
    (stand_in::RULES, stand_in::check),
];

/// All rules of the header tool.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|(rules, _)| rules.iter())
}

/// Holds headers to all rules of the header tool.
pub fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for (_, check) in FAMILIES {
        check(headers, report);
    }
}
