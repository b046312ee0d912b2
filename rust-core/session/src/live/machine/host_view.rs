//! What the host sees: events, and the lists in the snapshots.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::ground::Ground;
use crate::History;
use crate::live::branch_row::{branch_rows, wordings};
use crate::live::context_figures::ContextFigures;
use crate::live::summary_version::Versions;
use crate::live::{
    BranchRow, MessageList, SessionEvent, SessionState, Snapshot, SummaryRow, UsageReport, Waiting,
    Wording,
};
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId};

/// What the host sees.
#[derive(Debug)]
pub(super) struct HostView {
    pub(super) revision: u64,
    pub(super) transcript: MessageList,
    pub(super) view: MessageList,
    pub(super) condensed: Arc<HashSet<MessageId>>,
    pub(super) summaries: Arc<[SummaryRow]>,
    /// The summaries that the model does not see, because they were undone or merged into others.
    pub(super) earlier: Arc<[Arc<Message>]>,
    pub(super) redoable: Arc<[u64]>,
    pub(super) waiting: Arc<[Waiting]>,
    pub(super) branches: Arc<[BranchRow]>,
    pub(super) wordings: Arc<HashMap<MessageId, Wording>>,
    /// All requests of the user, oldest first.
    pub(super) requests: Vec<MessageId>,
    /// The newest message that the model does not see verbatim.
    pub(super) newest_condensed: Option<MessageId>,
    /// The figures about the view, and what they were computed from.
    pub(super) figures: Option<(Ground, Arc<ContextFigures>)>,
    state: SessionState,
    /// What was reported about the tokens, and the settings by which it was judged.
    told: Option<(UsageReport, Arc<Settings>)>,
    pending: Vec<SessionEvent>,
}

impl HostView {
    pub(super) fn new() -> Self {
        Self {
            revision: 0,
            transcript: MessageList::new(),
            view: MessageList::new(),
            condensed: Arc::default(),
            summaries: Arc::from([]),
            earlier: Arc::from([]),
            redoable: Arc::from([]),
            waiting: Arc::from([]),
            branches: Arc::from([]),
            wordings: Arc::default(),
            requests: Vec::new(),
            newest_condensed: None,
            figures: None,
            state: SessionState::default(),
            told: None,
            pending: Vec::new(),
        }
    }

    /// Emits an event once the snapshot reflects it.
    pub(super) fn emit(&mut self, event: SessionEvent) {
        self.pending.push(event);
    }

    /// The events for what a snapshot changes in the state and tokens that the host knows.
    pub(super) fn changes(&mut self, snapshot: &Snapshot) -> Vec<SessionEvent> {
        let mut changes = Vec::new();
        if self.state != snapshot.state {
            self.state = snapshot.state.clone();
            changes.push(SessionEvent::State { state: snapshot.state.clone() });
        }
        let (usage, settings) = (snapshot.usage, &snapshot.settings);
        // A new setting moves the trigger while the count stays, or only what is said of the next
        // summary: who writes it, and what keeps models from it.
        let is_known = self
            .told
            .as_ref()
            .is_some_and(|(told, by)| *told == usage && Arc::ptr_eq(by, settings));
        if !is_known {
            self.told = Some((usage, Arc::clone(settings)));
            changes.push(SessionEvent::Usage { usage });
        }
        changes
    }

    /// Takes the events that were not emitted yet.
    pub(super) fn take_pending(&mut self) -> Vec<SessionEvent> {
        std::mem::take(&mut self.pending)
    }

    /// Adds a new message.
    pub(super) fn appended(&mut self, message: &Arc<Message>) {
        self.transcript.push(Arc::clone(message));
        self.view.push(Arc::clone(message));
        self.requests.extend(message.is_user_request().then_some(message.id));
    }

    /// Takes over a history whose view was reshaped.
    pub(super) fn reshaped(&mut self, history: &History) {
        self.transcript = history.originals().cloned().collect();
        self.view = history.view().iter().cloned().collect();
        let whole: HashSet<*const Message> = history.view().iter().map(Arc::as_ptr).collect();
        let condensed =
            history.originals().filter(|message| !whole.contains(&Arc::as_ptr(message)));
        self.condensed = Arc::new(condensed.map(|message| message.id).collect());
        self.newest_condensed = self.condensed.iter().max().copied();
        let requests = history.originals().filter(|message| message.is_user_request());
        self.requests = requests.map(|message| message.id).collect();
        let versions = Versions::of(history.compactions());
        let rows =
            history.compactions().iter().map(|entry| SummaryRow::of(entry, &versions, history));
        self.summaries = rows.collect();
        let seen: HashSet<MessageId> = history.view().iter().map(|message| message.id).collect();
        let written = history.compactions().iter().filter_map(|it| it.compaction.summary.as_ref());
        let earlier = written.filter(|summary| !seen.contains(&summary.id));
        self.earlier = earlier.map(|summary| Arc::new(summary.clone())).collect();
        let undone = history.compactions().iter().filter(|entry| !entry.in_force());
        let redoable = undone.filter(|entry| history.plan_redo(entry.seq).is_ok());
        self.branches = branch_rows(history).into();
        self.wordings = Arc::new(wordings(history));
        self.redoable = redoable.map(|entry| entry.seq).collect();
    }
}
