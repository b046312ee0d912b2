//! What a session is opened with.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Clock, ModelChoice, Policy, Price, SystemClock, Tool};
use crate::journal::SyncPolicy;
use vibeue_conversation::settings::Settings;
use vibeue_provider::Provider;

/// Called from the session's threads when there is something to read; must return at once and must
/// not call the session.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The options with which a session is opened.
#[derive(Clone)]
pub struct SessionOptions {
    /// The journal: opened if it exists, otherwise created, along with its folder. `None` keeps the
    /// conversation in memory only.
    pub journal: Option<PathBuf>,
    /// When the journal is flushed to the disk.
    pub sync: SyncPolicy,
    /// Who answers.
    pub provider: Arc<dyn Provider>,
    /// Which model, and with which parameters.
    pub model: ModelChoice,
    /// Whether the model that the user [chose](super::Session::choose_model) when the conversation
    /// was open before answers in place of `model`, if the server is the same and the settings
    /// allow it.
    pub keeps_chosen_model: bool,
    /// Providers of the models that [`Settings::summary_models`] names, by model; `provider` is
    /// used for a model that is not in here.
    pub summary_providers: HashMap<String, Arc<dyn Provider>>,
    /// What models cost, by id, if the host knows; a choice's own price takes precedence, then
    /// this, then what the server says.
    pub prices: HashMap<String, Price>,
    /// The tools that the host runs.
    pub tools: Vec<Tool>,
    /// Whether the host calls [`Session::tool_begins`](super::Session::tool_begins) before it runs
    /// a call. Then calls without a result say after a crash whether the tool had begun, and a
    /// call's duration is measured from its actual beginning, not from when it could have begun.
    pub notes_running_calls: bool,
    /// Decides whether the user is asked before a call of one of them runs.
    pub policy: Policy,
    /// How the conversation is kept within its window.
    pub settings: Settings,
    /// The system prompt. If a journal has another one, this one is sent in its place; the journal
    /// does not change.
    pub system_prompt: Option<String>,
    /// Rules of the user or the project that begin a new conversation and
    /// are never condensed: a system message each, pinned.
    pub pinned: Vec<String>,
    /// Limits of a session besides its window.
    pub bounds: SessionBounds,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Called when an event arrives and none was unread.
    pub waker: Option<Waker>,
}

impl SessionOptions {
    /// Options for a conversation in memory, without tools, with default
    /// settings.
    pub fn new(provider: Arc<dyn Provider>, model: ModelChoice) -> Self {
        Self {
            journal: None,
            sync: SyncPolicy::default(),
            provider,
            model,
            keeps_chosen_model: false,
            summary_providers: HashMap::new(),
            prices: HashMap::new(),
            tools: Vec::new(),
            notes_running_calls: false,
            policy: Policy::default(),
            settings: Settings::default(),
            system_prompt: None,
            pinned: Vec::new(),
            bounds: SessionBounds::default(),
            clock: Arc::new(SystemClock),
            waker: None,
        }
    }
}

impl fmt::Debug for SessionOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionOptions")
            .field("journal", &self.journal)
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("tools", &self.tools.len())
            .field("settings", &self.settings)
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

/// Limits of a session other than its window: none of them is reached in ordinary work, all of them
/// stop what would otherwise go on forever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionBounds {
    /// Rounds of tool calls in one turn, whatever the setting `rounds_per_turn` says: the user may
    /// choose fewer.
    pub tool_rounds: u32,
    /// Bytes that models may write in one turn, as the journal stores them: words, reasoning, calls
    /// and their arguments, over all rounds. Anything beyond is discarded, and the turn ends with
    /// an error that says so. Eight MiB are some two million tokens; no model can write a tenth of
    /// that.
    pub turn_bytes: u64,
    /// How long the first request waits for the server to report what the model
    /// can take.
    pub describe_wait: Duration,
    /// Calls to models for summaries, in the whole session; rules take over
    /// beyond that. 0 allows none.
    pub summary_calls: u32,
    /// Tokens of those calls together, requests and answers.
    pub summary_tokens: u64,
    /// Messages that may be queued after the running turn.
    pub queued_turns: usize,
}

impl Default for SessionBounds {
    fn default() -> Self {
        Self {
            tool_rounds: 100_000,
            turn_bytes: 8 * 1024 * 1024,
            describe_wait: Duration::from_secs(5),
            summary_calls: 500,
            summary_tokens: 20_000_000,
            queued_turns: 100,
        }
    }
}
