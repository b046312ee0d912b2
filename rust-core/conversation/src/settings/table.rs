//! The table of all settings: an entry here is all that a switch, a number, a text or a
//! list needs.
//!
//! An entry gives the field of [`Settings`] with its type, and what is known about it. `cargo xtask
//! generate` writes its constants for C++, its row in `docs/settings.md`, and a property for the
//! editor if there is none yet.

use super::entry::settings;
use super::info::{SettingInfo, SettingKind};
use super::mode::Mode;
use super::settings_preset::SettingsPreset;

const CONTEXT_MANAGEMENT: &str = "Context Management";
const SUMMARIZATION: &str = "Summarization";
const TURNS: &str = "Turns";
const INTERFACE: &str = "Interface";

const MODES: &[&str] =
    &[Mode::Rules.name(), Mode::Llm.name(), Mode::Hybrid.name(), Mode::Native.name()];

const PRESET_NAMES: &[&str] = &[
    SettingsPreset::Balanced.name(),
    SettingsPreset::Economical.name(),
    SettingsPreset::LongMemory.name(),
];

settings! {
    /// Where the values come from that are not set by themselves.
    preset: SettingsPreset = Preset {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Choice(PRESET_NAMES),
        default: "balanced",
        min: None,
        max: None,
        unit: "",
        meaning: "Settings that go together: balanced, economical (sends fewer tokens) or \
                  long_memory (more stays available). Individually set values override it.",
        unreal_name: "Preset",
    }
    /// Compact automatically. Off means off on every path: an over-full
    /// request is then an error.
    enabled: bool = Switch {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Switch,
        default: "true",
        min: None,
        max: None,
        unit: "",
        meaning: "Compacts the conversation automatically when its window fills up. When off, it never \
                  compacts: a request that does not fit fails with a clear error.",
        unreal_name: "bAutoSummarize",
    }
    /// Share of the budget at which a compaction starts.
    threshold: f64 = Number {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Ratio,
        default: "0.8",
        min: Some(0.1),
        max: Some(0.99),
        unit: "share of the budget",
        meaning: "A compaction starts when a request, the pending message included, would fill \
                  this share of the budget.",
        unreal_name: "SummarizationThreshold",
    }
    /// Share of the budget below which the trigger arms again.
    reset_ratio: f64 = Number {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Ratio,
        default: "0.7",
        min: Some(0.05),
        max: Some(0.99),
        unit: "share of the budget",
        meaning: "After a compaction the trigger is re-armed once usage has fallen below this \
                  share. Must not exceed the threshold.",
        unreal_name: "SummarizationResetRatio",
    }
    /// Share of the budget at which the cooldown is ignored.
    emergency_ratio: f64 = Number {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Ratio,
        default: "1",
        min: Some(0.5),
        max: Some(1.0),
        unit: "share of the budget",
        meaning: "At or above this share, a compaction starts at once, regardless of the cooldown. Must be at least the \
                  threshold.",
        unreal_name: "EmergencySummarizationRatio",
    }
    /// Share of the budget that a request has at most after a compaction.
    target_ratio: f64 = Number {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Ratio,
        default: "0.5",
        min: Some(0.05),
        max: Some(0.9),
        unit: "share of the budget",
        meaning: "A compaction shrinks the request to this share or less: lower means fewer but \
                  larger compactions. Must not exceed the reset ratio and must be below the threshold.",
        unreal_name: "SummarizationTargetRatio",
    }
    /// Tokens kept free for the reply; `None` lets them be learned from the
    /// model's maximum and the replies that were seen.
    reserve_tokens: Option<u64> = LearnedTokens {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::LearnedTokens,
        default: "auto",
        min: Some(0.0),
        max: Some(10_000_000.0),
        unit: "tokens",
        meaning: "Tokens of the window kept free for the reply. With auto they are \
                  learned: from the most that the model may write, narrowed by the replies seen \
                  so far.",
        unreal_name: "ReserveTokens",
    }
    /// Messages after a compaction before the next one may start.
    cooldown_messages: u32 = Whole {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Whole,
        default: "4",
        min: Some(0.0),
        max: Some(1_000.0),
        unit: "messages",
        meaning: "The number of messages that pass after a compaction before the next one may \
                  start; an emergency does not wait.",
        unreal_name: "SummarizationCooldownMessages",
    }
    /// Conversations shorter than this are not compacted.
    minimum_messages: u32 = Whole {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Whole,
        default: "12",
        min: Some(2.0),
        max: Some(10_000.0),
        unit: "messages",
        meaning: "A conversation shorter than this is compacted only in an emergency. Must exceed \
                  the minimum of recent messages.",
        unreal_name: "MinimumMessagesToSummarize",
    }
    /// Newest messages that stay verbatim.
    recent_messages_to_keep: u32 = Whole {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Whole,
        default: "10",
        min: Some(1.0),
        max: Some(10_000.0),
        unit: "messages",
        meaning: "How many of the newest messages stay verbatim if the target allows it.",
        unreal_name: "RecentMessagesToKeep",
    }
    /// Newest messages that stay verbatim however tight the budget is.
    minimum_recent_messages: u32 = Whole {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Whole,
        default: "2",
        min: Some(1.0),
        max: Some(1_000.0),
        unit: "messages",
        meaning: "How many of the newest messages stay verbatim at the very least, however tight the \
                  budget is. Must not exceed the number of recent messages to keep.",
        unreal_name: "MinimumRecentMessages",
    }
    /// Messages after which a compaction starts whatever the usage; 0 is off.
    refresh_every_messages: u32 = Whole {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Whole,
        default: "0",
        min: Some(0.0),
        max: Some(100_000.0),
        unit: "messages",
        meaning: "Compacts after this many messages regardless of usage; 0 turns it off. Otherwise must be more \
                  than the cooldown.",
        unreal_name: "RefreshEveryMessages",
    }
    /// Compactions in a row that gain nothing before the trigger stops.
    no_progress_limit: u32 = Whole {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Whole,
        default: "3",
        min: Some(1.0),
        max: Some(100.0),
        unit: "compactions",
        meaning: "The trigger stops after this many compactions in a row that gain nothing, and \
                  says so, until the user sends a message.",
        unreal_name: "NoProgressLimit",
    }
    /// Refuse to send when a compaction failed, instead of going on with a
    /// warning as long as the request still fits.
    abort_on_failure: bool = Switch {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Switch,
        default: "false",
        min: None,
        max: None,
        unit: "",
        meaning: "If a compaction fails, refuses to send. Otherwise the conversation continues with \
                  a warning as long as the request fits.",
        unreal_name: "bAbortOnSummarizationFailure",
    }
    /// Share of the budget beyond which server tools are loaded on demand.
    server_tools_share: f64 = Number {
        group: CONTEXT_MANAGEMENT,
        kind: SettingKind::Ratio,
        default: "0.1",
        min: Some(0.0),
        max: Some(1.0),
        unit: "share of the budget",
        meaning: "If the descriptions of all server tools would fill more than this share of the \
                  budget, the model is given a tool that lists them and loads those that it needs.",
        unreal_name: "ServerToolsShare",
    }
    /// Who writes the summary. Callers without a model use [`Mode::Rules`].
    mode: Mode = Mode {
        group: SUMMARIZATION,
        kind: SettingKind::Choice(MODES),
        default: "hybrid",
        min: None,
        max: None,
        unit: "",
        meaning: "Who writes summaries: rules (no model, no network), llm (a model), hybrid \
                  (rules extract the facts, a model writes the text), native (the provider's own \
                  compaction).",
        unreal_name: "SummarizationMode",
    }
    /// Models that write summaries, first choice first; empty means the
    /// conversation's own model.
    summary_models: Vec<String> = List {
        group: SUMMARIZATION,
        kind: SettingKind::List,
        default: "",
        min: Some(0.0),
        max: Some(16.0),
        unit: "models",
        meaning: "Models that write summaries, in order of preference; empty means the conversation's \
                  own model.",
        unreal_name: "SummarizationModels",
    }
    /// Most tokens of one summary.
    summary_max_tokens: u64 = Tokens {
        group: SUMMARIZATION,
        kind: SettingKind::Tokens,
        default: "32000",
        min: Some(256.0),
        max: Some(128_000.0),
        unit: "tokens",
        meaning: "The most tokens in one summary. Must be less than a chunk.",
        unreal_name: "MaxSummaryTokens",
    }
    /// Most of the budget that the summary may take.
    summary_share: f64 = Number {
        group: SUMMARIZATION,
        kind: SettingKind::Ratio,
        default: "0.4",
        min: Some(0.01),
        max: Some(0.8),
        unit: "share of the budget",
        meaning: "The largest share of the budget that the summary may take; on small windows the stricter of the two limits.",
        unreal_name: "SummaryShare",
    }
    /// Most of the budget that the ledger of facts may take in addition.
    ledger_share: f64 = Number {
        group: SUMMARIZATION,
        kind: SettingKind::Ratio,
        default: "0.1",
        min: Some(0.0),
        max: Some(0.4),
        unit: "share of the budget",
        meaning: "The largest share of the budget for facts that the summary dropped and that are restored; \
                  0 restores none. Together with the summary's share at most the target.",
        unreal_name: "LedgerShare",
    }
    /// Most tokens that a summary model is given at once; longer spans are
    /// summarized in parts.
    summary_chunk_tokens: u64 = Tokens {
        group: SUMMARIZATION,
        kind: SettingKind::Tokens,
        // Half of the most common window (128,000): the prompt, the previous summary and
        // the reply find room beside it.
        default: "64000",
        min: Some(1_000.0),
        max: Some(10_000_000.0),
        unit: "tokens",
        meaning: "The most tokens that a summary model is given at once; a longer span is \
                  summarized in parts.",
        unreal_name: "SummaryChunkTokens",
    }
    /// How many summaries may be beneath one that a model writes.
    max_chain_depth: u32 = Whole {
        group: SUMMARIZATION,
        kind: SettingKind::Whole,
        default: "3",
        min: Some(0.0),
        max: Some(20.0),
        unit: "summaries",
        meaning: "How often a model may summarize its own summaries; beyond that rules take over, \
                  because each pass loses a little. A summary made again from the originals \
                  starts at 0.",
        unreal_name: "MaxSummaryChainDepth",
    }
    /// Seconds that a request which does not fit waits for a summary that a
    /// model writes, before rules make it.
    summary_wait_seconds: f64 = Number {
        group: SUMMARIZATION,
        kind: SettingKind::Number,
        default: "120",
        min: Some(1.0),
        max: Some(3_600.0),
        unit: "seconds",
        meaning: "How long a message that does not fit waits for a model to write the summary; \
                  after that, rules write it.",
        unreal_name: "SummaryWaitSeconds",
    }
    /// Seconds that a model may take for a summary that no turn waits for,
    /// before rules make it.
    background_summary_seconds: f64 = Number {
        group: SUMMARIZATION,
        kind: SettingKind::Number,
        default: "600",
        min: Some(1.0),
        max: Some(3_600.0),
        unit: "seconds",
        meaning: "How long a model may take for a summary that nothing is waiting for; after that, rules write \
                  it.",
        unreal_name: "BackgroundSummarySeconds",
    }
    /// Carry the text of errors into the summary verbatim.
    preserve_error_details: bool = Switch {
        group: SUMMARIZATION,
        kind: SettingKind::Switch,
        default: "true",
        min: None,
        max: None,
        unit: "",
        meaning: "Keeps error messages verbatim in the summary.",
        unreal_name: "bPreserveErrorDetails",
    }
    /// What the user adds to the summary prompt.
    custom_prompt: String = Text {
        group: SUMMARIZATION,
        kind: SettingKind::Text,
        default: "",
        min: Some(0.0),
        max: Some(20_000.0),
        unit: "characters",
        meaning: "Added to the instructions for summaries.",
        unreal_name: "CustomSummarizationPrompt",
    }
    /// Phrases never to drop: each summary holds this list, and word for word
    /// the sentences of the user or the agent that name one, while they fit.
    keep: Vec<String> = Lines {
        group: SUMMARIZATION,
        kind: SettingKind::Text,
        default: "",
        min: Some(0.0),
        max: Some(4_000.0),
        unit: "characters",
        meaning: "Phrases that must not be dropped, one per line: each sentence of the user or the agent that \
                  contains one is in every summary word for word while it fits.",
        unreal_name: "KeepPhrases",
    }
    /// Rounds of tool calls in one turn before it stops.
    rounds_per_turn: u32 = Whole {
        group: TURNS,
        kind: SettingKind::Whole,
        default: "50",
        min: Some(1.0),
        max: Some(100_000.0),
        unit: "rounds",
        meaning: "The most rounds of tool calls in one turn. The turn stops there and continues on \
                  request; a warning appears at 80 %.",
        unreal_name: "RoundsPerTurn",
    }
    /// US dollars that one turn may cost before it stops; 0 means no limit.
    dollars_per_turn: f64 = Number {
        group: TURNS,
        kind: SettingKind::Number,
        default: "0",
        min: Some(0.0),
        max: Some(10_000.0),
        unit: "US dollars",
        meaning: "The most that one turn may cost, where prices are known. The turn stops there and \
                  continues on request; a warning appears at 80 %. 0 means no limit.",
        unreal_name: "DollarsPerTurn",
    }
    /// Show the token count in the chat window.
    show_token_count: bool = Switch {
        group: INTERFACE,
        kind: SettingKind::Switch,
        default: "true",
        min: None,
        max: None,
        unit: "",
        meaning: "Shows in the chat window how full the budget is.",
        unreal_name: "bShowTokenCount",
    }
    /// Seconds for which the notice of a finished compaction stays.
    notice_seconds: f64 = Number {
        group: INTERFACE,
        kind: SettingKind::Number,
        default: "8",
        min: Some(0.0),
        max: Some(600.0),
        unit: "seconds",
        meaning: "How long the notice of a finished compaction stays; 0 shows none.",
        unreal_name: "NoticeSeconds",
    }
}
