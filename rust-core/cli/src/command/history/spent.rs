//! Tokens and costs in readable form.

use vibeue_core::session::library::LibraryUsage;

use crate::output::grouped;

/// A cost in readable form: a lower bound if a part is unknown.
pub(super) fn dollars(usage: &LibraryUsage) -> String {
    let dollars = usage.total().dollars();
    match (usage.unknown(), dollars > 0.0) {
        (0, false) => "-".to_owned(),
        (0, true) => format!("${dollars:.2}"),
        (_, false) => "unknown".to_owned(),
        (_, true) => format!("≥ ${dollars:.2}"),
    }
}

/// The tokens of all calls: a lower bound if a part is unknown.
pub(super) fn tokens(usage: &LibraryUsage) -> String {
    let tokens = usage.total().tokens();
    match (usage.unreported(), tokens) {
        (0, 0) => "-".to_owned(),
        (0, _) => grouped(tokens),
        (_, 0) => "unknown".to_owned(),
        (_, _) => format!("≥ {}", grouped(tokens)),
    }
}
