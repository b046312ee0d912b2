//! The values themselves.

use serde::{Deserialize, Serialize};

use super::mode::Mode;
use super::settings_preset::SettingsPreset;
use super::slot::Slot;

/// How a conversation is kept within its window; see
/// [`SETTINGS`](super::SETTINGS) for range, unit and meaning of each.
///
/// Deserializing checks names and types only; [`Settings::from_json`] checks
/// everything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where the values come from that are not set by themselves.
    pub preset: SettingsPreset,
    /// Compact automatically. Off means off on every path: an over-full
    /// request is then an error.
    pub enabled: bool,
    /// Who writes the summary. Callers without a model use [`Mode::Rules`].
    pub mode: Mode,
    /// Share of the budget at which a compaction starts.
    pub threshold: f64,
    /// Share of the budget below which the trigger arms again.
    pub reset_ratio: f64,
    /// Share of the budget at which the cooldown is ignored.
    pub emergency_ratio: f64,
    /// Messages after a compaction before the next one may start.
    pub cooldown_messages: u32,
    /// Conversations shorter than this are not compacted.
    pub minimum_messages: u32,
    /// Newest messages that stay verbatim.
    pub recent_messages_to_keep: u32,
    /// Newest messages that stay verbatim however tight the budget is.
    pub minimum_recent_messages: u32,
    /// How many summaries may be beneath one that a model writes.
    pub max_chain_depth: u32,
    /// Messages after which a compaction starts whatever the usage; 0 is off.
    pub refresh_every_messages: u32,
    /// Compactions in a row that gain nothing before the trigger stops.
    pub no_progress_limit: u32,
    /// Refuse to send when a compaction failed, instead of going on with a
    /// warning as long as the request still fits.
    pub abort_on_failure: bool,
    /// Share of the budget beyond which server tools are loaded on demand.
    pub server_tools_share: f64,
    /// Tokens kept free for the reply; `None` lets them be learned from the
    /// model's maximum and the replies that were seen.
    pub reserve_tokens: Option<u64>,
    /// Share of the budget that a request has at most after a compaction.
    pub target_ratio: f64,
    /// Most tokens of one summary.
    pub summary_max_tokens: u64,
    /// Most of the budget that the summary may take.
    pub summary_share: f64,
    /// Most of the budget that the ledger of facts may take in addition.
    pub ledger_share: f64,
    /// Most tokens that a summary model is given at once; longer spans are
    /// summarized in parts.
    pub summary_chunk_tokens: u64,
    /// Seconds that a request which does not fit waits for a summary that a
    /// model writes, before rules make it.
    pub summary_wait_seconds: f64,
    /// Seconds that a model may take for a summary that no turn waits for,
    /// before rules make it.
    pub background_summary_seconds: f64,
    /// Carry the text of errors into the summary verbatim.
    pub preserve_error_details: bool,
    /// What the user adds to the summary prompt.
    pub custom_prompt: String,
    /// Phrases never to drop: each summary holds this list, and word for word
    /// the sentences of the user or the agent that name one, while they fit.
    pub keep: Vec<String>,
    /// Models that write summaries, first choice first; empty means the
    /// conversation's own model.
    pub summary_models: Vec<String>,
    /// Rounds of tool calls in one turn before it stops.
    pub rounds_per_turn: u32,
    /// US dollars that one turn may cost before it stops; 0 means no limit.
    pub dollars_per_turn: f64,
    /// Show the token count in the chat window.
    pub show_token_count: bool,
    /// Seconds for which the notice of a finished compaction stays.
    pub notice_seconds: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            preset: SettingsPreset::Balanced,
            enabled: true,
            mode: Mode::Hybrid,
            threshold: 0.8,
            reset_ratio: 0.7,
            emergency_ratio: 1.0,
            cooldown_messages: 4,
            minimum_messages: 12,
            recent_messages_to_keep: 10,
            minimum_recent_messages: 2,
            max_chain_depth: 3,
            refresh_every_messages: 0,
            no_progress_limit: 3,
            abort_on_failure: false,
            server_tools_share: 0.1,
            reserve_tokens: None,
            target_ratio: 0.5,
            summary_max_tokens: 32_000,
            summary_share: 0.4,
            ledger_share: 0.1,
            // Half of the most common window (128,000): the prompt, the
            // previous summary and the reply find room beside it.
            summary_chunk_tokens: 64_000,
            summary_wait_seconds: 120.0,
            background_summary_seconds: 600.0,
            preserve_error_details: true,
            custom_prompt: String::new(),
            keep: Vec::new(),
            summary_models: Vec::new(),
            rounds_per_turn: 50,
            dollars_per_turn: 0.0,
            show_token_count: true,
            notice_seconds: 8.0,
        }
    }
}

impl Settings {
    /// Returns the settings of a preset, of which nothing is set by itself.
    pub fn of_preset(preset: SettingsPreset) -> Self {
        let mut settings = Self { preset, ..Self::default() };
        settings.take_preset();
        settings
    }

    /// The one place that ties names to fields.
    pub(super) fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "preset" => Slot::Preset(&mut self.preset),
            "enabled" => Slot::Switch(&mut self.enabled),
            "mode" => Slot::Mode(&mut self.mode),
            "threshold" => Slot::Number(&mut self.threshold),
            "reset_ratio" => Slot::Number(&mut self.reset_ratio),
            "emergency_ratio" => Slot::Number(&mut self.emergency_ratio),
            "cooldown_messages" => Slot::Whole(&mut self.cooldown_messages),
            "minimum_messages" => Slot::Whole(&mut self.minimum_messages),
            "recent_messages_to_keep" => Slot::Whole(&mut self.recent_messages_to_keep),
            "minimum_recent_messages" => Slot::Whole(&mut self.minimum_recent_messages),
            "max_chain_depth" => Slot::Whole(&mut self.max_chain_depth),
            "refresh_every_messages" => Slot::Whole(&mut self.refresh_every_messages),
            "no_progress_limit" => Slot::Whole(&mut self.no_progress_limit),
            "abort_on_failure" => Slot::Switch(&mut self.abort_on_failure),
            "server_tools_share" => Slot::Number(&mut self.server_tools_share),
            "reserve_tokens" => Slot::LearnedTokens(&mut self.reserve_tokens),
            "target_ratio" => Slot::Number(&mut self.target_ratio),
            "summary_max_tokens" => Slot::Tokens(&mut self.summary_max_tokens),
            "summary_share" => Slot::Number(&mut self.summary_share),
            "ledger_share" => Slot::Number(&mut self.ledger_share),
            "summary_chunk_tokens" => Slot::Tokens(&mut self.summary_chunk_tokens),
            "summary_wait_seconds" => Slot::Number(&mut self.summary_wait_seconds),
            "background_summary_seconds" => Slot::Number(&mut self.background_summary_seconds),
            "preserve_error_details" => Slot::Switch(&mut self.preserve_error_details),
            "custom_prompt" => Slot::Text(&mut self.custom_prompt),
            "keep" => Slot::Lines(&mut self.keep),
            "summary_models" => Slot::List(&mut self.summary_models),
            "rounds_per_turn" => Slot::Whole(&mut self.rounds_per_turn),
            "dollars_per_turn" => Slot::Number(&mut self.dollars_per_turn),
            "show_token_count" => Slot::Switch(&mut self.show_token_count),
            "notice_seconds" => Slot::Number(&mut self.notice_seconds),
            _ => return None,
        })
    }
}
