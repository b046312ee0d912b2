//! One file or asset and what was done to it.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use vibeue_conversation::MessageId;

/// What a tool call does to an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArtifactAction {
    /// Its content was shown.
    Read,
    /// It was searched, listed or staged.
    Listed,
    /// It was created.
    Created,
    /// Its content was changed or saved.
    Changed,
    /// It was deleted.
    Deleted,
    /// It was renamed or moved.
    Renamed,
    /// It was compiled.
    Compiled,
    /// It was run.
    Executed,
}

/// How the last call that touched an artifact went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArtifactOutcome {
    /// No result was seen.
    #[default]
    Unknown,
    /// It did what it should have done.
    Done,
    /// It failed; holds the first line of the error.
    Failed(Box<str>),
}

/// One file or asset and what was done to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// Its path or name, as the calls write it.
    pub name: Box<str>,
    /// How many times its content was shown.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub read: u32,
    /// How many times it was searched, listed or staged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub listed: u32,
    /// How many times it was created.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub created: u32,
    /// How many times its content was changed or saved.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub changed: u32,
    /// How many times it was deleted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deleted: u32,
    /// How many times it was compiled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub compiled: u32,
    /// How many times it was run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub executed: u32,
    /// Failed calls on it; these are in none of the other counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: u32,
    /// The name or place that it was last given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_to: Option<Box<str>>,
    /// How the last call went.
    #[serde(default)]
    pub outcome: ArtifactOutcome,
    /// The first message that touched it.
    pub first: MessageId,
    /// The last message that touched it.
    pub last: MessageId,
}

/// The heading of artifacts on which every call failed.
pub(super) const FAILED: &str = "failed";

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Artifact {
    pub(super) fn new(name: &str, id: MessageId) -> Self {
        Self {
            name: name.into(),
            read: 0,
            listed: 0,
            created: 0,
            changed: 0,
            deleted: 0,
            compiled: 0,
            executed: 0,
            failed: 0,
            renamed_to: None,
            outcome: ArtifactOutcome::Unknown,
            first: id,
            last: id,
        }
    }

    /// The counter of an action; renaming has none.
    pub(super) fn count_mut(&mut self, action: ArtifactAction) -> Option<&mut u32> {
        Some(match action {
            ArtifactAction::Read => &mut self.read,
            ArtifactAction::Listed => &mut self.listed,
            ArtifactAction::Created => &mut self.created,
            ArtifactAction::Changed => &mut self.changed,
            ArtifactAction::Deleted => &mut self.deleted,
            ArtifactAction::Compiled => &mut self.compiled,
            ArtifactAction::Executed => &mut self.executed,
            ArtifactAction::Renamed => return None,
        })
    }

    /// Returns whether it differs from what it was before the conversation.
    pub fn is_changed(&self) -> bool {
        self.created + self.changed + self.deleted > 0 || self.renamed_to.is_some()
    }

    /// Merges what a later part of the conversation did.
    pub(super) fn merge(&mut self, later: Self) {
        self.read = self.read.saturating_add(later.read);
        self.listed = self.listed.saturating_add(later.listed);
        self.created = self.created.saturating_add(later.created);
        self.changed = self.changed.saturating_add(later.changed);
        self.deleted = self.deleted.saturating_add(later.deleted);
        self.compiled = self.compiled.saturating_add(later.compiled);
        self.executed = self.executed.saturating_add(later.executed);
        self.failed = self.failed.saturating_add(later.failed);
        if later.renamed_to.is_some() {
            self.renamed_to = later.renamed_to;
        }
        if later.outcome != ArtifactOutcome::Unknown {
            self.outcome = later.outcome;
        }
        self.first = self.first.min(later.first);
        self.last = self.last.max(later.last);
    }

    /// Writes one line: `Source/Door.cpp: read 3, changed 2, ✓ m41`.
    pub fn line(&self) -> String {
        let mut out = format!("{}:", self.name);
        let counts = [
            ("created", self.created),
            ("changed", self.changed),
            ("deleted", self.deleted),
            ("compiled", self.compiled),
            ("run", self.executed),
            ("read", self.read),
            ("listed", self.listed),
            ("failed", self.failed),
        ];
        for (word, count) in counts.into_iter().filter(|pair| pair.1 > 0) {
            let _ =
                if count == 1 { write!(out, " {word},") } else { write!(out, " {word} {count},") };
        }
        if let Some(to) = &self.renamed_to {
            let _ = write!(out, " renamed to {to},");
        }
        // It was read back from a dense line, which does not name the message.
        if self.last.0 == 0 {
            let failed = matches!(self.outcome, ArtifactOutcome::Failed(_));
            out.push_str(if failed { " ❌" } else { " ✓" });
            return out;
        }
        match &self.outcome {
            ArtifactOutcome::Unknown => {
                let _ = write!(out, " {}", self.last);
            }
            ArtifactOutcome::Done => {
                let _ = write!(out, " ✓ {}", self.last);
            }
            ArtifactOutcome::Failed(error) => {
                let _ = write!(out, " ❌ {} {error}", self.last);
            }
        }
        out
    }

    /// The most significant thing done to it, in one word: the heading under
    /// which the dense form of a trail lists it.
    pub(super) fn deed(&self) -> &'static str {
        if self.deleted > 0 {
            "deleted"
        } else if self.renamed_to.is_some() {
            "renamed"
        } else if self.created > 0 {
            "created"
        } else if self.changed > 0 {
            "changed"
        } else if self.compiled > 0 {
            "compiled"
        } else if self.executed > 0 {
            "run"
        } else if self.read > 0 {
            "read"
        } else if self.failed > 0 && self.listed == 0 {
            FAILED
        } else {
            "listed"
        }
    }

    /// The headings in the order in which the dense form writes them.
    pub(super) const DEEDS: [&str; 9] =
        ["created", "changed", "deleted", "renamed", "compiled", "run", "read", "listed", FAILED];

    /// Writes the name, with the new one if it was renamed, and a mark if the
    /// last call on it failed.
    pub(super) fn brief(&self) -> String {
        let deed = self.deed();
        let marked = matches!(self.outcome, ArtifactOutcome::Failed(_)) && deed != FAILED;
        let failed = if marked { " ❌" } else { "" };
        match self.renamed_to.as_deref().filter(|to| deed == "renamed" && *to != "?") {
            Some(to) => format!("{} to {to}{failed}", self.name),
            None => format!("{}{failed}", self.name),
        }
    }
}
