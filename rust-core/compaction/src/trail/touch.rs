//! One artifact that a call touches.

use super::ArtifactAction;

/// One artifact that a call touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Touch {
    pub(super) action: ArtifactAction,
    /// Empty for the file that is open.
    pub(super) name: String,
    pub(super) to: Option<String>,
    /// Whether the file becomes the open one.
    pub(super) opens: bool,
}

impl Touch {
    pub(super) fn new(action: ArtifactAction, name: &str) -> Self {
        Self { action, name: name.to_owned(), to: None, opens: false }
    }

    pub(super) fn renamed(from: &str, to: &str) -> Self {
        Self { to: Some(to.to_owned()), ..Self::new(ArtifactAction::Renamed, from) }
    }

    pub(super) fn opening(action: ArtifactAction, name: &str) -> Self {
        Self { opens: true, ..Self::new(action, name) }
    }
}
