//! What a call would do.

use serde::{Deserialize, Serialize};

use crate::legible::{clipped, shares};

/// The maximum number of bytes of a preview's text: what the user looks through before allowing
/// something.
pub const MOST_PREVIEW_BYTES: usize = 64 * 1024;

/// The maximum number of characters of a preview's title.
const MOST_TITLE: usize = 300;

/// What the text of a preview is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreviewKind {
    /// A unified diff.
    Diff,
    /// Words.
    Text,
}

/// What a call would do, computed without doing it, for the user who decides whether it may run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// What the text is.
    pub kind: PreviewKind,
    /// What would happen, on one line.
    pub title: String,
    /// What would happen, in full; at most [`MOST_PREVIEW_BYTES`] and a line
    /// that says how much was left out.
    pub text: String,
    /// Whether the call would be refused; the text says why.
    pub would_fail: bool,
    /// What a model gets instead of the text, if that contains something for the user alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_model: Option<String>,
}

impl Preview {
    /// Makes the preview of a change of text. Very long lines are cut to what differs.
    pub fn diff(title: impl Into<String>, diff: &str) -> Self {
        Self::made(PreviewKind::Diff, &title.into(), &clipped(diff), false)
    }

    /// Makes the preview of changes of several files: a large one leaves room
    /// for the others.
    pub fn diffs(title: impl Into<String>, diffs: &[String]) -> Self {
        /// Room for the note about lines that are left out.
        const WORDS: usize = 100;
        let diffs: Vec<_> = diffs.iter().map(|diff| clipped(diff)).collect();
        let sizes: Vec<usize> = diffs.iter().map(|diff| diff.len()).collect();
        let room = MOST_PREVIEW_BYTES.saturating_sub(WORDS * diffs.len());
        let shares = shares(&sizes, room);
        let text: String =
            diffs.iter().zip(shares).map(|(diff, most)| bounded(diff, most)).collect();
        Self::made(PreviewKind::Diff, &title.into(), &text, false)
    }

    /// Gives a model another text than the user; its length is limited in the same way.
    #[must_use]
    pub fn for_model(self, text: Option<&str>) -> Self {
        Self { for_model: text.map(|text| bounded(text, MOST_PREVIEW_BYTES)), ..self }
    }

    /// The text that a model gets.
    pub fn model_text(&self) -> &str {
        self.for_model.as_deref().unwrap_or(&self.text)
    }

    /// Makes a preview in words.
    pub fn text(title: impl Into<String>, text: &str) -> Self {
        Self::made(PreviewKind::Text, &title.into(), text, false)
    }

    /// Makes the preview of a call that would be refused.
    pub fn refused(title: impl Into<String>, why: &str) -> Self {
        Self::made(PreviewKind::Text, &title.into(), why, true)
    }

    fn made(kind: PreviewKind, title: &str, text: &str, would_fail: bool) -> Self {
        let title = title
            .chars()
            .map(|char| if char.is_control() { ' ' } else { char })
            .take(MOST_TITLE)
            .collect();
        let text = bounded(text, MOST_PREVIEW_BYTES);
        Self { kind, title, text, would_fail, for_model: None }
    }
}

/// Keeps as many whole lines from the beginning as fit.
fn bounded(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let head = &text[..text.floor_char_boundary(most)];
    // A single line may be longer than what is shown.
    let head = head.rfind('\n').map_or(head, |end| &head[..=end]);
    let lines = text[head.len()..].lines().count();
    let bytes = text.len() - head.len();
    let end = if head.ends_with('\n') { "" } else { "\n" };
    format!("{head}{end}[{lines} more lines, {bytes} bytes, are not shown]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_is_bounded_and_says_what_it_leaves_out() {
        let text = "0123456\n".repeat(MOST_PREVIEW_BYTES / 8 + 3);
        let preview = Preview::diff("edit\na", &text);
        assert_eq!(preview.title, "edit a");
        assert!(preview.text.ends_with("0123456\n[3 more lines, 24 bytes, are not shown]\n"));
        assert_eq!(preview.text.len(), MOST_PREVIEW_BYTES + 40);
        let line = Preview::text("", &"ü".repeat(MOST_PREVIEW_BYTES));
        assert!(line.text.ends_with("ü\n[1 more lines, 65536 bytes, are not shown]\n"));
        assert_eq!(Preview::text("t", "short").text, "short");
    }

    #[test]
    fn a_large_change_leaves_room_for_the_other_files() {
        let large = format!("--- a/a\n+++ b/a\n{}", "+0123456\n".repeat(MOST_PREVIEW_BYTES / 8));
        let small = "--- a/b\n+++ b/b\n-x\n+y\n".to_owned();
        let preview = Preview::diffs("edit", &[large, small.clone()]);
        assert!(preview.text.len() <= MOST_PREVIEW_BYTES, "{}", preview.text.len());
        assert!(preview.text.ends_with(&format!(" bytes, are not shown]\n{small}")));
    }
}
