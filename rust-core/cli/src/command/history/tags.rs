//! Tags as people read them.

use vibeue_core::session::library::Labels;

/// Tags in a line.
pub(super) fn tags_of(labels: &Labels) -> Option<String> {
    let tags: Vec<String> = labels.tags.iter().map(|tag| format!("#{tag}")).collect();
    (!tags.is_empty()).then(|| tags.join(" "))
}
