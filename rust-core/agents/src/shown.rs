//! How much of an agent's texts is shown to the user.

use agent_client_protocol_schema::v1::Diff as Change;
use serde_json::{Value, json};
use vibeue_tools::Diff;

/// The maximum number of characters of a text that a row shows.
pub(crate) const MOST_SHOWN: usize = 4_000;

/// Files and places that a row names.
pub(crate) const MOST_NAMED: usize = 20;

/// The beginning of a text, and how much more there is.
pub(crate) fn cut(text: &str) -> String {
    shortened(text, MOST_SHOWN)
}

/// The same, cut after `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => {
            let more = text[at..].chars().count();
            format!("{}… [{more} more characters are not shown]", &text[..at])
        }
        None => text.to_owned(),
    }
}

/// A change as a row shows it: both texts if they are short, otherwise what differs.
pub(crate) fn row(change: &Change) -> Value {
    let path = change.path.display().to_string();
    let is_short = |text: &str| text.len() <= MOST_SHOWN;
    if is_short(&change.new_text) && change.old_text.as_deref().is_none_or(is_short) {
        return json!({"path": path, "before": change.old_text, "after": change.new_text});
    }
    json!({"path": path, "diff": cut(&unified(change))})
}

/// What a change does, as a unified diff.
pub(crate) fn unified(change: &Change) -> String {
    // After `a/` and `b/`, as a diff names files.
    let path = change.path.display().to_string();
    let path = path.trim_start_matches('/');
    let before = change.old_text.as_deref();
    let diff = Diff::of(before.unwrap_or_default(), &change.new_text);
    let text = diff.unified(before.map(|_| path), Some(path));
    if diff.added() + diff.removed() == 0 {
        return text + "[both texts are the same]\n";
    }
    text
}
