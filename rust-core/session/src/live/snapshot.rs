//! The state of a session at one moment.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::branch_row::count;
use super::context_figures::ContextFigures;
use super::scale::Scale;
use super::{
    BranchRow, CostLedger, MessageList, ModelChoice, SessionState, SummaryRow, Tool, TurnId,
    UsageReport, Wording,
};
use crate::WaitingMessage;
use crate::library::prompt_words;
use vibeue_compaction::Decision;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId, MessageKind};
use vibeue_tokens::models::{Abilities, Limits};

/// The state of a session at one moment: consistent in itself, never changed
/// again, and cheap to take however long the conversation is.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Counts up with each snapshot.
    pub revision: u64,
    /// The history's version.
    pub version: u64,
    /// The conversation's id.
    pub conversation: Arc<str>,
    /// The conversation's name.
    pub title: Option<Arc<str>>,
    /// Which model answers.
    pub model: Arc<ModelChoice>,
    /// The model's limits, and where each comes from.
    pub limits: Limits,
    /// What the model can do besides writing, according to its server, otherwise judging by its
    /// name.
    pub abilities: Abilities,
    /// What the session is doing.
    pub state: SessionState,
    /// The size of the next request.
    pub usage: UsageReport,
    /// What the trigger would decide now, with its arithmetic.
    pub decision: Decision,
    /// What the session has cost.
    pub costs: CostLedger,
    /// All compactions, oldest first, undone ones too.
    pub summaries: Arc<[SummaryRow]>,
    /// The summaries that the model does not see, because they were undone or merged into others;
    /// see [`Snapshot::summary_sources`].
    pub(super) earlier: Arc<[Arc<Message>]>,
    /// Of the undone ones, those that can be applied again, by their numbers.
    pub redoable: Arc<[u64]>,
    /// Everything that was ever said, oldest first, in full form.
    pub transcript: MessageList,
    /// What the model sees.
    pub view: MessageList,
    /// The messages of the transcript that the model no longer sees, or only in a shorter form.
    pub condensed: Arc<HashSet<MessageId>>,
    /// Why no model writes summaries at the moment, if one should.
    pub breakers: Vec<Breaker>,
    /// Figures about the whole view; see [`Snapshot::context`].
    pub(super) figures: Arc<ContextFigures>,
    /// The settings in force.
    pub settings: Arc<Settings>,
    /// The host's tools.
    pub tools: Arc<[Tool]>,
    /// The names of those that requests omit until the model loads them, because all of them
    /// together would take too much room.
    pub waiting_tools: Arc<[String]>,
    /// What was submitted but is not part of the conversation yet, oldest first.
    pub waiting: Arc<[Waiting]>,
    /// The running calls, and when each began, measured from the beginning of the session; see
    /// [`Snapshot::runs_for`].
    pub(super) running: Arc<[RunningCall]>,
    /// When the session began; set when the snapshot is published.
    pub(super) session_began: Option<Instant>,
    /// The branches, as they were when one was last shown; see [`Snapshot::branches`].
    pub(super) branches: Arc<[BranchRow]>,
    /// The requests in the transcript that have several wordings.
    pub wordings: Arc<HashMap<MessageId, Wording>>,
}

impl Snapshot {
    /// The newest request of the user.
    pub fn last_request(&self) -> Option<MessageId> {
        newest(&self.transcript, Message::is_user_request).map(|message| message.id)
    }

    /// What the user recently wrote in the branch in view, newest first and without duplicates;
    /// without attachments.
    pub fn prompts(&self, most: usize) -> Vec<String> {
        let mut seen = HashSet::new();
        (0..self.transcript.len())
            .rev()
            .filter_map(|at| prompt_words(self.transcript.get(at)?))
            .filter(|words| seen.insert(words.clone()))
            .take(most)
            .collect()
    }

    /// The branches of the conversation, by number; none if no request was ever changed.
    pub fn branches(&self) -> Vec<BranchRow> {
        let mut rows = self.branches.to_vec();
        for row in rows.iter_mut().filter(|row| row.shown) {
            row.messages = count(self.transcript.iter());
        }
        rows
    }

    /// How long a call has been running; `None` if it is not running.
    pub fn runs_for(&self, call_id: &str) -> Option<Duration> {
        let call = self.running.iter().find(|call| *call.id == *call_id)?;
        Some(self.session_began?.elapsed().saturating_sub(call.began))
    }

    /// How much of the context the result in a message takes; `None` if the model does not see the
    /// message, or if it carries no result or several.
    pub fn result_size(&self, id: MessageId) -> Option<ResultSize> {
        let (figures, counted) = (&*self.figures, self.usage.breakdown.total());
        let at = figures.results.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        let scale = Scale { used: self.usage.used, counted };
        Some(ResultSize {
            tokens: scale.of(figures.results[at].1),
            exact: figures.exact && scale.used == scale.counted,
            shortened: self.condensed.contains(&id),
        })
    }

    /// The newest summary that the model sees.
    pub fn summary_in_view(&self) -> Option<Arc<Message>> {
        newest(&self.view, |message| message.kind == MessageKind::Summary)
    }
}

/// The newest message of a kind.
fn newest(list: &MessageList, is: impl Fn(&Message) -> bool) -> Option<Arc<Message>> {
    (0..list.len()).rev().filter_map(|at| list.get(at)).find(|message| is(message)).cloned()
}

/// A running call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RunningCall {
    pub(super) id: Box<str>,
    /// Since the session began.
    pub(super) began: Duration,
}

/// How much of the context the result of a call takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultSize {
    /// Its tokens, in the form that the model sees.
    pub tokens: u64,
    /// Whether that is the model's own count, not an estimate.
    pub exact: bool,
    /// Whether the model sees it in a shorter form than the original.
    pub shortened: bool,
}

/// A message of the user that has not been sent to the model yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    /// The turn that it begins. `None` for what an earlier session left unsent: it is sent with the
    /// next turn.
    pub turn: Option<TurnId>,
    /// What the user wrote.
    pub message: Arc<WaitingMessage>,
}

/// Why something automatic is currently switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breaker {
    /// The last compactions saved nothing.
    NoProgress,
    /// The session's calls for summaries are used up.
    SummaryCalls,
    /// The session's tokens for summaries are used up.
    SummaryTokens,
    /// Summaries of summaries have reached the maximum depth.
    ChainDepth,
    /// No model could write the last summary.
    ModelsFailed,
}

impl Breaker {
    /// Says in a sentence what happens instead, and until when.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::NoProgress => {
                "the last compactions freed too little: no more are started until you write or \
                 ask for one"
            }
            Self::SummaryCalls => {
                "this session has used up its model calls for summaries: rules write them from now on"
            }
            Self::SummaryTokens => {
                "this session has used up its tokens for summaries: rules write them from now on"
            }
            Self::ModelsFailed => {
                "no model could write the last summary: rules write them for fifteen minutes, or \
                 until you ask for a summary by hand or change the model or the settings"
            }
            Self::ChainDepth => {
                "the next summary would be a summary of earlier summaries; each such step loses a \
                 little, and the settings allow no more of them: rules write the next ones until \
                 you summarize from the originals"
            }
        }
    }
}
