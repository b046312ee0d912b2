//! Costs as people read them.

use vibeue_core::session::library::LibraryUsage;

/// A cost as people read it: at least that where a part is unknown.
pub(super) fn dollars(usage: &LibraryUsage) -> String {
    let dollars = usage.total().dollars();
    match (usage.unknown(), dollars > 0.0) {
        (0, false) => "-".to_owned(),
        (0, true) => format!("${dollars:.2}"),
        (_, false) => "unknown".to_owned(),
        (_, true) => format!("≥ ${dollars:.2}"),
    }
}
