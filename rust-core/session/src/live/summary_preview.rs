//! What a summarization would do.

use serde::{Deserialize, Serialize};

use super::{PreviewMessage, PreviewOffer, PreviewOptions, PreviewSums, SummaryId};
use vibeue_compaction::{Rung, SummaryRecord};
use vibeue_conversation::MessageId;
use vibeue_conversation::settings::Mode;

/// What a summarization would do; [`Session::accept_preview`] applies it.
///
/// [`Session::accept_preview`]: super::Session::accept_preview
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SummaryPreview {
    /// The run that made it.
    pub summary: SummaryId,
    /// The last message to be condensed, if the user chose it: with the same one,
    /// [`Session::summarize_up_to`](super::Session::summarize_up_to) does what is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<MessageId>,
    /// How far down the ladder it would go.
    pub rung: Rung,
    /// Messages that would be condensed, oldest first.
    pub goes: Vec<MessageId>,
    /// Messages that would stay in a shorter form.
    pub shortened: Vec<MessageId>,
    /// Messages that would stay as they are.
    pub stays: Vec<MessageId>,
    /// The summary's text, without our tags.
    pub text: Option<String>,
    /// What is known about the summary.
    pub record: Option<SummaryRecord>,
    /// Among those that stay in a shorter form: results of tools that would become placeholders.
    pub results_pruned: u64,
    /// Messages that would stay but be cut.
    pub messages_trimmed: u64,
    /// What was tried.
    #[serde(default)]
    pub options: PreviewOptions,
    /// The strategy that was tried: that of the options, otherwise of the settings. Who wrote the
    /// summary in the end is in the record.
    #[serde(default)]
    pub strategy: Mode,
    /// The share of the budget that it aims for.
    #[serde(default)]
    pub target: f64,
    /// The share of the budget at which the next summary would start after it.
    #[serde(default)]
    pub threshold: f64,
    /// The same in tokens of a request; 0 if none starts automatically.
    #[serde(default)]
    pub next_at: u64,
    /// About how many turns later, at the pace of the last ones; `None` if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_in: Option<u64>,
    /// Whether there are earlier summaries, so that making it from the originals makes a
    /// difference.
    #[serde(default)]
    pub has_originals: bool,
    /// What happens to each message, oldest first.
    #[serde(default)]
    pub messages: Vec<PreviewMessage>,
    /// How the tokens add up.
    #[serde(default)]
    pub sums: PreviewSums,
    /// Who could write it, in the order of [`Mode::ALL`].
    #[serde(default)]
    pub offers: Vec<PreviewOffer>,
    /// US dollars that the next request costs as it is, without its answer; `None` if the price is
    /// not known.
    #[serde(default)]
    pub request_dollars_before: Option<f64>,
    /// The same afterwards.
    #[serde(default)]
    pub request_dollars_after: Option<f64>,
    /// Tokens of the whole request now, as the meter shows them: fewer than `tokens_before` if
    /// earlier summaries are undone for it.
    #[serde(default)]
    pub tokens_now: u64,
    /// Tokens of the whole request before, as the meter shows them. If it is made from the
    /// originals: with those back in the request.
    pub tokens_before: u64,
    /// Tokens of the whole request after.
    pub tokens_after: u64,
    /// US dollars that making it cost, if known.
    pub dollars: Option<f64>,
    /// What the user should know about how it was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
