//! The first words of an order.

pub(super) fn first(text: &str) -> &str {
    text.split([' ', ',']).next().unwrap_or_default()
}

/// The word after a negation at the beginning.
pub(super) fn forbidden<'t>(text: &'t str, no: &str) -> Option<&'t str> {
    text.strip_prefix(no).map(|rest| first(rest).trim_end_matches(['.', '!']))
}
