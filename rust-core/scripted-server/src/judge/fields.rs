//! Fields that no document names.

use serde_json::Value;

/// Finds the first field of an object that is not among the known ones. What
/// this server itself sent as unknown may come back to it.
pub(super) fn first_unknown<'a>(value: &'a Value, known: &[&str]) -> Option<&'a str> {
    value
        .as_object()?
        .keys()
        .map(String::as_str)
        .find(|name| *name != "x_unheard_of" && !known.contains(name))
}
