//! What is known of one compaction: its summary and where it came from.

use serde::{Deserialize, Serialize};

use vibeue_conversation::MessageId;

/// How a summary is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// By rules: digests, facts, the artifact trail. Needs no network.
    #[default]
    Rules,
    /// By a model.
    Llm,
    /// Extracted facts first, followed by a model's text.
    Hybrid,
    /// By the provider's own compaction.
    Native,
}

impl Strategy {
    /// Who writes a summary in this way, in words for the user, by the model's
    /// id if it is known.
    pub fn author(self, model: Option<&str>) -> String {
        match (self, model) {
            (Strategy::Rules, _) => "rules".to_owned(),
            (Strategy::Llm | Strategy::Hybrid, None) => "a model".to_owned(),
            (Strategy::Llm, Some(model)) => model.to_owned(),
            (Strategy::Hybrid, Some(model)) => format!("{model} and rules"),
            (Strategy::Native, None) => "the provider".to_owned(),
            (Strategy::Native, Some(model)) => format!("the provider ({model})"),
        }
    }
}

/// How far down the ladder a compaction had to go. Each rung is tried only if
/// the one before did not bring the request under the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// Old tool results became placeholders; nothing was summarized.
    Prune,
    /// The configured summarizer, given everything.
    Full,
    /// The configured summarizer, given shortened tool arguments and results.
    Simple,
    /// The rule-based summary.
    Rules,
    /// The rest was cut, with a visible marker.
    Trim,
}

/// How far a task has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// Not started, or not known to be.
    #[default]
    Pending,
    /// Started.
    InProgress,
    /// Finished.
    Done,
}

/// Something that somebody has to do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionItem {
    /// Who does it: `user`, `assistant` or a name.
    pub owner: String,
    /// What is to be done.
    pub task: String,
    /// The deadline, as it was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// How far it has come.
    #[serde(default)]
    pub state: TaskState,
}

/// What a summary records besides its narrative.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordContext {
    /// Who took part.
    pub participants: Vec<String>,
    /// What was decided.
    pub decisions: Vec<String>,
    /// What is to be done, and by whom.
    pub action_items: Vec<ActionItem>,
    /// What went wrong, or was asked, and is still open.
    pub unresolved: Vec<String>,
    /// What the conversation is about: assets, files, classes.
    pub domain_entities: Vec<String>,
}

/// The server and the model that made a provider's own compaction; no other can
/// read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeHome {
    /// The server's host name and port.
    pub server: String,
    /// The model's id.
    pub model: String,
}

impl NativeHome {
    /// The server and model that made a block; `None` if the server is not
    /// known.
    pub fn of(server: Option<String>, model: &str) -> Option<Self> {
        server.map(|server| Self { server, model: model.to_owned() })
    }
}

/// One summary: what it says, what it replaces, how it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SummaryRecord {
    /// Id of this record, unique in its conversation: `s1`, `s2`, …
    pub id: String,
    /// When it was made, in milliseconds since the Unix epoch.
    pub timestamp: u64,
    /// How many summaries it builds on: 0 if it was made only from originals.
    pub depth: u32,
    /// The record that this one builds on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The summary's text: Markdown sections, without our tags.
    pub narrative: String,
    /// The most important points, at most [`SummaryRecord::MAX_KEY_POINTS`].
    pub key_points: Vec<String>,
    /// Participants, decisions, tasks, open problems, entities.
    pub context: RecordContext,
    /// Facts that the narrative does not contain, best first.
    pub ledger: Vec<String>,
    /// The condensed messages, oldest first; those of the parent are included
    /// by way of the parent.
    pub condensed: Vec<MessageId>,
    /// SHA-256 over the condensed messages, see [`super::fingerprint()`].
    pub sha256: String,
    /// Tokens of the whole request before.
    pub tokens_before: u64,
    /// Tokens of the whole request after.
    pub tokens_after: u64,
    /// How it was made.
    pub strategy: Strategy,
    /// The id of the model that wrote it, as it is configured. If several wrote
    /// parts of it, the last one, which had the notes of the others. `None` if
    /// rules wrote it, or a version that did not record the model; see
    /// [`SummaryRecord::written_by`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<String>,
    /// How far down the ladder it went.
    pub rung: Rung,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Who can read the provider's block next to this text; every other reader
    /// is sent the text. `None` if there is no block, or if an earlier version
    /// wrote it, in which case it goes to every server with its protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<NativeHome>,
}

impl SummaryRecord {
    /// The most key points that a record may contain.
    pub const MAX_KEY_POINTS: usize = 30;

    /// The number in the record's id: 3 for `s3`. `None` for an id of another
    /// form, or one so high that no other could follow.
    pub fn number(&self) -> Option<u64> {
        record_number(&self.id)
    }

    /// The id of the model that wrote it. Earlier versions recorded it only with
    /// a provider's own compaction.
    pub fn written_by(&self) -> Option<&str> {
        let home = self.native.as_ref().filter(|_| self.strategy == Strategy::Native);
        self.writer.as_deref().or_else(|| home.map(|home| home.model.as_str()))
    }

    /// Who wrote it, in words for the user.
    pub fn author(&self) -> String {
        self.strategy.author(self.written_by())
    }
}

/// The highest number of a record. As with messages, it must survive programs
/// that read JSON numbers as 64-bit floats.
const MAX_RECORD: u64 = (1 << 53) - 1;

/// The number in a record's id.
pub(super) fn record_number(id: &str) -> Option<u64> {
    let number: u64 = id.strip_prefix('s')?.parse().ok()?;
    (number < MAX_RECORD).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_author_is_named_as_far_as_it_is_known() {
        let told = |strategy: Strategy| (strategy.author(None), strategy.author(Some("gpt-5")));
        let pair = |unknown: &str, known: &str| (unknown.to_owned(), known.to_owned());
        assert_eq!(told(Strategy::Rules), pair("rules", "rules"));
        assert_eq!(told(Strategy::Llm), pair("a model", "gpt-5"));
        assert_eq!(told(Strategy::Hybrid), pair("a model", "gpt-5 and rules"));
        assert_eq!(told(Strategy::Native), pair("the provider", "the provider (gpt-5)"));
    }
}
